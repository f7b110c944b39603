import type { QueryClient } from '@tanstack/react-query'
import { beginLive } from '#browser/live/live.ts'
import { marking } from '#browser/live/marking.ts'
import { watchTouches } from '#browser/touch.ts'
import { live } from '#contract/live.ts'
import { stream } from '../api.ts'
import { onSessionChange, sessionNow } from '../session/account-store.ts'
import { isStaleAfter } from './stale.ts'

/** What happens marks what the screens have read of it as stale. */
export function follow(client: QueryClient): void {
  watchTouches()
  beginLive({
    ...live.events,
    open: (options) => stream(live.events, {}, options),
    onNews: marking(client, isStaleAfter),
    session: { isOpen: () => sessionNow().is === 'open', onChange: onSessionChange },
  })
}
