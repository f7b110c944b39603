import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import type * as z from 'zod/mini'
import { incomingPlaceOf, placeOf } from '../db/file-places.ts'
import { migrate } from '../db/migrate.ts'
import { migrations } from '../db/schema-state.ts'
import { StartProblem } from '../start-problem.ts'
import { idIn, markIn } from '../store-identity.ts'
import { type ArchivePart, readArchive } from './archive.ts'
import type { ArchiveKey } from './archive-key.ts'
import {
  actAsReader,
  type BackupTable,
  backupTables,
  copyIn,
  copyOut,
  NAMED_FILES,
  quoted,
  SAME_TEXT,
} from './backup-tables.ts'
import { BEGINNING, type Beginning, beginning, END, type End, end, FORMAT } from './manifest.ts'
import { isSame, Sum, type Summed } from './sum.ts'

export interface RestoreWork {
  readonly databaseUrl: string
  readonly files: string
  readonly key: ArchiveKey | undefined
  readonly progress: (step: string) => void
  readonly signal: AbortSignal
}

export interface RestoreReport {
  readonly rows: number
  readonly files: number
  readonly madeAt: string
  readonly missing: number
}

/** Rows that the migrations themselves write. */
const FILLED_BY_MIGRATIONS = [
  'migration',
  'store_identity',
  'job_clock',
  'mail_cursor',
  'notification_cursor',
  'mailbox',
]

/**
 * Restores into an empty database and an empty folder of files. The rows become visible all at once, when every row and every file has
 * been read back and compared. Until then only the folder bears the backup's identity, and the database does not. So no portal starts
 * there, and a restore of the same backup may begin again.
 */
export async function restoreBackup(source: string, work: RestoreWork): Promise<RestoreReport> {
  work.progress('archive')
  const { about, whole } = await readWhole(source, work)
  await insistOnKnownSchema(about)
  const parts = readArchive(source, work.key)
  const client = new pg.Client({ connectionString: work.databaseUrl, connectionTimeoutMillis: 5000, keepAlive: true })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await insistOnEmptyPlace(client, work.files, about.identity)
    await writeFile(markIn(work.files), `${about.identity}\n`, { mode: 0o600 })
    work.progress('schema')
    const known = new Set(about.migrations.map(({ name }) => name))
    await migrate(work.databaseUrl, undefined, (name) => known.has(name))
    await inOneTransaction(client, async () => {
      const tables = await tablesFor(client, about)
      const close = await openTables(client)
      await loadParts(client, tables, parts, work)
      await setSequences(client, whole.sequences)
      await compare(client, tables, whole, work)
      work.progress('references')
      await client.query(close)
    })
    await client.query('analyze')
    return {
      rows: Object.values(whole.tables).reduce((sum, { count }) => sum + count, 0),
      files: whole.files.count,
      madeAt: about.madeAt,
      missing: whole.missing.length,
    }
  } finally {
    await parts.return(undefined)
    await client.end().catch(() => undefined)
  }
}

async function inOneTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query(`begin; ${SAME_TEXT}`)
  const done = await work()
  await client.query('commit')
  return done
}

/**
 * Reads the archive to its end before anything is written, so that nothing of a damaged archive reaches the database.
 */
async function readWhole(source: string, { key, signal }: RestoreWork): Promise<{ about: Beginning; whole: End }> {
  let [first, last]: (Buffer | undefined)[] = []
  for await (const { name, bytes } of readArchive(source, key)) {
    const chunks: Uint8Array[] = []
    for await (const chunk of bytes) {
      signal.throwIfAborted()
      if (name === BEGINNING || name === END) chunks.push(chunk)
    }
    if (name === BEGINNING) first = Buffer.concat(chunks)
    if (name === END) last = Buffer.concat(chunks)
  }
  if (!first || !last) throw new StartProblem(`${source} is no backup of this portal.`)
  return { about: jsonOf(first, beginning, source), whole: jsonOf(last, end, source) }
}

