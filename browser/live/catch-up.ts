import type { Query, QueryClient } from '@tanstack/react-query'
import { mayWorkNow } from '../query-client.ts'

const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 60_000

/**
 * Repeats a reading that was refused for a moment, or cut, while a screen still shows the old data. The event that asked for
 * the reading does not come twice.
 */
export function catchUp(client: QueryClient): void {
  const pauses = new WeakMap<Query, number>()
  const isBehind = ({ state }: Query) => state.status === 'error' && state.data !== undefined && mayWorkNow(state.error)
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { query, action } = event
    if (action.type === 'success') pauses.delete(query)
    if (action.type !== 'error' || !isBehind(query)) return
    const pause = pauses.get(query) ?? FIRST_PAUSE_MS
    pauses.set(query, Math.min(LONGEST_PAUSE_MS, pause * 2))
    const again = () => {
      if (isBehind(query) && query.isActive()) query.fetch().catch(() => undefined) // tried again later
    }
    // Many browsers may have been refused at once.
    setTimeout(again, pause * (0.5 + Math.random() / 2))
  })
}
