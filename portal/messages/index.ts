import { useSyncExternalStore } from 'react'
import type { Language } from '#contract/moment.ts'
import { type Messages, es } from './es.ts'
import { type Format, formatIn } from '#browser/format.ts'
import { englishNow, onLanguageChange, useLanguage } from './language.ts'

/** All that the portal says, for the screens of those who are in: it is not part of the first load. */
export const useMessages = (): Messages => useSyncExternalStore(onLanguageChange, messagesNow)

/** Dates, numbers and plurals in the language of the moment. */
export function useFormat(): Format {
  const language = useLanguage()
  const format = formats.get(language) ?? formatIn(language)
  formats.set(language, format)
  return format
}

/** Made once: making them takes longer than all that they format. */
const formats = new Map<Language, Format>()

const messagesNow = (): Messages => englishNow() ?? es
