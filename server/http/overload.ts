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
/** More than this part of a tick's calls refused by the database's queue is too many. */
const MOST_REFUSED = 0.02
/** Refused reads in percent: the steps up and down, and the most. Of acts, `actsLess` fewer are refused. */
const SHARE = { more: 15, less: 10, most: 90, actsLess: 60 }

/**
 * Refuses some of the reads before anything is looked up, and some of the acts if that is not enough: when there are
 * more calls than the event loop bears, or when the database's queue refuses many of them (`turns.ts`), where a refusal
 * costs more. Nobody is refused in the technicians' queue: while it is crowded, their reads are refused here. Browsers
 * try a refused read again by themselves. Health checks and pages are always answered.
 */
export function refuseExcess(
  app: FastifyInstance,
  { database, staff }: { readonly database: Pick<Database, 'refused'>; readonly staff: Pick<Database, 'isCrowded'> },
  lateness: () => number = loopLateness(app),
): void {
  let calls = 0
  let refusedBefore = 0
  /** Of the reads, in percent; beyond `most` it counts for the acts alone. */
  let share = 0
  const due = { read: 0, act: 0 }
  const ticking = setInterval(() => {
    const refused = database.refused() - refusedBefore
    refusedBefore += refused
    // The loop's delay is read in each tick: it is measured from one reading to the next.
    const isLate = lateness() > LATE_MS || refused > calls * MOST_REFUSED
    share =
      isLate && calls >= MANY
        ? Math.min(SHARE.actsLess + SHARE.most, share + SHARE.more)
        : Math.max(0, share - SHARE.less)
    calls = 0
  }, TICK_MS).unref()
  app.addHook('onClose', async () => clearInterval(ticking))

  const isRefused = (kind: keyof typeof due): boolean => {
    due[kind] += Math.min(SHARE.most, kind === 'read' ? share : Math.max(0, share - SHARE.actsLess))
    if (due[kind] < 100) return false
    due[kind] -= 100
    return true
  }
  app.addHook('onRequest', async ({ routeOptions: { url = '', config } }) => {
    if (config.changes === undefined) return
    calls += 1
    if (!config.changes && url.startsWith('/api/console/') && staff.isCrowded()) throw unavailable()
    if (isRefused(config.changes ? 'act' : 'read')) throw unavailable()
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
