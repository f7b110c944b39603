import { useLanguage } from './language.ts'
import { mastersEn } from './masters-en.ts'
import { type MasterMessages, mastersEs } from './masters-es.ts'

/** The masters' words. They are loaded with their screens, in both languages, so that the console starts without them. */
export const useMasterMessages = (): MasterMessages => (useLanguage() === 'es' ? mastersEs : mastersEn)
