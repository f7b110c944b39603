import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { prepareJobs } from '../jobs/job-schema.ts'
import { letBackupsRead } from './backup-role.ts'

const FOLDER = new URL('./migrations/', import.meta.url)
const OLDEST_SERVER = 150_000
/** Any number, the same in every process: its holder migrates while the others wait. */
const LOCK = 7_320_118
const LOOK_AGAIN_MS = 200
/** A migration that waits for a table makes everybody behind it wait too: so it steps back and tries again. */
const LOCK_WAIT_MS = 1000
const STEP_BACK_MS = 500
const TRIES = 60
const LOCK_NOT_AVAILABLE = '55P03'
/** The roles that the migrations create if they are missing. */
const ROLES = ['portal_app', 'portal_backup', 'portal_door', 'portal_jobs', 'portal_staff']
/** The statements after this line run one by one, outside the transaction: indexes that are built while others work. */
const ONE_BY_ONE = /^-- ONE BY ONE.*$/m

/**
 * Brings a database to the newest schema, as the URL's user: each file once, in the order of names, in a transaction of its own.
 * Several processes may start at once. A file with statements outside the transaction starts again if it was interrupted, and is
 * written to allow that.
 * `wanted`: only to the schema of a backup, not to the newest.
 */
export async function migrate(
  databaseUrl: string,
  folder: URL = FOLDER,
  wanted: (name: string) => boolean = () => true,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    await insistOnVersion(client)
    await lock(client)
    await insistOnRoles(client)
    await client.query(
      'create table if not exists migration (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    )
    const applied = await client.query<{ name: string; hash: string }>('select name, hash from migration')
    const hashes = new Map(applied.rows.map(({ name, hash }) => [name, hash]))
    const known = await migrations(folder)
    const unknown = [...hashes.keys()].filter((name) => !known.some((migration) => migration.name === name))
    if (unknown.length > 0) {
      throw new Error(
        `a newer version of the portal has prepared it (${unknown.join(', ')}): start that version, or restore a backup from before it`,
      )
    }
    for (const { name, text, hash } of known) {
      if (!wanted(name)) continue
      const before = hashes.get(name)
      if (before === hash) continue
      if (before) throw new Error(`The migration ${name} was changed after it had been applied to this database`)
      await applyMigration(client, name, text, hash)
    }
    await patiently(client, () => letBackupsRead(client))
    await prepareJobs(databaseUrl)
  } finally {
    await client.end()
  }
}

async function insistOnVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number; shown: string }>(
    "select current_setting('server_version_num')::int as version, current_setting('server_version') as shown",
  )
  const [server] = rows
  if (!server || server.version < OLDEST_SERVER) {
    throw new Error(`PostgreSQL 15 or newer is needed; this one is ${server?.shown ?? 'unknown'}`)
  }
}

/** The files, with a database's record of each. */
export async function migrations(folder: URL = FOLDER) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/**
 * Roles belong to the whole PostgreSQL. A portal's migrations grant them to its owner. From PostgreSQL 16 on a user who has not created
 * a role may only grant it with permission.
 */
async function insistOnRoles(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ role: string; owner: string }>(
    `select r.rolname as role, quote_ident(me.rolname) as owner from pg_roles r, pg_roles me
    where r.rolname = any ($1) and me.rolname = current_user and not me.rolsuper
      and not (me.rolcreaterole and current_setting('server_version_num')::int < 160000)
      and not pg_has_role(r.oid, 'member with admin option')
      and (to_regclass('public.migration') is null or not pg_has_role(r.oid, 'member'))
    order by 1`,
    [ROLES],
  )
  const [first] = rows
  if (!first) return
  const names = rows.map(({ role }) => role).join(', ')
  throw new Error(
    `another portal of this PostgreSQL has made its roles: as superuser, «grant ${names} to ${first.owner} with admin option» (docs/operation.md, two portals)`,
  )
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
