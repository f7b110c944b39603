import { uptime } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import { type ClockDoubt, type JobClock, noteClock, readJobClock, stopJobs } from '../console/job-clock-store.ts'
import type { Database } from '../db/sql.ts'

/** What time is read from. */
export interface Clocks {
  readonly now: () => Date
  /** Seconds that go on whatever the clock is set to, also while the machine sleeps. */
  readonly uptime: () => number
  /** The database's time; by default PostgreSQL's own. */
  readonly database?: () => Date
}

const MOST_APART_MS = 60_000
const LONGEST_STEP_MS = 3_600_000
const LONGEST_GAP_MS = 7 * 24 * 3_600_000

/** The clock beside what goes on by itself. */
interface Seen {
  readonly at: number
  readonly uptime: number
  /** How often a supervisor had let the jobs go on. */
  readonly releases: number
}

/**
 * Runs what ends something, tickets, conversations, files, sessions, for as long as the clock can be right. Where it
 * cannot, nothing of it is run, by any server, until a supervisor has let it go on.
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

/** `step`: by how much the clock was set while this process looked on; else what was last seen must do. */
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
