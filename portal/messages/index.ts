import { useSyncExternalStore } from 'react'
import type { Language } from '#contract/moment.ts'
import { type Messages, es } from './es.ts'
import { type Format, formatIn } from '#browser/format.ts'
import { englishNow, onLanguageChange, useLanguage } from './language.ts'

/** All the portal's words, for screens with a session: not part of the first load. */
export const useMessages = (): Messages => useSyncExternalStore(onLanguageChange, messagesNow)

/** Dates, numbers and plurals in the current language. */
export function useFormat(): Format {
  const language = useLanguage()
  const format = formats.get(language) ?? formatIn(language)
  formats.set(language, format)
  return format
}

/** Made once, because formatters are costly to make. */
const formats = new Map<Language, Format>()

export const messagesNow = (): Messages => englishNow() ?? es
