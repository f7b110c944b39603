import type { Words } from '#browser/words.ts'

/** An open conversation and what is written in it. Spanish is the source. */
export const conversationEs = {
  /** Above the words that an act answers. */
  lastWords: (author: string, ago: string) => `Lo último de ${author}, ${ago}:`,
  support: 'Soporte',
  correction: {
    act: 'Corregir la transcripción',
    title: 'CORREGIR LA TRANSCRIPCIÓN',
    explanation: 'Cambie lo que no se entendió bien. En el ticket se verá su texto, y que se ha corregido.',
    text: 'Lo que se dijo',
    done: 'Se ha corregido la transcripción',
    failed: 'No se ha podido corregir la transcripción',
  },
  simulate: {
    title: 'SIMULAR TÉCNICO',
    explanation: 'Sólo para pruebas: contesta como lo haría un técnico.',
    text: 'Respuesta del técnico',
    closes: 'Cerrar el ticket',
    opensIncident: 'Abrir una incidencia asociada',
    done: 'El técnico ha contestado',
    failed: 'No se ha podido simular la respuesta',
  },
}

export type ConversationMessages = Words<typeof conversationEs>