function jsonOf<Schema extends z.ZodMiniType>(bytes: Buffer, schema: Schema, source: string): z.output<Schema> {
  const parsed = schema.safeParse(JSON.parse(bytes.toString()))
  if (parsed.success) return parsed.data
  throw new StartProblem(
    `${source} is no backup that this version can read (${parsed.error.issues[0]?.path.join('.')}).`,
  )
}

/** @throws StartProblem if a newer version made the backup, or another one */
async function insistOnKnownSchema({ format, migrations: applied, portal }: Beginning): Promise<void> {
  if (format > FORMAT) throw newer(portal)
  const known = new Map((await migrations()).map(({ name, hash }) => [name, hash]))
  for (const { name, hash } of applied) {
    if (!known.has(name)) throw newer(portal)
    if (known.get(name) !== hash) throw new StartProblem(`The backup was made by another portal: its ${name} differs.`)
  }
}

const newer = (portal: string) =>
  new StartProblem(`A newer version of the portal made this backup (${portal}): restore it with that version.`)

/** @throws StartProblem naming the existing content */
async function insistOnEmptyPlace(client: pg.Client, files: string, identity: string): Promise<void> {
  const found = await idIn(files)
  if (found === '' ? (await readdir(files)).length > 0 : found !== identity) {
    throw new StartProblem(`${files} holds files already: restore into an empty DATA_DIR.`)
  }
  const filled = await inOneTransaction(client, () => filledTables(client))
  if (filled.length === 0) return
  const isHere = filled.includes('store_identity') && (await identityOf(client)) === identity
  throw new StartProblem(
    isHere
      ? 'The database holds this backup, or a later state of it, already: it is whole, and nothing was changed.'
      : `The database is not empty (${filled.slice(0, 3).join(', ')}): restore into a new one.`,
  )
}

const identityOf = async (client: pg.Client): Promise<string | undefined> =>
  (await client.query<{ id: string }>('select id::text from store_identity')).rows[0]?.id

/** Empty also if a restore was interrupted there: the schema exists, with no rows but its own. */
async function filledTables(client: pg.Client): Promise<string[]> {
  const { rows: all } = await client.query<{ name: string }>(
    "select relname::text as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1",
  )
  const names = all.map(({ name }) => name)
  if (!names.includes('migration')) return names
  const { rows: told } = await client.query<{ there: boolean }>(
    "select to_regclass('public.store_identity') is not null as there",
  )
  await actAsReader(client)
  const readable = (await backupTables(client)).map(({ name }) => name)
  const filled: string[] = []
  for (const name of readable.filter((each) => !FILLED_BY_MIGRATIONS.includes(each))) {
    const { rows } = await client.query(`select from ${quoted(name)} limit 1`)
    if (rows.length > 0) filled.push(name)
  }
  return filled.length > 0 && told[0]?.there ? [...filled, 'store_identity'] : filled
}

/** A name in the archive becomes part of a statement only if the schema has it too. */
async function tablesFor(client: pg.Client, { tables }: Beginning): Promise<Map<string, BackupTable>> {
  const own = new Map((await backupTables(client)).map((table) => [table.name, table]))
  for (const { name, columns } of tables) {
    const known = own.get(name)
    if (!known || columns.some((column) => !known.columns.includes(column))) {
      throw new StartProblem(`The backup holds a table ${name} that its own version does not know.`)
    }
  }
  return new Map(tables.map((table) => [table.name, table]))
}

/**
 * Removes everything that keeps rows from being loaded in any order: references, triggers that would act on the rows,
 * and row level security, which binds the owner too. Empties the tables that the migrations filled.
 * @returns the statements that restore all of these; PostgreSQL then checks each reference
 */
