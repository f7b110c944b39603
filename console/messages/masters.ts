import { useLanguage } from './language.ts'
import { mastersEn } from './masters-en.ts'
import { type MasterMessages, mastersEs } from './masters-es.ts'

/** What the screens of masters say. They come with the screens, in both languages: the console begins without them. */
export const useMasterMessages = (): MasterMessages => (useLanguage() === 'es' ? mastersEs : mastersEn)
