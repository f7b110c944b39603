import { assistantEn } from './assistant-en.ts'
import { type AssistantMessages, assistantEs } from './assistant-es.ts'
import { useLanguage } from './language.ts'

/** The assistant's words, loaded with its screens in both languages: lists do without them. */
export const useAssistantMessages = (): AssistantMessages => (useLanguage() === 'es' ? assistantEs : assistantEn)
