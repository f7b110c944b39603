import { useSyncExternalStore } from 'react'
import { languageStore } from '#browser/messages/language-store.ts'
import { type EntranceMessages, entranceEs } from './entrance-es.ts'
import type { Messages } from './es.ts'

export const store = languageStore<Messages>(async () => (await import('./en.ts')).en)

export const { languageNow, englishNow, useLanguage, setLanguage, restoreLanguage, onLanguageChange } = store

export const entranceMessagesNow = (): EntranceMessages => englishNow() ?? entranceEs

/** For the first load; screens with a session use `useMessages`. */
export const useEntranceMessages = (): EntranceMessages => useSyncExternalStore(onLanguageChange, entranceMessagesNow)
