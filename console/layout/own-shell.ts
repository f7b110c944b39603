import { shellOf } from '#browser/shell/own-shell.tsx'
import { sentenceOf } from '../api.ts'
import { messagesNow, useMessages } from '../messages/index.ts'
import { store } from '../messages/language.ts'
import { logout } from '../session/session-check.ts'
import mark from './mark.svg'

export const { OwnBrand, OwnLanguageSwitch, chooseLanguage, leave } = shellOf(
  mark,
  store,
  useMessages,
  messagesNow,
  logout,
  sentenceOf,
)
