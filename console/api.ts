import { clientOf } from '#browser/client.ts'
import { messagesNow } from './messages/index.ts'
import { languageNow } from './messages/language.ts'

/** The technicians' client of the contract; readable names in and out. Its calls throw `CallFailed`. */
export const { call, addressOf, download, stream, upload, sentenceOf, onForbidden } = clientOf({
  language: languageNow,
  sentences: () => messagesNow().shared.call,
  insist: () => undefined,
  claims: () => ({}),
})
