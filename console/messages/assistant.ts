import { assistantEn } from './assistant-en.ts'
import { type AssistantMessages, assistantEs } from './assistant-es.ts'
import { useLanguage } from './language.ts'

/** The assistant's words; they are loaded with its screens. */
export const useAssistantMessages = (): AssistantMessages => (useLanguage() === 'es' ? assistantEs : assistantEn)
