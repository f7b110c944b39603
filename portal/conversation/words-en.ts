import type { ConversationMessages } from './words-es.ts'

export const conversationEn: ConversationMessages = {
  lastWords: (author, ago) => `The latest from ${author}, ${ago}:`,
  support: 'Support',
}
