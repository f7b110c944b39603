import { clientOf } from '#browser/client.ts'
import { messagesNow } from './messages/index.ts'
import { languageNow } from './messages/language.ts'

/** The technicians' client of the contract; readable names in and out. Its calls throw `CallFailed`. */
export const { call, addressOf, download, upload, sentenceOf } = clientOf({
  language: languageNow,
  sentences: () => messagesNow().shared.call,
  insist: () => undefined,
  claims: () => ({}),
  onSessionMissing: () => sessionMissing(),
})

/** Told when the server says that there is no session any more. */
export function onSessionMissing(listener: () => void): void {
  sessionMissing = listener
}
let sessionMissing = (): void => undefined
