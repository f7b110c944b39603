import { uptime } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import { type ClockDoubt, type JobClock, noteClock, readJobClock, stopJobs } from '../console/jobs/job-clock-store.ts'
import type { Database } from '../db/sql.ts'

/** The sources of time. */
export interface Clocks {
  readonly now: () => Date
  /** Monotonic seconds, which also count while the machine sleeps. */
  readonly uptime: () => number
  /** The database's time; by default PostgreSQL's own. */
  readonly database?: () => Date
}

/** How far this machine's clock and the database's may differ. */
export const MOST_APART_MS = 60_000
const LONGEST_STEP_MS = 3_600_000
const LONGEST_GAP_MS = 7 * 24 * 3_600_000

/** The wall clock beside the monotonic one. */
interface Seen {
  readonly at: number
  readonly uptime: number
  /** How often a supervisor has resumed the jobs. */
  readonly releases: number
}

/**
 * Runs the jobs that end tickets, conversations, files or sessions while the clock is plausible. Once it is not, no server
 * runs them until a supervisor has resumed them.
 */
export function trustedClock(
  staff: Database,
  log: Pick<FastifyBaseLogger, 'error'>,
  clocks: Clocks = { now: () => new Date(), uptime },
): (work: (now: Date) => Promise<unknown>) => Promise<void> {
  let before: Seen | undefined

  return async (work) => {
    const now = clocks.now()
    const kept = await readJobClock(staff)
    if (kept.stoppedAt) return
    const seen = { at: now.getTime(), uptime: clocks.uptime(), releases: kept.releases }
    const known = before?.releases === kept.releases ? before : undefined
    const databaseNow = clocks.database?.() ?? kept.databaseNow
    const doubt = doubtOf(now, { ...kept, databaseNow }, known && stepBetween(known, seen))
    if (doubt) {
      await stopJobs(staff, doubt, now)
      log.error(
        { doubt, now, databaseNow, seenAt: kept.seenAt },
        'the clock cannot be right: the jobs stand still until a supervisor lets them go on',
      )
      return
    }
    before = seen
    await noteClock(staff, now)
    await work(now)
  }
}

const stepBetween = (before: Seen, seen: Seen): number => seen.at - before.at - (seen.uptime - before.uptime) * 1000

/** `step`: how far the clock was set while this process watched; otherwise the last recorded reading is compared. */
function doubtOf(
  now: Date,
  { seenAt, databaseNow }: Pick<JobClock, 'seenAt' | 'databaseNow'>,
  step: number | undefined,
): ClockDoubt | null {
  if (Math.abs(now.getTime() - databaseNow.getTime()) > MOST_APART_MS) return 'apart'
  if (step !== undefined) return Math.abs(step) > LONGEST_STEP_MS ? 'step' : null
  if (!seenAt) return null
  const since = now.getTime() - seenAt.getTime()
  if (since < -LONGEST_STEP_MS) return 'step'
  return since > LONGEST_GAP_MS ? 'gap' : null
}
