import { useSyncExternalStore } from 'react'
import { type Format, formatIn } from '#browser/format.ts'
import { type Messages, es } from './es.ts'
import { englishNow, onLanguageChange, useLanguage } from './language.ts'

/** All the console's words in the current language. */
export const useMessages = (): Messages => useSyncExternalStore(onLanguageChange, messagesNow)
export const messagesNow = (): Messages => englishNow() ?? es

/** Dates, numbers and plurals in the current language. */
export const useFormat = (): Format => formatIn(useLanguage())
