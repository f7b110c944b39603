import { callsEn } from './calls-en.ts'
import { type CallMessages, callsEs } from './calls-es.ts'
import { useLanguage } from './language.ts'

/** The words for telephone calls; they are loaded with their screens. */
export const useCallMessages = (): CallMessages => (useLanguage() === 'es' ? callsEs : callsEn)
