import { languageStore } from '#browser/language-store.ts'
import type { Messages } from './es.ts'

export const { languageNow, englishNow, useLanguage, setLanguage, restoreLanguage, onLanguageChange } =
  languageStore<Messages>(async () => (await import('./en.ts')).en)
