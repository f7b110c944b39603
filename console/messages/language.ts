import { useSyncExternalStore } from 'react'
import type { Language } from '#contract/moment.ts'
import type { Messages } from './es.ts'

const STORED_UNDER = 'idioma'

const listeners = new Set<() => void>()
/** The English catalogue while English is chosen; Spanish comes with the console. */
let english: Messages | null = null

/** The language of the moment, for what is not a component. */
export const languageNow = (): Language => (english ? 'en' : 'es')
export const englishNow = (): Messages | null => english

export const useLanguage = (): Language => useSyncExternalStore(onLanguageChange, languageNow)

/** Switches at once; what is on the screen stays, and so does what was typed. Fails when English cannot be fetched. */
export async function setLanguage(language: Language): Promise<void> {
  english = language === 'es' ? null : (await import('./en.ts')).en
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
