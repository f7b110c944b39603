import { assistantEn } from './assistant-en.ts'
import { type AssistantMessages, assistantEs } from './assistant-es.ts'
import { useLanguage } from './language.ts'

/** What is said of the assistant. It comes with its screens, in both languages: the lists do without. */
export const useAssistantMessages = (): AssistantMessages => (useLanguage() === 'es' ? assistantEs : assistantEn)
