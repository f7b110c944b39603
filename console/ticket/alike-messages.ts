import type { ProblemState } from '#domain/problems/problem.ts'
import { useLanguage } from '../messages/language.ts'

/** The words of the suggestions beside a ticket; they load with them. */
const es = {
  title: 'Parecidos',
  none: 'Nada parecido',
  failed: 'No se ha podido buscar lo parecido',
  sections: 'En los manuales',
  insert: 'Insertar',
  insertOf: (title: string) => `Insertar el enlace a «${title}»`,
  insertKey: 'Insertar el primer apartado de los manuales',
  noSection: 'No hay ningún apartado de los manuales que insertar',
  tickets: 'Resueltos que se parecen',
  ofOther: (client: string) => `De otro cliente: ${client}`,
  answer: 'Ver la respuesta',
  noAnswer: 'Sin respuesta escrita',
  copy: 'Usar la respuesta',
  copyTitle: 'Texto de otro cliente',
  copyAct: 'Usarlo',
  copyAsks: (client: string) =>
    `Esta respuesta se escribió para ${client}. Antes de enviarla, quite los nombres, importes y datos que sean suyos.`,
  problems: 'Puede ser este problema',
  states: {
    studied: 'en estudio',
    confirmed: 'confirmado',
    mended: 'con arreglo',
    discarded: 'descartado',
  } satisfies Record<ProblemState, string>,
}

const en: typeof es = {
  title: 'Similar',
  none: 'Nothing similar',
  failed: 'What is similar could not be found',
  sections: 'In the manuals',
  insert: 'Insert',
  insertOf: (title) => `Insert the link to “${title}”`,
  insertKey: 'Insert the first section of the manuals',
  noSection: 'There is no section of the manuals to insert',
  tickets: 'Solved ones like it',
  ofOther: (client) => `Of another client: ${client}`,
  answer: 'See the answer',
  noAnswer: 'No written answer',
  copy: 'Use the answer',
  copyTitle: 'Another client’s text',
  copyAct: 'Use it',
  copyAsks: (client) =>
    `This answer was written for ${client}. Before you send it, take out the names, amounts and data that are theirs.`,
  problems: 'It may be this problem',
  states: { studied: 'being studied', confirmed: 'confirmed', mended: 'mended', discarded: 'discarded' },
}

export const useAlikeMessages = (): typeof es => (useLanguage() === 'es' ? es : en)
