import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/sql.ts'
import { unavailable } from './problems.ts'

const TICK_MS = 250
/** How finely the loop's delay is measured. An idle loop is late by this much, and no more. */
const RESOLUTION_MS = 10
const LATE_MS = 60
/** With fewer calls than this in a tick the calls are not the reason, and refusing them would not help. */
const MANY = 50
/** Of a hundred reads. */
const SHARE = { more: 15, less: 10, most: 90 }
/** Nobody's own act is refused before the queue is this many times as long as the one that reads are refused for. */
const PATIENCE_WITH_CHANGES = 4

/**
 * Refuses some of the calls, before anything is looked up, if they are more than the server bears: the others are answered
 * about as fast as ever. Reads go first, which browsers try again by themselves. Whether the server lives, and the pages
 * themselves, are always told.
 */
export function refuseExcess(
  app: FastifyInstance,
  { database, staff }: { readonly database: Database; readonly staff: Database },
  lateness: () => number = loopLateness(app),
): void {
  let calls = 0
  /** Of the reads, while the event loop is late by itself, without a queue at the database. */
  let share = 0
  let due = 0
  const ticking = setInterval(() => {
    const isLate = lateness() > LATE_MS && calls >= MANY
    share = isLate ? Math.min(SHARE.most, share + SHARE.more) : Math.max(0, share - SHARE.less)
    calls = 0
  }, TICK_MS).unref()
  app.addHook('onClose', async () => clearInterval(ticking))

  app.addHook('onRequest', async ({ routeOptions: { url = '', config } }) => {
    if (config.changes === undefined) return
    calls += 1
    const asked = url.startsWith('/api/console/') ? staff : database
    if (asked.isCrowded(config.changes ? PATIENCE_WITH_CHANGES : 1)) throw unavailable()
    if (share === 0 || config.changes) return
    due += share
    if (due < 100) return
    due -= 100
    throw unavailable()
  })
}

/** The mean delay of the event loop since the last look, in milliseconds. */
function loopLateness(app: FastifyInstance): () => number {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  app.addHook('onClose', async () => void delay.disable())
  return () => {
    const mean = delay.count === 0 ? 0 : delay.mean / 1e6
    delay.reset()
    return mean
  }
}
