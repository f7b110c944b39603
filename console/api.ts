import { clientOf } from '#browser/client.ts'
import type { FailureCode } from '#contract/failure.ts'
import { messagesNow } from './messages/index.ts'
import { languageNow } from './messages/language.ts'
import { isUntouched } from './session/touch.ts'

/** The technicians' client of the contract; readable names in and out. Its calls throw `CallFailed`. */
export const { call, addressOf, download, upload, sentenceOf } = clientOf({
  language: languageNow,
  sentences: () => messagesNow().shared.call,
  insist: () => undefined,
  claims: () => ({}),
  isUntouched,
  onForbidden: (code) => forbidden(code),
})

/** Told when a call was answered with 403, and why: null when it was a proxy that said so. */
export function onForbidden(listener: (code: FailureCode | null) => void): void {
  forbidden = listener
}
let forbidden = (_code: FailureCode | null): void => undefined
