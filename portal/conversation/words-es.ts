import type { Words } from '#browser/words.ts'

/** An open conversation and what is written in it. Spanish is the source. */
export const conversationEs = {
  /** Above the words that an act answers. */
  lastWords: (author: string, ago: string) => `Lo último de ${author}, ${ago}:`,
  support: 'Soporte',
}

export type ConversationMessages = Words<typeof conversationEs>
