import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { vi } from 'vitest'

/**
 * How many messages to PostgreSQL each piece of work costs, counted as `counting(work)`; `stop` ends it. Messages that the portal sends by itself
 * meanwhile, for instance to see whether its settings have changed, are not the work's.
 */
export function countMessages() {
  const working = new AsyncLocalStorage<{ messages: number }>()
  // oxlint-disable-next-line typescript/unbound-method -- it is applied to the client that it is called on
  const { query } = pg.Client.prototype
  const spied = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...sent: unknown[]
  ) {
    const work = working.getStore()
    if (work) work.messages += 1
    return Reflect.apply(query, this, sent)
  })
  return {
    counting: async (work: () => Promise<unknown>): Promise<number> => {
      const count = { messages: 0 }
      await working.run(count, work)
      return count.messages
    },
    stop: () => spied.mockRestore(),
  }
}
