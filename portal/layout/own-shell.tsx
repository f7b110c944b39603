import { shellOf } from '#browser/shell/own-shell.tsx'
import { sentenceOf } from '../api.ts'
import { entranceMessagesNow, store, useEntranceMessages } from '../messages/language.ts'
import { logout } from '../session/session-check.ts'
import mark from './mark.svg'

export const { OwnBrand, OwnLanguageSwitch, leave } = shellOf(
  mark,
  store,
  useEntranceMessages,
  entranceMessagesNow,
  logout,
  sentenceOf,
)

/** The top of a page without a session. */
export const ownHeader = (
  <>
    <OwnBrand />
    <OwnLanguageSwitch />
  </>
)
