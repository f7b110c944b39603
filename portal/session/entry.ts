import { storeOf } from '#browser/store.ts'
import { session } from '#contract/session.ts'
import { CallFailed, call, sentenceOf } from '../api.ts'
import { BASE_PATH, paths } from '../paths.ts'
import { type EntryInput, readEntry } from './entry-address.ts'
import { sessionOpened } from './session-check.ts'

/**
 * The state of an entry by link. `absent`: the address carried none. `foreign`: the person came from another site, so the link may
 * be anybody's, and they must confirm that they meant to come. `other`: another person's session is open in
 * this browser, and the person must confirm the switch. `failed`: the server could not be reached; the link is still good.
 */
export type EntryState =
  | { readonly is: 'absent' | 'foreign' | 'working' | 'other' | 'refused' | 'done' }
  | { readonly is: 'failed'; readonly sentence: string }

const { set: change, use: useEntry } = storeOf<EntryState>({ is: 'absent' })
let arrived: EntryInput = {}

export { useEntry }

/**
 * Takes an entry out of the address, before anything else can read or keep it, and asks the server to open a session.
 * Opening a page never enters by itself on the server's side: only this call does. False when there is no entry.
 */
export function beginEntry(): boolean {
  if (!ENTRY_PATHS.includes(location.pathname.replace(/\/$/, ''))) return false
  // The same address with another fragment does not load the page anew.
  globalThis.addEventListener('hashchange', () => {
    if (readEntry(location.search, location.hash)) location.reload()
  })
  const read = readEntry(location.search, location.hash)
  if (!read) return false
  history.replaceState(null, '', location.pathname)
  if (read === 'refused') change({ is: 'refused' })
  else {
    arrived = read
    if (document.querySelector('meta[name=from-another-site]')) change({ is: 'foreign' })
    else void enter()
  }
  return true
}

/** Enters after `foreign`, asks again after `failed`, or enters in place of the other person after `other`. */
export async function enter({ confirmSwitch = false } = {}): Promise<void> {
  change({ is: 'working' })
  try {
    const account = await call(session.enter, confirmSwitch ? { ...arrived, confirmSwitch } : arrived)
    arrived = {}
    await sessionOpened(account)
    change({ is: 'done' })
  } catch (error) {
    change(stateAfter(error))
  }
}

/** Forgets the link, and goes on with the session that is open, if any. */
export function declineEntry(): void {
  arrived = {}
  change({ is: 'absent' })
}

const ENTRY_PATHS = [paths.homeByLink, paths.newTicketByLink].map((path) => `${BASE_PATH}${path}`)

function stateAfter(error: unknown): EntryState {
  if (error instanceof CallFailed) {
    if (error.code === 'other-session') return { is: 'other' }
    const mayWorkLater = error.status === null || error.status === 429 || error.status >= 500
    if (!mayWorkLater) return { is: 'refused' }
  }
  return { is: 'failed', sentence: sentenceOf(error) }
}
