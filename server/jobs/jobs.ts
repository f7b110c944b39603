import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { OFFICE_ZONE } from '#contract/moment.ts'
import { JOB_ROLE, JOB_SCHEMA } from './job-schema.ts'

/** A job: it runs on schedule, on one of any number of servers at a time. */
export interface Job {
  readonly name: string
  /** Its schedule in cron's notation, in the office's time zone. */
  readonly cron: string
  /** It must tolerate a second run after it failed midway or its server died. */
  readonly run: () => Promise<unknown>
}

export interface Jobs {
  /** Runs a job as soon as possible; false if it is already waiting. */
  readonly runSoon: (name: string) => Promise<boolean>
  /** Starts no further job and waits for the running ones. */
  readonly stop: () => Promise<void>
}

const POLLING_SECONDS = 2
const EXPIRE_SECONDS = 15 * 60
const STOP_MS = 10_000
const DAY_SECONDS = 24 * 60 * 60

export async function startJobs(databaseUrl: string, jobs: readonly Job[], log: FastifyBaseLogger): Promise<Jobs> {
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
  })
  // While the database is away it reports errors repeatedly, and recovers by itself.
  boss.on('error', (error) => log.warn({ err: error }, 'an error in the job queue; jobs continue'))
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
  return {
    runSoon: async (name) => (await boss.send(name)) !== null,
    stop: () => boss.stop({ graceful: true, timeout: STOP_MS }),
  }
}

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
