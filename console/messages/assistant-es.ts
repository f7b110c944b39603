import { provider } from '#browser/provider/provider.ts'
import type { Words } from '#browser/words.ts'

const { assistant: name } = provider

/** The console's words for the assistant. Spanish is the source. */
export const assistantEs = {
  conversation: {
    title: `Conversación con ${name}`,
    label: (count: number) => (count === 1 ? `Conversación con ${name}` : `Conversaciones con ${name}: ${count}`),
    failed: `No se ha podido cargar la conversación con ${name}`,
    asked: (person: string) => `Pregunta de ${person}`,
    name,
    verdict: { answer: 'Respuesta', offer: 'Sugerencia de apartados', refuse: 'Los manuales no lo tratan' },
    noVerdict: 'Cortada antes de encontrar nada',
    wordedBy: { model: 'redactada por el modelo', quotes: 'con frases de los manuales' },
    state: { running: 'se está escribiendo', interrupted: 'se cortó' },
    sources: 'Lo que citó',
    rated: (rating: string) => `El cliente la valoró: ${rating}`,
    outcome: {
      open: 'Sin terminar',
      solved: 'Solucionada',
      'handed-over': 'Pasada a Soporte',
      abandoned: 'Abandonada',
    },
    solvedBy: (person: string) => `Solucionada, según ${person}`,
  },

  page: {
    title: `Qué contesta ${name}`,
    from: 'Desde',
    to: 'Hasta',
    span: 'Días que se cuentan',
    conversations: 'Conversaciones',
    questions: 'Preguntas',
    answers: 'Respuestas',
    offers: 'Sugerencias',
    refusals: 'Sin respuesta',
    interrupted: 'Cortadas',
    solved: 'Solucionadas',
    solvedHint: 'Solo las que un cliente ha dicho que sí',
    handedOver: 'Pasadas a Soporte',
    abandoned: 'Abandonadas',
    open: 'Sin terminar',
    byQuestion: 'Cómo se contestaron las preguntas',
    byConversation: 'Cómo acabaron las conversaciones',
    ofAll: (share: string) => `${share} del total`,
    failed: 'No se han podido contar las conversaciones',
    todo: 'Lo que falta en los manuales',
    todoHint: 'Preguntas para las que no había nada: lo próximo que hay que escribir.',
    nothingToDo: 'No hay preguntas sin respuesta',
    todoFailed: 'No se ha podido cargar la lista de preguntas',
    noTopic: 'Sin tema',
    ticket: (number: number) => `Ticket ${number}`,
    more: 'Cargar más',
  },
}

export type AssistantMessages = Words<typeof assistantEs>
