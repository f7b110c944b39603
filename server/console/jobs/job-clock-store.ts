import type { CLOCK_DOUBTS } from '#contract/console/jobs.ts'
import { type Runner, sql } from '../../db/sql.ts'

/** The reason to distrust the clock. */
export type ClockDoubt = (typeof CLOCK_DOUBTS)[number]

export interface JobClock {
  /** The clock's time when the jobs last looked. */
  readonly seenAt: Date | null
  readonly stoppedAt: Date | null
  readonly reason: ClockDoubt | null
  readonly releases: number
  /** Jobs that are due and do not run, and since when. */
  readonly late: readonly string[]
  readonly lateSince: Date | null
  /** PostgreSQL's time. */
  readonly databaseNow: Date
}

export const readJobClock = (runner: Runner) =>
  runner.row<JobClock>(sql`
    select j.seen_at, j.stopped_at, j.reason, j.releases, j.late, j.late_since, clock_timestamp() as database_now
    from job_clock j`)

export const noteClock = (runner: Runner, now: Date) => runner.rows(sql`update job_clock j set seen_at = ${now}`)

/** The first doubt is kept, because it tells what began the stop. */
export const stopJobs = (runner: Runner, reason: ClockDoubt, now: Date) =>
  runner.rows(sql`update job_clock j set stopped_at = ${now}, reason = ${reason} where j.stopped_at is null`)

/** Trusts the clock again from here on; returns false if the jobs were not stopped. */
export async function releaseJobs(runner: Runner, now: Date): Promise<boolean> {
  const released = await runner.maybe(sql`
    update job_clock j set stopped_at = null, reason = null, seen_at = ${now}, releases = j.releases + 1
    where j.stopped_at is not null returning j.releases`)
  return released !== undefined
}

/** Notes which jobs are due and do not run. The moment stays as long as there are any. */
export const noteLate = (runner: Runner, late: readonly string[], now: Date) =>
  runner.rows(sql`
    update job_clock j set late = ${late}, late_since = case when ${late.length > 0} then coalesce(j.late_since, ${now}) end
    where j.late <> ${late}::text[]`)

/** The stopped and late jobs, for the console. */
export const standingOf = ({
  stoppedAt,
  reason,
  late,
  lateSince,
}: Pick<JobClock, 'stoppedAt' | 'reason' | 'late' | 'lateSince'>) => ({
  stopped: stoppedAt && reason ? { at: stoppedAt, reason } : null,
  late: lateSince ? { since: lateSince, jobs: late } : null,
})
