import pg from 'pg'
import { PgBoss } from 'pg-boss'

/** The schema that pg-boss keeps its tables in. */
export const JOB_SCHEMA = 'jobs'
/** The role that works in this schema and reaches nothing else. */
export const JOB_ROLE = 'portal_jobs'

/**
 * Creates or upgrades pg-boss's schema as the user of the URL: the server's own role may not. Called by one process at a
 * time.
 */
export async function prepareJobs(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: JOB_SCHEMA,
    max: 1,
    supervise: false,
    schedule: false,
  })
  const broken: Error[] = []
  boss.on('error', (error) => void broken.push(error))
  await boss.start()
  await boss.stop({ graceful: false })
  const [first] = broken
  if (first) throw first
  await letTheRoleIn(databaseUrl)
}

/** Rights on a newer pg-boss's tables, too. */
async function letTheRoleIn(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    await client.query(`
      grant usage on schema ${JOB_SCHEMA} to ${JOB_ROLE};
      grant select, insert, update, delete on all tables in schema ${JOB_SCHEMA} to ${JOB_ROLE};
      revoke execute on all functions in schema ${JOB_SCHEMA} from public;
      grant execute on all functions in schema ${JOB_SCHEMA} to ${JOB_ROLE};`)
  } finally {
    await client.end()
  }
}
