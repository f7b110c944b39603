import { storeOf } from '#browser/store.ts'
import { account as accountCodec } from '#contract/account-codec.ts'
import type { Account } from '#domain/account.ts'

/**
 * The session that this tab works in.
 * - `unknown`: not asked yet. `none`: nobody's.
 * - `open`: `account` is signed in.
 * - `ended`: it was `account`'s, and has ended; the screen waits, as it was, for the same person to come back.
 * - `taken`: another person, `by`, has entered in this browser; this tab must not act any more.
 */
export type SessionState =
  | { readonly is: 'unknown' | 'none' }
  | { readonly is: 'open' | 'ended'; readonly account: Account }
  | { readonly is: 'taken'; readonly account: Account; readonly by: Account }

const store = storeOf<SessionState>({ is: 'unknown' })

export const { now: sessionNow, use: useSession, onChange: onSessionChange } = store

/** The person that this tab shows, if any: with a session, or after its end. */
export const accountNow = (): Account | null => accountOf(sessionNow())

/** The signed-in person, for screens that exist only under a session. */
export function useAccount(): Account {
  const account = accountOf(useSession())
  if (!account) throw new Error('No session')
  return account
}

export function setSession(next: SessionState): void {
  if (next.is === 'open') keepHint(next.account)
  if (next.is === 'none') forgetPerson()
  store.set(next)
}

/**
 * This tab's reaction to the server's answer about the session; `answered` is null without a session. A tab that shows
 * somebody never turns into another person's by itself.
 */
export function sessionAfter(before: SessionState, answered: Account | null): SessionState {
  const shown = accountOf(before)
  if (answered) {
    return shown && !isSamePerson(shown, answered)
      ? { is: 'taken', account: shown, by: answered }
      : { is: 'open', account: answered }
  }
  return shown ? { is: 'ended', account: shown } : { is: 'none' }
}

/** The same login in another installation is another person (api.md, Who is who). */
export const isSamePerson = (one: Account, other: Account): boolean =>
  one.client === other.client &&
  one.installation === other.installation &&
  one.username === other.username &&
  one.callingUser === other.callingUser &&
  one.contact?.id === other.contact?.id

/** The account's fields are fixed on the wire (api.md); the person's name comes beside it. */
export type NamelessAccount = Omit<Account, 'personName'>

export const named = (account: NamelessAccount, person: { readonly name: string | null } | null): Account => ({
  ...account,
  personName: person ? person.name : account.contact?.name || null,
})

/** A person's name on the screen or, without one, their client's. */
export const nameOf = (account: Account): string => account.personName ?? clientOf(account)

/** The names for which a person acts: their client's and, if it differs from their own, the contact's. */
export const actsFor = (account: Account): string[] => {
  const { personName, contact } = account
  return contact && contact.name !== personName ? [contact.name, clientOf(account)] : [clientOf(account)]
}

/** A limited session knows no more than its installation. */
const clientOf = ({ clientDetails, installation }: Account): string => clientDetails.name || installation || ''

/** The last person's name in this browser, or nothing: for display, never for a decision (security.md). */
export const lastPersonHint = (): string => localStorage.getItem(USER_KEY) ?? ''

// spec §3: the user and the client are kept in the browser.
const USER_KEY = accountCodec.fields.username.wire
const CLIENT_KEY = accountCodec.fields.client.wire

function keepHint(account: Account): void {
  localStorage.setItem(USER_KEY, nameOf(account))
  localStorage.setItem(CLIENT_KEY, String(account.client))
}

export function forgetPerson(): void {
  localStorage.removeItem(USER_KEY)
  localStorage.removeItem(CLIENT_KEY)
}

const accountOf = (state: SessionState): Account | null => ('account' in state ? state.account : null)
