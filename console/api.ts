import { clientOf } from '#browser/client.ts'
import type { FailureCode } from '#contract/failure.ts'
import { messagesNow } from './messages/index.ts'
import { languageNow } from './messages/language.ts'

/** The technicians' client of the contract; readable names in and out. Its calls throw `CallFailed`. */
export const { call, addressOf, download, stream, upload, sentenceOf } = clientOf({
  language: languageNow,
  sentences: () => messagesNow().shared.call,
  insist: () => undefined,
  claims: () => ({}),
  onForbidden: (code) => forbidden(code),
})

/** Called when a call got a 403, with its reason; null if a proxy answered. */
export function onForbidden(listener: (code: FailureCode | null) => void): void {
  forbidden = listener
}
let forbidden = (_code: FailureCode | null): void => undefined
