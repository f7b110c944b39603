import { conversationEn } from './conversation-words-en.ts'
import { type ConversationMessages, conversationEs } from './conversation-words-es.ts'
import { useLanguage } from '../messages/language.ts'

/** The words of an open conversation; they are loaded with it, in both languages. */
export const useConversationMessages = (): ConversationMessages =>
  useLanguage() === 'es' ? conversationEs : conversationEn
