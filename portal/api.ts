import { CallFailed, clientOf } from '#browser/client.ts'
import type { FailureCode } from '#contract/failure.ts'
import { languageNow, entranceMessagesNow } from './messages/language.ts'
import { accountNow, sessionNow } from './session/account-store.ts'

export { CallFailed } from '#browser/client.ts'

/** The customers' client of the contract; readable names in and out. Its calls throw `CallFailed`. */
export const { call, addressOf, download, stream, upload, sentenceOf } = clientOf({
  language: languageNow,
  sentences: () => entranceMessagesNow().shared.call,
  /** A tab of one person never acts with the session of another, not even to finish what it had begun (security.md). */
  insist: ({ access }) => {
    if (sessionNow().is !== 'taken' || access === 'public') return
    throw new CallFailed(409, entranceMessagesNow().session.otherPersonTitle, { code: 'other-session' })
  },
  /** Who this tab believes to be: the server refuses what contradicts its session. */
  claims: ({ access }) => {
    const account = accountNow()
    if (!account || access === 'public') return {}
    return {
      claimedClient: account.client,
      claimedInstallation: account.installation ?? undefined,
      claimedUser: account.callingUser,
    }
  },
  onForbidden: (code) => forbidden(code),
})

/** Told when a call was answered with 403, and why: null when it was a proxy that said so. */
export function onForbidden(listener: (code: FailureCode | null) => void): void {
  forbidden = listener
}
let forbidden = (_code: FailureCode | null): void => undefined
