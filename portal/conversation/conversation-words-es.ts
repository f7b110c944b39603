import { ticketWordsEs as words } from '#browser/messages/ticket-words-es.ts'
import type { Words } from '#browser/words.ts'

/** The words of an open conversation, and of writing in it. Spanish is the source. */
export const conversationEs = {
  /** Stands above the entry that an act answers. */
  lastWords: (author: string, ago: string) => `Lo último de ${author}, ${ago}:`,
  support: 'Soporte',
  information: {
    act: 'Añadir información',
    title: 'AÑADIR INFORMACIÓN',
    explanation: 'Soporte la verá en el ticket. No cambia a quién le toca contestar ni cuándo podrá reclamar.',
    text: 'Información',
    hint: 'Lo que haya observado después o se le haya olvidado.',
    done: 'Se ha añadido la información correctamente',
    failed: 'No se ha podido añadir la información',
  },
  meanwhile: {
    reject: 'Soporte ha cerrado el ticket mientras escribía. Si no está conforme, puede decirlo con este mismo texto.',
    information: 'Mientras escribía ha cambiado el ticket. Puede añadirle este mismo texto como información.',
    reply: 'El ticket vuelve a estar pendiente. Puede responder con este mismo texto.',
  },
  toSupport: {
    act: 'Enviar a Soporte',
    title: 'ENVIAR A SOPORTE',
    explanation: () => 'Una persona de Soporte leerá la conversación y le contestará en este mismo ticket.',
    text: 'Qué sigue sin resolver',
    done: 'El ticket está en manos de Soporte',
    failed: 'No se ha podido enviar el ticket a Soporte',
  },
  withdrawal: {
    act: words.entry.withdrawal,
    title: 'YA ESTÁ RESUELTO',
    explanation: (number: number) =>
      `El ticket ${number} se cerrará y pasará al histórico: Soporte dejará de trabajar en él.`,
    text: 'Cómo se resolvió',
    hint: 'Opcional: ayuda a Soporte con casos parecidos.',
    done: 'El ticket ha sido marcado como resuelto',
    failed: 'No se ha podido marcar el ticket como resuelto',
  },
  correction: {
    act: 'Corregir la transcripción',
    title: 'CORREGIR LA TRANSCRIPCIÓN',
    explanation: 'Cambie lo que no se entendió bien. En el ticket se verá su texto, y que se ha corregido.',
    text: 'Lo que se dijo',
    done: 'Se ha corregido la transcripción',
    failed: 'No se ha podido corregir la transcripción',
  },
  related: 'Abrir relacionada',
  simulate: {
    act: 'Simular técnico',
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
