import { amountsEs } from '#browser/valuation/amount-words-es.ts'
import type { Words } from '#browser/words.ts'

/** The words of a valuation and its answers, in Spanish. */
export const valuationsEs = {
  heading: (number: number) => `Valoración ${number}`,
  open: (number: number) => `Ver la valoración ${number}`,
  decidedTitle: 'Ya decididas',
  undecided: 'Pendiente de su respuesta',
  decision: { accepted: 'Aceptada', rejected: 'Rechazada' },
  decided: (decision: string, person: string, at: string) => `${decision} por ${person}, ${at}`,
  createdOn: 'Fecha',
  ticket: 'Ticket',
  development: 'Desarrollo',
  developmentNamed: (number: number) => `Desarrollo ${number}`,
  questions: 'Preguntas',
  notThere: 'Compruebe el número, o búsquela en Valoraciones en curso.',
  loading: 'Cargando la valoración',
  failed: 'No se ha podido cargar la valoración',
  version: (version: number) => `Versión ${version}`,
  withVat: 'IVA incluido',
  hours: (hours: string) => `${hours} horas`,
  validUntil: (day: string) => `Válida hasta el ${day}`,
  ...amountsEs,
  lines: 'Desglose',
  concept: 'Concepto',
  amount: 'Importe',
  noLines: 'No lleva desglose: el importe y las condiciones son los de su descripción. Si le falta algo, pregúntenos.',
  expired: (day: string) => `Caducó el ${day}`,
  expiredHint: 'Ya no se puede decidir. Pídala de nuevo y Soporte le dirá si se mantiene.',
  expiredShort: 'Caducada',
  undoable: (time: string) => `Puede deshacerlo hasta las ${time}, mientras no empiece el trabajo.`,
  history: 'Historia',
  event: {
    offered: (version: number) => (version === 1 ? 'Valoración de Soporte' : `Soporte la cambió (versión ${version})`),
    accepted: () => 'Aceptada',
    rejected: () => 'Rechazada',
    undone: () => 'Decisión deshecha',
    closed: () => 'Cerrada por Soporte',
  },
  pdf: {
    save: 'Descargar PDF',
    failed: (reason: string) => `No se ha podido descargar el PDF. ${reason}`,
  },
  act: { accepted: 'Aceptar', rejected: 'Rechazar', ask: 'Preguntar', renew: 'Pedir de nuevo', undo: 'Deshacer' },
  title: {
    accepted: 'ACEPTAR LA VALORACIÓN',
    rejected: 'RECHAZAR LA VALORACIÓN',
    ask: 'PREGUNTAR',
    renew: 'PEDIR DE NUEVO',
    undo: 'DESHACER LA DECISIÓN',
  },
  explanation: {
    accepted: 'La acepta y nos pide que empecemos. Podrá deshacerlo durante una hora, mientras no empiece el trabajo.',
    rejected: 'La rechaza: no seguiremos con ella. Podrá deshacerlo durante una hora.',
    ask: (number: number) => `Se abrirá un ticket con su pregunta sobre la valoración ${number}.`,
    undo: (number: number, decision: string) =>
      `La valoración ${number} dejará de estar «${decision}» y volverá a esperar su decisión. Soporte lo sabrá.`,
  },
  renewal: (number: number, description: string) =>
    `La valoración ${number}, «${description}», ha caducado. ¿Pueden renovarla?`,
  text: { accepted: 'Comentario', rejected: 'Motivo', ask: 'Pregunta', undo: 'Motivo' },
  hint: 'Si quiere añadir algo',
  done: {
    accepted: (number: number) => `Ha aceptado la valoración ${number}`,
    rejected: (number: number) => `Ha rechazado la valoración ${number}`,
    ask: (number: number) => `Se ha enviado su pregunta sobre la valoración ${number}`,
    undo: (number: number) => `Ha deshecho la decisión: la valoración ${number} vuelve a estar pendiente`,
  },
  unsent: 'No se ha podido enviar su respuesta a la valoración',
}

export type ValuationMessages = Words<typeof valuationsEs>
