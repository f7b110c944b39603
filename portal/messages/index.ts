import { useSyncExternalStore } from 'react'
import { type Messages, es } from './es.ts'
import { type Format, formatIn } from '#browser/format.ts'
import { englishNow, onLanguageChange, useLanguage } from './language.ts'

/** All the portal's words, for screens with a session: not part of the first load. */
export const useMessages = (): Messages => useSyncExternalStore(onLanguageChange, messagesNow)

/** Dates, numbers and plurals in the current language. */
export const useFormat = (): Format => formatIn(useLanguage())

export const messagesNow = (): Messages => englishNow() ?? es
