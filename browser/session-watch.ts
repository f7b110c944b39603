import type { FailureCode } from '#contract/failure.ts'
import { CallFailed } from './client.ts'
import { whenForbidden } from './forbidden.ts'

/** A tab's knowledge of its session: `open`; `ended`, while the screen waits for the same person; `taken` by another person. */
interface State {
  readonly is: 'unknown' | 'none' | 'open' | 'ended' | 'taken'
}

interface Application<Known extends State> {
  /** The channel between its tabs. */
  readonly channel: string
  readonly now: () => Known
  /** The state that means: no session. */
  readonly none: Known
  /** Asks the server for the session and adopts its answer. Throws `CallFailed` without one. */
  readonly ask: () => Promise<Known>
  /** Ends the open session. */
  readonly end: () => void
  /** Ends it on the server, and forgets the person. */
  readonly logout: () => Promise<unknown>
  /** The address of the login. */
  readonly login: string
  readonly onForbidden: (listener: (code: FailureCode | null) => void) => void
}

export interface SessionWatch<Known extends State> {
  /** Asks the server for the session, one request at a time. Throws `CallFailed` without an answer. */
  readonly check: () => Promise<Known>
  /** For the guard of a protected screen: the server's answer, at most a moment old. */
  readonly ensure: () => Promise<Known>
  /** Called when the server has just reported the session. */
  readonly checked: () => void
  /** Ends the session, here and on the server, and restarts the tab at the login: nothing of this person stays in memory. */
  readonly leave: (fragment?: string) => Promise<void>
  /** Called when somebody has entered in this tab. */
  readonly tellOtherTabs: () => void
  /** Keeps this tab up to date about its session: another tab's entry, a refused call, a return to the window. */
  readonly begin: () => void
  /** Called when the person returns to the window and the session is still theirs. */
  readonly onStillIn: (listener: () => void) => () => void
}

/** A navigation shortly after a check does not repeat it. */
const FRESH_MS = 15_000

/** Watches the session of a tab. */
export function sessionWatch<Known extends State>(application: Application<Known>): SessionWatch<Known> {
  const { channel, now, none, ask, end, logout, login, onForbidden } = application
  const otherTabs = new BroadcastChannel(channel)
  const stillIn = new Set<() => void>()
  let running: Promise<Known> | null = null
  let checkedAt = Number.NEGATIVE_INFINITY

  const tellOtherTabs = () => otherTabs.postMessage('changed')

  const check = () => {
    running ??= ask().finally(() => {
      running = null
    })
    return running
  }

  const recheck = () => {
    // Without a session, only a screen that needs one asks.
    if (now().is === 'unknown' || now().is === 'none') return
    check().then(
      ({ is }) => {
        if (is === 'open') for (const listener of stillIn) listener()
      },
      () => undefined, // the next call will report the unreachable server
    )
  }

  return {
    check,
    ensure: async () => {
      const known = now()
      if (known.is === 'ended' || known.is === 'taken') return known
      if (known.is === 'open' && performance.now() - checkedAt < FRESH_MS) return known
      try {
        return await check()
      } catch (error) {
        // If somebody has a session, they stay: the screen itself reports the unreachable server.
        if (known.is === 'open') return now()
        // Without a session, a refusal leads to the login (spec §2).
        if (error instanceof CallFailed && error.status === 403) return none
        throw error
      }
    },
    checked: () => {
      checkedAt = performance.now()
    },
    tellOtherTabs,
    leave: async (fragment = '') => {
      await logout()
      tellOtherTabs()
      location.assign(`${login}${fragment}`)
    },
    begin: () => {
      otherTabs.addEventListener('message', recheck)
      globalThis.addEventListener('focus', recheck)
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') recheck()
      })
      onForbidden(whenForbidden({ isOpen: () => now().is === 'open', check, end }))
    },
    onStillIn: (listener) => {
      stillIn.add(listener)
      return () => stillIn.delete(listener)
    },
  }
}
