import { useMemo, useSyncExternalStore } from 'react'
import type { Language } from '#contract/moment.ts'
import { type Messages, es } from './es.ts'
import { type Format, formatIn } from './format.ts'

const STORED_UNDER = 'idioma'

interface Chosen {
  readonly language: Language
  readonly messages: Messages
}

const listeners = new Set<() => void>()
let chosen: Chosen = { language: 'es', messages: es }

/** The language of the moment, for what is not a component. */
export const languageNow = (): Language => chosen.language
export const messagesNow = (): Messages => chosen.messages

export const useLanguage = (): Language => useSyncExternalStore(onLanguageChange, languageNow)
export const useMessages = (): Messages => useSyncExternalStore(onLanguageChange, messagesNow)

/** Dates, numbers and plurals in the language of the moment. */
export function useFormat(): Format {
  const language = useLanguage()
  return useMemo(() => formatIn(language), [language])
}

/** Switches at once; what is on the screen stays, and so does what was typed. Fails when English cannot be fetched. */
export async function setLanguage(language: Language): Promise<void> {
  const messages = language === 'es' ? es : (await import('./en.ts')).en
  chosen = { language, messages }
  document.documentElement.lang = language
  localStorage.setItem(STORED_UNDER, language)
  for (const listener of listeners) listener()
}

/** The language chosen on an earlier visit; Spanish when there is none, or when it cannot be fetched. */
export async function restoreLanguage(): Promise<void> {
  if (localStorage.getItem(STORED_UNDER) === 'en') await setLanguage('en').catch(() => undefined)
}

export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
