import type { QueryClient } from '@tanstack/react-query'
import { catchUp } from '#browser/live/catch-up.ts'
import { beginLive } from '#browser/live/live.ts'
import { marking } from '#browser/live/marking.ts'
import { watchTouches } from '#browser/touch.ts'
import { consoleLive } from '#contract/console/live.ts'
import { stream } from '../api.ts'
import { onSessionChange, sessionNow } from '../session/session-store.ts'
import { isStaleAfter } from './stale.ts'

/** By then the first screen is there. */
const AFTER_MS = 1500

let isFollowing = false

/** Each event marks the screens' queries about its record as stale. */
export function follow(client: QueryClient): void {
  if (isFollowing) return
  isFollowing = true
  setTimeout(() => begin(client), AFTER_MS)
}

function begin(client: QueryClient): void {
  watchTouches()
  catchUp(client)
  beginLive({
    ...consoleLive.events,
    open: (age, options) => stream(consoleLive.events, { age }, options),
    onNews: marking(client, isStaleAfter),
    session: { isOpen: () => sessionNow().is === 'open', onChange: onSessionChange },
  })
}
