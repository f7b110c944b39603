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
