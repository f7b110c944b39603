import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { prepareJobs } from '../jobs/job-schema.ts'
import { letBackupsRead } from './backup-role.ts'
import { MIGRATIONS, ONE_BY_ONE, insistOnServer, schemaState } from './schema-state.ts'

/** Any number, the same in every process: its holder migrates while the others wait. */
const LOCK = 7_320_118
const LOOK_AGAIN_MS = 200
/** A migration that waits for a table makes everybody behind it wait, too. So it steps back and tries again. */
const LOCK_WAIT_MS = 1000
const STEP_BACK_MS = 500
const TRIES = 60
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Brings a database to the newest schema, as the URL's user: each file once, in the order of names, in a transaction of its own.
 * Several processes may start at once. A file with statements outside the transaction starts again if it was interrupted, and is
 * written to allow that.
 * `wanted`: only to the schema of a backup, not to the newest.
 */
export async function migrate(
  databaseUrl: string,
  folder: URL = MIGRATIONS,
  wanted: (name: string) => boolean = () => true,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    await insistOnServer(client)
    await lock(client)
    const { waiting } = await schemaState(client, folder)
    await client.query(
      'create table if not exists migration (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    )
    for (const { name, text, hash } of waiting) if (wanted(name)) await applyMigration(client, name, text, hash)
    await patiently(client, () => letBackupsRead(client))
    await prepareJobs(databaseUrl)
  } finally {
    await client.end()
  }
}

/** Polls: a statement that waits for the lock would block the index that the lock's holder builds. */
async function lock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [LOCK])
    if (rows[0]?.locked) return
    await sleep(LOOK_AGAIN_MS)
  }
}

async function applyMigration(client: pg.Client, name: string, text: string, hash: string): Promise<void> {
  const [together = '', oneByOne] = text.split(ONE_BY_ONE)
  const applied = () => client.query('insert into migration (name, hash) values ($1, $2)', [name, hash])
  try {
    await patiently(client, async () => {
      await client.query(together)
      if (oneByOne === undefined) await applied()
    })
    if (oneByOne === undefined) return
    await dropUnfinishedIndexes(client)
    for (const statement of oneByOne.split(/;$/m)) await client.query(statement)
    await applied()
  } catch (error) {
    throw new Error(`The migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/** Runs the work in a transaction that never waits long for a lock. */
async function patiently(client: pg.Client, work: () => Promise<void>): Promise<void> {
  for (let left = TRIES; ; left -= 1) {
    try {
      await client.query(`begin; set local lock_timeout = ${LOCK_WAIT_MS}`)
      await work()
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      const isHeld = error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE
      if (!isHeld || left === 1) throw error
      await sleep(STEP_BACK_MS)
    }
  }
}

/** An interrupted `reindex concurrently` leaves copies that nobody reads but every write must maintain. */
async function dropUnfinishedIndexes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(String.raw`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
    where not i.indisvalid and n.nspname = 'public' and c.relname ~ '_cc(new|old)\d*$'`)
  for (const { name } of rows) await client.query(`drop index concurrently ${name}`)
}
