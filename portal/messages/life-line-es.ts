import { lifeLineEs as rail } from '#browser/life-line-es.ts'
import type { Words } from '#browser/words.ts'

/** The words of life lines and validations, in Spanish. */
export const lifeLineEs = {
  lifeLine: {
    ...rail,
    of: (name: string) => `Línea de vida: ${name}`,
    loading: 'Cargando la línea de vida',
    failed: 'No se ha podido cargar la línea de vida',
    incident: (number: number) => `Incidencia ${number}`,
    development: (number: number) => `Desarrollo ${number}`,
    /** For work in BD pruebas. */
    toValidate: 'Falta su validación',
    validation: { validated: 'Validado', failed: 'No funciona' },
    plannedHistory: (count: number) => `Historial de fechas previstas (${count})`,
    stage: { delivery: 'Entrega', test: 'BD pruebas', production: 'BD real' },
    plannedAt: (stage: string, to: string) => `${stage}: prevista para el ${to}`,
    plannedMoved: (stage: string, from: string, to: string) => `${stage}: del ${from} al ${to}`,
    plannedGone: (stage: string, from: string) => `${stage}: ya no está prevista para el ${from}`,
    stateHistory: (count: number) => `Cambios de estado (${count})`,
    stateMoved: (from: string, to: string) => `De «${from}» a «${to}»`,
    stateAt: (to: string) => `«${to}»`,
    validations: 'Lo que se ha dicho de la prueba',
    by: (person: string, at: string) => `${person}, ${at}`,
    ask: (name: string) => `${name}: ya está en su BD de pruebas. ¿Funciona como esperaba?`,
    askHint: 'Con su visto bueno lo instalaremos en la BD real.',
    ticketsOf: 'Tickets',
    valuation: (number: number) => `Ver la valoración ${number}`,
  },

  validate: {
    act: { validated: 'Validado en pruebas', failed: 'No funciona' },
    title: { validated: 'VALIDADO EN PRUEBAS', failed: 'NO FUNCIONA' },
    explanation: {
      validated: (name: string) =>
        `${name}: Soporte sabrá que funciona en su BD de pruebas y que se puede instalar en la real.`,
      failed: (name: string) => `${name}: Soporte sabrá que no funciona todavía y volverá a trabajar en ello.`,
    },
    text: { validated: 'Comentario', failed: '¿Qué ocurre?' },
    hint: {
      validated: 'Si quiere añadir algo',
      failed: 'Qué ha hecho, qué esperaba y qué ha pasado',
    },
    done: {
      validated: (name: string) => `Se ha enviado su validación: ${name}`,
      failed: (name: string) => `Soporte sabe ya que no funciona: ${name}`,
    },
    unsent: 'No se ha podido enviar lo que dice de la prueba',
  },
  problem: {
    title: 'Problema conocido',
    of: (number: number, title: string) => `Problema ${number}: ${title}`,
    meanwhile: (workaround: string) => `Mientras tanto: ${workaround}`,
    planned: (day: string) => `Previsto para el ${day}`,
    mended: (version: string) => `Corregido en la versión ${version}`,
    toMend: (version: string) => `Se corregirá en la versión ${version}`,
  },
}

export type LifeLineMessages = Words<typeof lifeLineEs>
