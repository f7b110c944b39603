import { provider } from '#browser/provider/provider.ts'
import { momentIn } from '#contract/moment.ts'
import type { Words } from '#browser/words.ts'
import { readerZone } from './reader-zone.ts'

const { assistant: name } = provider

/** The words of the assistant's screens. Spanish is the source: `assistant-en.ts` takes its type from it. */
export const assistantEs = {
  name,

  intro: {
    title: `Pregunte a ${name}`,
    lead: 'Nuestro asistente de inteligencia artificial le dice cómo se hace en la aplicación, a cualquier hora, y en qué manual está escrito.',
    start: 'Iniciar conversación',
    notices: 'Advertencias, privacidad y limitaciones',
    warnings: 'Advertencias',
    privacy: 'Privacidad',
    limitations: 'Limitaciones',
    guide: 'Cómo preguntar al asistente (PDF)',
  },

  chat: {
    title: `Conversación con ${name}`,
    disclosure: `${name} es un asistente de inteligencia artificial, no una persona. Contesta con los manuales, dice de qué apartado lo toma y puede equivocarse. Cuando quiera puede hablar con una persona.`,
    conversation: `Preguntas y respuestas de ${name}`,
    you: 'Usted',
    verdict: {
      offer: 'No es una respuesta segura',
      refuse: 'Los manuales no lo tratan',
    },
    working: `${name} está buscando en los manuales`,
    offline: 'Sin conexión: la respuesta seguirá sola en cuanto vuelva',
    sources: 'Fuentes',
    question: 'Su pregunta',
    hint: 'Intro envía; Mayúsculas + Intro, línea nueva',
    count: (count: string, max: string) => `${count} de ${max} caracteres`,
    send: 'Enviar',
    full: 'Ha alcanzado el número máximo de interacciones de esta conversación. Díganos si le ha sido útil.',
    begunAnew: 'La conversación de antes ya había terminado. Con su pregunta empieza otra.',
    useful: '¿Te ha sido útil esta información?',
    solved: 'Sí, se ha solucionado correctamente',
    unsolved: 'No, enviar mi consulta a Soporte',
    person: 'Hablar con una persona',
    busy: 'Aún no se esta procesando su consulta, espere unos segundos',
    broken: `Hubo un error en la conexión con ${name}. Por favor intentelo mas tarde.`,
    notResumed: 'No se ha podido abrir la conversación',
    ticketFailed: 'Hubo un error generando el ticket',
    good: 'Marcar como buena respuesta',
    bad: 'Marcar como mala respuesta',
    rated: 'Gracias: nos ayuda a mejorar los manuales',
    /** The rating as Support sees it. */
    rating: { good: 'Buena respuesta', bad: 'Mala respuesta' },
  },

  done: {
    withoutTicket: 'Nos alegra haberle ayudado',
    solved: (number: number) => `Hemos registrado tu Ticket número ${number}. Está en «Mis tickets e incidencias».`,
    solvedLate: (number: number) =>
      `Nos alegra haberle ayudado. La conversación ya había terminado sola: es el ticket ${number}, en Histórico.`,
    unsolved: (number: number) =>
      `Hemos registrado tu Ticket número ${number}, con toda la conversación. Nuestro equipo lo atenderá lo antes posible.`,
    unsolvedOutOfHours: (number: number, opening: Date) =>
      `Hemos registrado tu Ticket número ${number}, con toda la conversación. Nuestro equipo está fuera del horario de atención al cliente y lo atenderá lo antes posible: abrimos ${momentIn('es', opening, readerZone())}.`,
  },

  /** The hidden pop-up that tries the stream, only with SIMULAR_TECNICO. */
  trial: {
    open: 'Probar el streaming',
    title: 'Prueba de streaming',
    question: 'Pregunta (new_question)',
    stream: 'Por partes (stream)',
    conversation: 'Conversación (session_id)',
    rating: 'Valoración (rate)',
    answer: 'Respuesta',
    send: 'Enviar',
    rate: 'Valorar',
    rated: 'Se ha enviado la valoración',
  },
}

export type AssistantMessages = Words<typeof assistantEs>