async function openTables(client: pg.Client): Promise<string> {
  const { rows: constraints } = await client.query<{ drop: string; make: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint
    where connamespace = 'public'::regnamespace and (contype = 'f' or (contype = 'c' and not convalidated))`)
  const { rows: tables } = await client.query<{ name: string; isForced: boolean }>(`
    select oid::regclass::text as name, relforcerowsecurity as "isForced" from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relname <> 'migration'`)
  const forced = tables.filter(({ isForced }) => isForced)
  const statements = [
    ...constraints.map(({ drop }) => drop),
    ...forced.map(({ name }) => `alter table ${name} no force row level security`),
    ...tables.map(({ name }) => `alter table ${name} disable trigger user`),
    `truncate ${tables.map(({ name }) => name).join(', ')}`,
  ]
  await client.query(statements.join(';'))
  return [
    ...constraints.map(({ make }) => make),
    ...tables.map(({ name }) => `alter table ${name} enable trigger user`),
    ...forced.map(({ name }) => `alter table ${name} force row level security`),
  ].join(';')
}

async function loadParts(
  client: pg.Client,
  tables: ReadonlyMap<string, BackupTable>,
  parts: AsyncGenerator<ArchivePart>,
  { files, progress, signal }: RestoreWork,
): Promise<void> {
  let count = 0
  for await (const part of parts) {
    signal.throwIfAborted()
    const [kind, name = ''] = part.name.split('/')
    const table = kind === 'tables' ? tables.get(name) : undefined
    if (table) {
      progress(`table ${name}`)
      await copyIn(client, table, part.bytes)
    } else if (kind === 'files') {
      if ((count += 1) % 100 === 1) progress(`file ${count}`)
      await writeFileOf(files, name, part.bytes)
    } else {
      for await (const _ of part.bytes) continue
    }
  }
}

async function writeFileOf(files: string, id: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const place = placeOf(files, id)
  await mkdir(dirname(place), { recursive: true, mode: 0o700 })
  const incoming = incomingPlaceOf(files, id)
  await pipeline(bytes, createWriteStream(incoming, { mode: 0o600, flush: true }))
  await rename(incoming, place)
}

async function setSequences(client: pg.Client, sequences: End['sequences']): Promise<void> {
  for (const { name, last, isCalled } of sequences) {
    await client.query('select setval($1::regclass, $2, $3)', [quoted(name), last, isCalled])
  }
}

/** Reads everything back, row by row and file by file. */
async function compare(
  client: pg.Client,
  tables: ReadonlyMap<string, BackupTable>,
  { tables: sums, files: fileSum, missing }: End,
  { files, progress, signal }: RestoreWork,
): Promise<void> {
  progress('comparison')
  for (const [name, table] of tables) {
    signal.throwIfAborted()
    const sum = new Sum()
    for await (const row of copyOut(client, table)) sum.add(row)
    insistOnSame(`the table ${name}`, sum.summed, sums[name])
  }
  const { rows: named } = await client.query<{ id: string }>(NAMED_FILES)
  const absent = new Set(missing)
  const sum = new Sum()
  for (const { id } of named.filter((file) => !absent.has(file.id))) {
    signal.throwIfAborted()
    const hash = createHash('sha256')
    let size = 0
    for await (const chunk of createReadStream(placeOf(files, id)) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      size += chunk.length
    }
    sum.add(`${id} ${hash.digest('hex')}`, size)
  }
  insistOnSame('the files', sum.summed, fileSum)
  await flushFolders(files)
}

function insistOnSame(what: string, found: Summed, expected: Summed | undefined): void {
  if (expected && isSame(found, expected)) return
  throw new StartProblem(
    `After reading back, ${what} differ from the backup (${found.count}, not ${expected?.count ?? 0}): nothing was restored.`,
  )
}

/** The files' names must be on the disk before the rows that name them. */
async function flushFolders(files: string): Promise<void> {
  for (const folder of ['.', ...(await readdir(files))]) {
    const handle = await open(join(files, folder))
    await handle.sync()
    await handle.close()
  }
}
