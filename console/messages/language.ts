import { languageStore } from '#browser/messages/language-store.ts'
import type { Messages } from './es.ts'

export const store = languageStore<Messages>(async () => (await import('./en.ts')).en)

export const { languageNow, englishNow, useLanguage, setLanguage, restoreLanguage, onLanguageChange } = store
