import { session } from '#contract/session.ts'
import { showAlert } from '#ui/alerts.tsx'
import type { Account } from '#domain/account.ts'
import { whenForbidden } from '#browser/forbidden.ts'
import { CallFailed, call, onForbidden } from '../api.ts'
import { entranceMessagesNow } from '../messages/language.ts'
import { BASE_PATH, paths } from '../paths.ts'
import {
  type NamelessAccount,
  type SessionState,
  accountNow,
  forgetPerson,
  named,
  sessionAfter,
  sessionNow,
  setSession,
} from './account-store.ts'

/** A navigation shortly after a check does not ask again. */
const FRESH_MS = 15_000

/** In the login's address, for whoever said that it was not them who had entered. */
export const NOT_ME = 'no-soy-yo'

const otherTabs = new BroadcastChannel('sesion')
const stillIn = new Set<() => void>()
let running: Promise<SessionState> | null = null
let checkedAt = Number.NEGATIVE_INFINITY

/** Asks the server whose session it is. Throws `CallFailed` when it does not answer. */
export function checkSession(): Promise<SessionState> {
  running ??= ask().finally(() => {
    running = null
  })
  return running
}

/** What the guard of a protected screen needs: the server's word, at most a moment old. */
export async function ensureSession(): Promise<SessionState> {
  const known = sessionNow()
  if (known.is === 'ended' || known.is === 'taken') return known
  if (known.is === 'open' && performance.now() - checkedAt < FRESH_MS) return known
  try {
    return await checkSession()
  } catch (error) {
    // Somebody who was in stays where they are: the screen itself will say that the server is away.
    if (known.is === 'open') return sessionNow()
    // Before anybody is in, whoever is refused has to enter (spec §2).
    if (error instanceof CallFailed && error.status === 403) return { is: 'none' }
    throw error
  }
}

/** Somebody has just entered in this tab. */
export async function sessionOpened(opened: NamelessAccount): Promise<Account> {
  const account = named(opened, await askPerson())
  checkedAt = performance.now()
  setSession({ is: 'open', account })
  otherTabs.postMessage('changed')
  return account
}

/**
 * Ends the session, here and on the server, and starts the portal anew: nothing of this person stays in memory. The login
 * says more to who came by a link that was not theirs.
 */
export async function logout({ notMe = false } = {}): Promise<void> {
  await call(session.logout, {})
  forgetPerson()
  otherTabs.postMessage('changed')
  location.assign(`${BASE_PATH}${paths.login}${notMe ? `#${NOT_ME}` : ''}`)
}

/** Keeps this tab honest about whose session it is: another tab's entry, a refused call, coming back to the window. */
export function watchSession(): void {
  otherTabs.addEventListener('message', recheck)
  globalThis.addEventListener('focus', recheck)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') recheck()
  })
  onForbidden(
    whenForbidden({
      isOpen: () => sessionNow().is === 'open',
      check: checkSession,
      end: () => {
        const now = sessionNow()
        if (now.is === 'open') end({ is: 'ended', account: now.account })
      },
    }),
  )
}

/** Told when the person comes back to the window, and it still is theirs. */
export function onStillIn(listener: () => void): () => void {
  stillIn.add(listener)
  return () => stillIn.delete(listener)
}

function recheck(): void {
  // Before anybody is in, only the screens that need a session ask.
  if (!accountNow()) return
  checkSession().then(
    ({ is }) => {
      if (is === 'open') for (const listener of stillIn) listener()
    },
    () => undefined, // the next call will say that the server is away
  )
}

/** A name that cannot be had now keeps nobody out. */
const askPerson = () => call(session.person, {}).catch(() => null)

async function ask(): Promise<SessionState> {
  const [{ account }, person] = await Promise.all([call(session.check, {}), askPerson()])
  checkedAt = performance.now()
  const before = sessionNow()
  const after = sessionAfter(before, account && named(account, person))
  if (after.is === 'ended' && before.is === 'open') end(after)
  else setSession(after)
  return after
}

function end(state: SessionState): void {
  setSession(state)
  showAlert('error', entranceMessagesNow().shared.session.needed())
}
