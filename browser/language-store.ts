import { useSyncExternalStore } from 'react'
import type { Language } from '#contract/moment.ts'

const STORED_UNDER = 'idioma'

export interface LanguageStore<Catalogue> {
  /** The language of the moment, for what is not a component. */
  readonly languageNow: () => Language
  /** The English catalogue while English is chosen; Spanish comes with whatever says it. */
  readonly englishNow: () => Catalogue | null
  readonly useLanguage: () => Language
  /** Switches at once; what is on the screen stays, and so does what was typed. Fails when English cannot be fetched. */
  readonly setLanguage: (language: Language) => Promise<void>
  /** The language chosen on an earlier visit; Spanish when there is none, or when it cannot be fetched. */
  readonly restoreLanguage: () => Promise<void>
  readonly onLanguageChange: (listener: () => void) => () => void
}

/** The language that somebody reads; the English catalogue is fetched once it is chosen. */
export function languageStore<Catalogue>(fetchEnglish: () => Promise<Catalogue>): LanguageStore<Catalogue> {
  const listeners = new Set<() => void>()
  let english: Catalogue | null = null
  const languageNow = (): Language => (english ? 'en' : 'es')

  async function setLanguage(language: Language): Promise<void> {
    english = language === 'es' ? null : await fetchEnglish()
    document.documentElement.lang = language
    localStorage.setItem(STORED_UNDER, language)
    for (const listener of listeners) listener()
  }

  function onLanguageChange(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  return {
    languageNow,
    englishNow: () => english,
    useLanguage: () => useSyncExternalStore(onLanguageChange, languageNow),
    setLanguage,
    restoreLanguage: async () => {
      if (localStorage.getItem(STORED_UNDER) === 'en') await setLanguage('en').catch(() => undefined)
    },
    onLanguageChange,
  }
}
