import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import type pg from 'pg'

export const MIGRATIONS = new URL('./migrations/', import.meta.url)
const OLDEST_SERVER = 150_000
/** The roles that the migrations create if they are missing. */
const ROLES = ['portal_app', 'portal_backup', 'portal_door', 'portal_jobs', 'portal_staff']
/** The statements after this line run one by one, outside the transaction: indexes that are built while others work. */
export const ONE_BY_ONE = /^-- ONE BY ONE.*$/m

export interface Migration {
  readonly name: string
  readonly text: string
  readonly hash: string
}

/** The files, with a database's record of each. */
export async function migrations(folder: URL = MIGRATIONS): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/**
 * Reads how far a database has been prepared, and changes nothing.
 * @throws Error if this version must not, or its user may not, bring it further
 */
export async function schemaState(client: pg.Client, folder: URL = MIGRATIONS) {
  await insistOnRoles(client)
  const hashes = await appliedTo(client)
  await insistOnRights(client)
  const known = await migrations(folder)
  const newer = [...hashes.keys()].filter((name) => !known.some((migration) => migration.name === name))
  if (newer.length > 0) {
    throw new Error(
      `a newer version of the portal has prepared it (${newer.join(', ')}): start that version, or restore a backup from before it`,
    )
  }
  const waiting = known.filter(({ name, hash }) => hashes.get(name) !== hash)
  const changed = waiting.find(({ name }) => hashes.has(name))
  if (changed) throw new Error(`The migration ${changed.name} was changed after it had been applied to this database`)
  return { applied: hashes.size, waiting }
}

async function appliedTo(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ known: boolean }>("select to_regclass('public.migration') is not null as known")
  if (!rows[0]?.known) return new Map()
  const applied = await client.query<{ name: string; hash: string }>('select name, hash from public.migration')
  return new Map(applied.rows.map(({ name, hash }) => [name, hash]))
}

/** @throws Error for a PostgreSQL that is too old, or a database that cannot hold every letter */
export async function insistOnServer(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ version: number; shown: string; encoding: string }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as shown,
      current_setting('server_encoding') as encoding`,
  )
  const [server] = rows
  if (!server || server.version < OLDEST_SERVER) {
    throw new Error(`PostgreSQL 15 or newer is needed; this one is ${server?.shown ?? 'unknown'}`)
  }
  if (server.encoding !== 'UTF8') {
    throw new Error(
      `its encoding is ${server.encoding}, and the portal needs UTF8: create it anew with «createdb -E UTF8 -T template0»`,
    )
  }
  return server.shown
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

/** The user owns the tables, makes new ones and, where they are missing, the roles. */
async function insistOnRights(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{
    me: string
    database: string
    creates: boolean
    makesRoles: boolean
    lacksRoles: boolean
    owner: string | null
  }>(
    `select quote_ident(current_user) as me, quote_ident(current_database()) as database,
      has_schema_privilege('public', 'create') as creates, me.rolcreaterole or me.rolsuper as "makesRoles",
      (select count(*) from pg_roles r where r.rolname = any ($1)) < $2 as "lacksRoles",
      (select quote_ident(o.rolname) from pg_class c join pg_roles o on o.oid = c.relowner
        where c.oid = to_regclass('public.migration') and not pg_has_role(o.oid, 'usage')) as owner
    from pg_roles me where me.rolname = current_user`,
    [ROLES, ROLES.length],
  )
  const [rights] = rows
  if (!rights) return
  const { me, database, creates, makesRoles, lacksRoles, owner } = rights
  if (owner !== null) throw new Error(`its tables belong to ${owner}, not to ${me}: DATABASE_URL must name their owner`)
  if (!creates)
    throw new Error(`${me} may not create tables in it: as superuser, «alter database ${database} owner to ${me}»`)
  if (lacksRoles && !makesRoles)
    throw new Error(`${me} may not create the portal's roles: as superuser, «alter role ${me} createrole»`)
}
