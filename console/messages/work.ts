import { useLanguage } from './language.ts'
import { workEn } from './work-en.ts'
import { type WorkMessages, workEs } from './work-es.ts'

/** What the screens of incidents, developments and valuations say: it comes with them, in both languages. */
export const useWorkMessages = (): WorkMessages => (useLanguage() === 'es' ? workEs : workEn)
