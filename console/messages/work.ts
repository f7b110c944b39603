import { useLanguage } from './language.ts'
import { workEn } from './work-en.ts'
import { type WorkMessages, workEs } from './work-es.ts'

/** The words for incidents, developments and valuations; they are loaded with their screens, in both languages. */
export const useWorkMessages = (): WorkMessages => (useLanguage() === 'es' ? workEs : workEn)
