import { assistantEn } from './assistant-en.ts'
import { type AssistantMessages, assistantEs } from './assistant-es.ts'
import { useLanguage } from './language.ts'

/** What is said of the assistant; it comes with its screens, as the words of the masters do. */
export const useAssistantMessages = (): AssistantMessages => (useLanguage() === 'es' ? assistantEs : assistantEn)
