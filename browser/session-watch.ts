import type { FailureCode } from '#contract/failure.ts'
import { CallFailed } from './client.ts'
import { whenForbidden } from './forbidden.ts'

/**
 * What a tab knows of its session: `open` is somebody's; `ended` was, and waits for them as it was; `taken` is another
 * person's by now.
 */
interface State {
  readonly is: 'unknown' | 'none' | 'open' | 'ended' | 'taken'
}

interface Application<Known extends State> {
  /** What its tabs tell each other by. */
  readonly channel: string
  readonly now: () => Known
  /** What it knows of nobody. */
  readonly none: Known
  /** Asks the server whose session it is, and takes its word. Throws `CallFailed` when it does not answer. */
  readonly ask: () => Promise<Known>
  /** The session that is open is over. */
  readonly end: () => void
  readonly onForbidden: (listener: (code: FailureCode | null) => void) => void
}

export interface SessionWatch<Known extends State> {
  /** Asks the server whose session it is, once at a time. Throws `CallFailed` when it does not answer. */
  readonly check: () => Promise<Known>
  /** What the guard of a protected screen needs: the server's word, at most a moment old. */
  readonly ensure: () => Promise<Known>
  /** The server has just said whose session it is. */
  readonly checked: () => void
  /** Somebody has entered or left in this tab. */
  readonly tellOtherTabs: () => void
  /** Keeps this tab honest about whose session it is: another tab's entry, a refused call, coming back to the window. */
  readonly begin: () => void
  /** Told when the person comes back to the window, and it still is theirs. */
  readonly onStillIn: (listener: () => void) => () => void
}

/** A navigation shortly after a check does not ask again. */
const FRESH_MS = 15_000

/** Knows at any time whose session a tab works in. */
export function sessionWatch<Known extends State>(application: Application<Known>): SessionWatch<Known> {
  const { channel, now, none, ask, end, onForbidden } = application
  const otherTabs = new BroadcastChannel(channel)
  const stillIn = new Set<() => void>()
  let running: Promise<Known> | null = null
  let checkedAt = Number.NEGATIVE_INFINITY

  const check = () => {
    running ??= ask().finally(() => {
      running = null
    })
    return running
  }

  const recheck = () => {
    // Before anybody is in, only the screens that need a session ask.
    if (now().is === 'unknown' || now().is === 'none') return
    check().then(
      ({ is }) => {
        if (is === 'open') for (const listener of stillIn) listener()
      },
      () => undefined, // the next call will say that the server is away
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
        // Somebody who was in stays where they are: the screen itself will say that the server is away.
        if (known.is === 'open') return now()
        // Before anybody is in, whoever is refused has to enter (spec §2).
        if (error instanceof CallFailed && error.status === 403) return none
        throw error
      }
    },
    checked: () => {
      checkedAt = performance.now()
    },
    tellOtherTabs: () => otherTabs.postMessage('changed'),
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
