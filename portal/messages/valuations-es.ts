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
  act: { accepted: 'Aceptar', rejected: 'Rechazar', ask: 'Preguntar' },
  title: { accepted: 'ACEPTAR LA VALORACIÓN', rejected: 'RECHAZAR LA VALORACIÓN', ask: 'PREGUNTAR' },
  explanation: {
    accepted: (number: number) => `Acepta la valoración ${number} y nos pide que empecemos. No se puede deshacer.`,
    rejected: (number: number) => `Rechaza la valoración ${number}: no seguiremos con ella. No se puede deshacer.`,
    ask: (number: number) => `Se abrirá un ticket con su pregunta sobre la valoración ${number}.`,
  },
  text: { accepted: 'Comentario', rejected: 'Motivo', ask: 'Pregunta' },
  hint: 'Si quiere añadir algo',
  done: {
    accepted: (number: number) => `Ha aceptado la valoración ${number}`,
    rejected: (number: number) => `Ha rechazado la valoración ${number}`,
    ask: (number: number) => `Se ha enviado su pregunta sobre la valoración ${number}`,
  },
  unsent: 'No se ha podido enviar su respuesta a la valoración',
}

export type ValuationMessages = Words<typeof valuationsEs>
