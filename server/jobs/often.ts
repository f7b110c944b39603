import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isDatabaseAway } from '../db/away.ts'

/**
 * Repeats work in this process, with a pause after each end, until it is stopped. Every server does so; the work itself
 * makes sure that nothing happens twice. `failed` is the log's sentence for a failed run.
 */
export function repeat(
  work: () => Promise<unknown>,
  { everyMs, failed, log }: { everyMs: number; failed: string; log: Pick<FastifyBaseLogger, 'error'> },
): { readonly stop: () => Promise<void> } {
  const closing = new AbortController()
  const working = (async () => {
    while (!closing.signal.aborted) {
      await work().catch((error: unknown) => {
        if (!isDatabaseAway(error)) log.error({ err: error }, failed)
      })
      await sleep(everyMs, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  })()
  return {
    stop: async () => {
      closing.abort()
      await working
    },
  }
}

/** So long passes before the log tells again what goes on. */
const QUIET_MS = 60_000

/**
 * Tells what may happen many times a second, such as each worker's failure while the database is away, once a minute for
 * each kind, with the number since it was last told.
 */
export function seldom(
  tell: (error: Error, times: number) => void,
  clock: () => number = () => performance.now(),
): (error: Error) => void {
  const kinds = new Map<string, { toldAt: number; times: number }>()
  return (error) => {
    const kind = 'code' in error && typeof error.code === 'string' ? error.code : error.name
    const known = kinds.get(kind) ?? { toldAt: -Infinity, times: 0 }
    kinds.set(kind, known)
    known.times += 1
    if (clock() - known.toldAt < QUIET_MS) return
    tell(error, known.times)
    known.toldAt = clock()
    known.times = 0
  }
}
