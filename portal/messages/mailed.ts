import { useLanguage } from './language.ts'
import { mailedEn } from './mailed-en.ts'
import { type MailedMessages, mailedEs } from './mailed-es.ts'

/** Loaded with the components that use it, in both languages. */
export const useMailedMessages = (): MailedMessages => (useLanguage() === 'es' ? mailedEs : mailedEn)
