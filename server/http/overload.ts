import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { unavailable } from './problems.ts'

const TICK_MS = 250
/** How finely the loop's delay is measured. An idle loop is late by this much, and no more. */
const RESOLUTION_MS = 10
const LATE_MS = 60
/** With fewer calls than this in a tick the calls are not the reason, and refusing them would not help. */
const MANY = 50
/** More than this part of a tick's calls refused by the database's queue is too many. */
const MOST_REFUSED = 0.02
/** Of a hundred reads; of a hundred acts as many less as `before`. */
const SHARE = { more: 15, less: 10, most: 90, before: 60 }

/**
 * Refuses some of the reads before anything is looked up, and some of the acts if that is not enough, if calls are more than the event loop bears, or if many of them are
 * refused by the database's queue (`turns.ts`), where a refusal costs more. Browsers try a refused read again by themselves. Whether the
 * server lives, and the pages themselves, are always told.
 */
export function refuseExcess(
  app: FastifyInstance,
  /** How many the database's queue has refused so far. */
  refusedThere: () => number,
  lateness: () => number = loopLateness(app),
): void {
  let calls = 0
  let before = 0
  /** Of the reads, in percent, and beyond. */
  let share = 0
  const due = { read: 0, act: 0 }
  const ticking = setInterval(() => {
    const refused = refusedThere() - before
    before += refused
    // The loop's delay is read in each tick: it is measured from one reading to the next.
    const isLate = lateness() > LATE_MS || refused > calls * MOST_REFUSED
    share =
      isLate && calls >= MANY
        ? Math.min(SHARE.before + SHARE.most, share + SHARE.more)
        : Math.max(0, share - SHARE.less)
    calls = 0
  }, TICK_MS).unref()
  app.addHook('onClose', async () => clearInterval(ticking))

  const isRefused = (kind: keyof typeof due): boolean => {
    due[kind] += Math.min(SHARE.most, kind === 'read' ? share : Math.max(0, share - SHARE.before))
    if (due[kind] < 100) return false
    due[kind] -= 100
    return true
  }
  app.addHook('onRequest', async ({ routeOptions: { config } }) => {
    if (config.changes === undefined) return
    calls += 1
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
