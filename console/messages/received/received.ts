import { useLanguage } from '../language.ts'
import { receivedEn } from './received-en.ts'
import { type ReceivedMessages, receivedEs } from './received-es.ts'

/** The words for received mail; they are loaded with its screen. */
export const useReceivedMessages = (): ReceivedMessages => (useLanguage() === 'es' ? receivedEs : receivedEn)
