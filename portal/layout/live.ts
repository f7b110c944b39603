import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { catchUp } from '#browser/live/catch-up.ts'
import { countInTitle } from '#browser/live/count-in-title.ts'
import { beginLive } from '#browser/live/live.ts'
import { marking } from '#browser/live/marking.ts'
import { watchTouches } from '#browser/touch.ts'
import { live } from '#contract/live.ts'
import { stream } from '../api.ts'
import { onSessionChange, sessionNow } from '../session/session-store.ts'
import { ticketCountersQuery } from '../tickets/ticket-queries.ts'
import { isStaleAfter } from './stale.ts'

/** Shows before every screen's title how many tickets have something unread. */
function countUnread(client: QueryClient): void {
  const ofSession = () => {
    const now = sessionNow()
    return { ...ticketCountersQuery, enabled: now.is === 'open' && !now.account.limited }
  }
  const counters = new QueryObserver(client, ofSession())
  let takeAway = () => {}
  const show = () => {
    takeAway()
    const { data } = counters.getCurrentResult()
    takeAway = countInTitle(sessionNow().is === 'open' ? (data?.unread ?? 0) : 0)
  }
  counters.subscribe(show)
  onSessionChange(() => {
    counters.setOptions(ofSession())
    show()
  })
  // The list has read the counters before this code loaded.
  show()
}

/** Each event marks the screens' queries about its record as stale. */
export function follow(client: QueryClient): void {
  watchTouches()
  catchUp(client)
  countUnread(client)
  beginLive({
    ...live.events,
    open: (age, options) => stream(live.events, { age }, options),
    onNews: marking(client, isStaleAfter),
    session: { isOpen: () => sessionNow().is === 'open', onChange: onSessionChange },
  })
}
