import { CallFailed, clientOf } from '#browser/client.ts'
import { languageNow, entranceMessagesNow } from './messages/language.ts'
import { accountNow, sessionNow } from './session/session-store.ts'

export { CallFailed } from '#browser/client.ts'

/** The customers' client of the contract; readable names in and out. Its calls throw `CallFailed`. */
export const { call, addressOf, download, stream, upload, sentenceOf, onForbidden } = clientOf({
  language: languageNow,
  sentences: () => entranceMessagesNow().shared.call,
  /** A person's tab never acts with another's session, not even to finish a running act (security.md). */
  insist: ({ access }) => {
    if (sessionNow().is !== 'taken' || access === 'public') return
    throw new CallFailed(409, entranceMessagesNow().session.otherPersonTitle, { code: 'other-session' })
  },
  /** The person whom this tab assumes: the server refuses calls that contradict the session. */
  claims: ({ access }) => {
    const account = accountNow()
    if (!account || access === 'public') return {}
    return {
      claimedClient: account.client,
      claimedInstallation: account.installation ?? undefined,
      claimedUser: account.callingUser,
    }
  },
})
