import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { BACKUP_ROLE, LEFT_OUT } from '../db/backup-role.ts'
import { StartProblem } from '../start-problem.ts'

/** A table with the columns that a backup holds, in the order of the backup. */
export interface BackupTable {
  readonly name: string
  readonly columns: string[]
}

/** Values that a backup holds in place of the real ones: without its link or code, a mail must not be sent again. */
const INSTEAD: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  mail: {
    secret: 'null::bytea',
    state: "case when secret is null then state else 'suppressed' end",
    settled_at: 'case when secret is null then settled_at else coalesce(settled_at, created_at) end',
    last_error: "case when secret is null then last_error else 'restored' end",
  },
}

/** All columns that name a file of the store. */
export const NAMED_FILES = `
  select attachment_id as id, encode(sha256, 'hex') as sha256 from attachment
  union all select raw_file, null from received_mail where raw_file is not null
  order by id`

/** All servers write the same values in the same way. */
export const SAME_TEXT = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local client_encoding = 'UTF8';
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0`

/** The tables that a backup holds. The backup's first part describes their schema. */
export async function backupTables(client: pg.Client): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all ($1)
    group by c.relname order by c.relname`,
    [['migration', ...Object.keys(LEFT_OUT)]],
  )
  return rows
}

/**
 * From here on the transaction reads as the backup's role.
 * @throws StartProblem if it would see less, because row level security hides rows silently
 */
export async function actAsReader(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ mayAll: boolean; hasRole: boolean }>(
    `select (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as "mayAll",
      exists (select from pg_roles where rolname = $1) as "hasRole"`,
    [BACKUP_ROLE],
  )
  if (rows[0]?.mayAll) return
  const hidden = rows[0]?.hasRole
    ? await client.query<{ name: string }>(
        `select c.relname::text as name from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all ($1)
          and not (has_table_privilege('${BACKUP_ROLE}', c.oid, 'select') and (not c.relrowsecurity or exists (
            select from pg_policy p where p.polrelid = c.oid and '${BACKUP_ROLE}'::regrole = any (p.polroles)
              and pg_get_expr(p.polqual, p.polrelid) = 'true')))`,
        [Object.keys(LEFT_OUT)],
      )
    : undefined
  if (hidden?.rows.length !== 0) {
    throw new StartProblem(
      'A version before backups has prepared this database: start this version once, or use pg_dump as its superuser.',
    )
  }
  await client.query(`set local role ${BACKUP_ROLE}`)
}

/**
 * A table's rows as a backup holds them, in the text of COPY, one at a time. A restored table gives the same rows,
 * because replacing a value twice changes nothing more.
 */
export async function* copyOut(client: pg.Client, { name, columns }: BackupTable): AsyncGenerator<Buffer> {
  const values = columns.map((column) => INSTEAD[name]?.[column] ?? quoted(column))
  yield* copyRows(client, `select ${values.join(', ')} from ${quoted(name)}`)
}

/** The rows of a statement, in the text of COPY, one at a time. */
export async function* copyRows(client: pg.Client, statement: string): AsyncGenerator<Buffer> {
  const settled = settling(client)
  yield* rowsIn(client.query(copyTo(`copy (${statement}) to stdout`)))
  await settled
}

/** Adds rows in the text of COPY to a table. */
export async function copyIn(
  client: pg.Client,
  { name, columns }: BackupTable,
  rows: AsyncIterable<Uint8Array>,
): Promise<void> {
  const settled = settling(client)
  await pipeline(rows, client.query(copyFrom(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`)))
  await settled
}

/** The end of a stream comes before the connection is ready for the next statement. */
const settling = (client: pg.Client): Promise<void> => new Promise((resolve) => void client.once('drain', resolve))

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** In the text of COPY a line break within a value is escaped. */
async function* rowsIn(copied: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of copied) {
    const text = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let from = 0
    for (let end = text.indexOf(10); end !== -1; end = text.indexOf(10, from)) {
      yield text.subarray(from, end + 1)
      from = end + 1
    }
    rest = text.subarray(from)
  }
  if (rest.length > 0) throw new Error('A row has no end')
}
