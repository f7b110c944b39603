import type { Words } from '#browser/words.ts'

/** An open conversation and what is written in it. Spanish is the source. */
export const conversationEs = {
  /** Above the words that an act answers. */
  lastWords: (author: string, ago: string) => `Lo último de ${author}, ${ago}:`,
  support: 'Soporte',
  /** After the reason why a ticket that waits for an incident cannot be concluded. */
  planned: (day: string) => `, prevista para el ${day}`,
}

export type ConversationMessages = Words<typeof conversationEs>
