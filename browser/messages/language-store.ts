import { useSyncExternalStore } from 'react'
import type { Language } from '#contract/moment.ts'

const STORED_UNDER = 'idioma'

export interface LanguageStore<Catalogue> {
  /** The current language, for code outside components. */
  readonly languageNow: () => Language
  /** The English catalogue if English is chosen; Spanish sentences come with their screens. */
  readonly englishNow: () => Catalogue | null
  readonly useLanguage: () => Language
  /** Switches at once, without losing the screen or typed text. Fails if English cannot be fetched. */
  readonly setLanguage: (language: Language) => Promise<void>
  /** The language of the last visit; Spanish if there was none or it cannot be fetched. */
  readonly restoreLanguage: () => Promise<void>
  readonly onLanguageChange: (listener: () => void) => () => void
}

/** The reader's language; the English catalogue is fetched when chosen. */
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
