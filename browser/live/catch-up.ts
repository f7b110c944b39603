import type { Query, QueryClient } from '@tanstack/react-query'
import { isServerThere, mayWorkNow } from '../client.ts'
import { passed } from './marking.ts'

const FIRST_PAUSE_MS = 2000
/** While the server is away, and while it is there but refuses readings. */
const LONGEST_LOOK_MS = 15_000
const LONGEST_PAUSE_MS = 60_000

/**
 * Repeats readings that were refused for a moment, or cut, while a screen waits for them. The event that asked for one
 * does not come twice. Where nothing was read before, each try takes the failure and its button from the screen: so the
 * server is asked first, once for all readings.
 */
export function catchUp(client: QueryClient): void {
  const failed = {
    type: 'active',
    predicate: ({ state }: Query) => state.status === 'error' && mayWorkNow(state.error),
  } as const
  let isLooking = false

  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    for (let pause = FIRST_PAUSE_MS; client.getQueryCache().findAll(failed).length > 0;) {
      // Many browsers may have been refused at once.
      await passed(pause * (0.5 + Math.random() / 2))
      const isThere = await isServerThere()
      pause = Math.min(isThere ? LONGEST_PAUSE_MS : LONGEST_LOOK_MS, pause * 2)
      if (isThere) await client.refetchQueries(failed)
    }
    isLooking = false
  }

  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') void look()
  })
  // Some may have failed before this code came.
  void look()
}
