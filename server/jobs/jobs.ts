import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { type Clock, PgBoss, systemClock } from 'pg-boss'
import { OFFICE_ZONE } from '#contract/moment.ts'
import { JOB_ROLE, JOB_SCHEMA } from './job-schema.ts'
import { repeat, seldom } from './often.ts'

/** A job. It runs on schedule, on one of any number of servers at a time. */
export interface Job {
  readonly name: string
  /** Its schedule in cron's notation, in the office's time zone. */
  readonly cron: string
  /** It must tolerate a second run after the first one failed midway or its server died. */
  readonly run: () => Promise<unknown>
}

export interface Jobs {
  /** Runs a job as soon as possible; false if it is already waiting. */
  readonly runSoon: (name: string) => Promise<boolean>
  /** Starts no further job and waits for the running ones. */
  readonly stop: () => Promise<void>
}

interface Watching {
  readonly lookMs?: number
  /** Called at every look with the jobs that are due and do not run; usually none. */
  readonly onLate?: (late: readonly string[]) => Promise<unknown>
}

const POLLING_SECONDS = 2
const EXPIRE_SECONDS = 15 * 60
const STOP_MS = 10_000
const DAY_SECONDS = 24 * 60 * 60
const LOOK_MS = 30_000
const LATE_MINUTES = 5
/** No job is queued for a time further ahead, nor tried again later. */
const AHEAD_MINUTES = 5
const SKEW_SECONDS = 60

/**
 * A clock that runs steadily, however the machine's is set. With the machine's own clock, the queue would wait after
 * each change of it. The queue schedules jobs by the database's time, and measures every minute how far it differs from
 * this clock.
 */
export const steadyClock: Clock = { ...systemClock, now: () => performance.timeOrigin + performance.now() }

export async function startJobs(
  databaseUrl: string,
  jobs: readonly Job[],
  log: FastifyBaseLogger,
  { lookMs = LOOK_MS, onLate = async () => undefined }: Watching = {},
): Promise<Jobs> {
  const boss = new PgBoss({
    ...asTheJobs,
    connectionString: databaseUrl,
    schema: JOB_SCHEMA,
    max: 2,
    ...patience,
    application_name: 'portal jobs',
    // The migrating user makes the schema; this role may not.
    migrate: false,
    createSchema: false,
    reindex: false,
    monitorVacuum: false,
    clock: steadyClock,
    clockMonitorIntervalSeconds: SKEW_SECONDS,
  })
  // While the database is away each queue reports it every two seconds, and recovers by itself.
  boss.on(
    'error',
    seldom((error, times) => log.warn({ err: error, times }, 'an error in the job queue; jobs continue')),
  )
  await boss.start()
  await insistOnRole(boss)
  for (const { name, cron, run } of jobs) {
    // Exclusive: a job that waits or runs is not queued again.
    await boss.createQueue(name, {
      policy: 'exclusive',
      retryLimit: 3,
      retryDelay: 60,
      expireInSeconds: EXPIRE_SECONDS,
      deleteAfterSeconds: DAY_SECONDS,
    })
    await boss.schedule(name, cron, null, { tz: OFFICE_ZONE })
    await boss.work(name, { batchSize: 1, pollingIntervalSeconds: POLLING_SECONDS }, async () => {
      await run().catch((error: unknown) => {
        log.error({ err: error, job: name }, 'a job failed; it is tried again')
        throw error
      })
    })
  }
  const watch = repeat(watcher(boss.getDb(), log, onLate), {
    everyMs: lookMs,
    failed: 'whether the jobs run could not be seen; it is tried again',
    log,
  })
  return {
    runSoon: async (name) => (await boss.send(name)) !== null,
    stop: async () => {
      await watch.stop()
      await boss.stop({ graceful: true, timeout: STOP_MS })
    },
  }
}

/**
 * Corrects times that a fast clock has left in the queue, because nothing would run until they come. Reports once, at `error`,
 * jobs that are due and do not run.
 */
function watcher(
  db: ReturnType<PgBoss['getDb']>,
  log: Pick<FastifyBaseLogger, 'error'>,
  onLate: NonNullable<Watching['onLate']>,
): () => Promise<void> {
  let before: readonly string[] = []
  let reported = ''
  return async () => {
    for (const statement of FORGET_THE_FUTURE) await db.executeSql(statement)
    const { rows } = await db.executeSql(LATE)
    const seen = rows.map(({ name }) => String(name))
    // After a start, jobs that have waited are late at the first look, and have run by the second.
    const waiting = seen.filter((name) => before.includes(name))
    const late = waiting.join(', ')
    if (late !== '' && late !== reported) log.error({ late, minutes: LATE_MINUTES }, 'jobs are due and do not run')
    before = seen
    reported = late
    await onLate(waiting)
  }
}

const AHEAD = `now() + interval '${AHEAD_MINUTES} minutes'`
const NO_TIME_AHEAD = (column: string) => `${column} = case when ${column} <= ${AHEAD} then ${column} end`
const FORGET_THE_FUTURE = [
  `update ${JOB_SCHEMA}.version set ${['cron_on', 'bam_on', 'flow_on', 'reindex_on'].map(NO_TIME_AHEAD).join()}
   where greatest(cron_on, bam_on, flow_on, reindex_on) > ${AHEAD}`,
  `update ${JOB_SCHEMA}.queue set ${['monitor_claim_on', 'monitor_on', 'maintain_on'].map(NO_TIME_AHEAD).join()}
   where greatest(monitor_claim_on, monitor_on, maintain_on) > ${AHEAD}`,
  `update ${JOB_SCHEMA}.job set start_after = now() where state in ('created', 'retry') and start_after > ${AHEAD}`,
  // If its server is gone, nothing else would ever end the job.
  `update ${JOB_SCHEMA}.job set started_on = now() where state = 'active' and started_on > ${AHEAD}`,
]

/** The schedule itself, and jobs that wait longer than any server polls. */
const LATE = `
  select 'schedule' as name from ${JOB_SCHEMA}.version where cron_on < now() - interval '${LATE_MINUTES} minutes'
  union select name from ${JOB_SCHEMA}.job
  where state in ('created', 'retry') and start_after < now() - interval '${LATE_MINUTES} minutes'
  order by name`

/** Passed to the driver's pool: an unanswered statement is given up together with its connection. */
const patience = { connectionTimeoutMillis: 2000, query_timeout: 17_000, keepAlive: true }

/**
 * Passed to the driver's pool. A pooler may drop start-up options, so these are set afterwards; a connection where this fails
 * is not used.
 */
const asTheJobs = {
  onConnect: async (connection: pg.ClientBase) => {
    await connection.query(`set role ${JOB_ROLE}; set timezone to 'UTC'`)
  },
}

async function insistOnRole(boss: PgBoss): Promise<void> {
  const { rows } = await boss.getDb().executeSql('select current_user::text as name')
  const name: unknown = rows[0]?.name
  if (name !== JOB_ROLE) throw new Error(`The jobs run as ${String(name)} instead of ${JOB_ROLE}: they do not begin`)
}
