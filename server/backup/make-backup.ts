import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import packageFile from '../../package.json' with { type: 'json' }
import { placeOf } from '../db/file-places.ts'
import { unlessMissing } from '../db/file-trash.ts'
import { type AddPart, writeArchive } from './archive.ts'
import type { ArchiveKey } from './archive-key.ts'
import { StartProblem } from '../start-problem.ts'
import { actAsReader, backupTables, copyOut, NAMED_FILES, quoted, SAME_TEXT } from './backup-tables.ts'
import { BEGINNING, type Beginning, END, type End, FORMAT, filePart, tablePart } from './manifest.ts'
import { Sum } from './sum.ts'

export interface BackupWork {
  readonly databaseUrl: string
  readonly files: string
  readonly key: ArchiveKey | undefined
  /** Reports each step; a long one reports its progress several times. */
  readonly progress: (step: string) => void
  readonly signal: AbortSignal
}

/** The figures for the operator at the end. */
export interface BackupReport {
  readonly rows: number
  readonly files: number
  readonly bytes: number
  readonly missing: number
  readonly damaged: number
}

/** A part of a table is written when it is this large. */
const PART_BYTES = 4 * 1024 * 1024

/**
 * Writes the database as of one moment, and exactly the files that it names then. The portal may be running: files
 * never change, and a file that is removed meanwhile still lies in the trash.
 */
export async function makeBackup(target: string, work: BackupWork): Promise<BackupReport> {
  const client = new pg.Client({ connectionString: work.databaseUrl, connectionTimeoutMillis: 5000, keepAlive: true })
  client.on('error', () => undefined)
  await client.connect()
  try {
    let report: BackupReport | undefined
    await writeArchive(target, work.key, async (add) => {
      const adding: AddPart = async (name, size, bytes) => {
        work.signal.throwIfAborted()
        await add(name, size, bytes)
      }
      const { tables, sequences, named } = await addDatabase(client, adding, work)
      const { files, missing, damaged } = await addFiles(named, adding, work)
      await addJson(adding, END, { tables, files, missing, damaged, sequences } satisfies End)
      const sums = Object.values(tables)
      report = {
        rows: sums.reduce((sum, { count }) => sum + count, 0),
        files: files.count,
        bytes: sums.reduce((sum, { bytes }) => sum + bytes, files.bytes),
        missing: missing.length,
        damaged: damaged.length,
      }
    })
    if (!report) throw new Error('Nothing was written')
    return report
  } finally {
    await client.end().catch(() => undefined)
  }
}

interface NamedFile {
  readonly id: string
  /** Null for the file of a received mail, whose record holds no digest. */
  readonly sha256: string | null
}

/** Writes the tables in one transaction, which sees a single moment and ends before the files are written. */
async function addDatabase(client: pg.Client, add: AddPart, { progress }: BackupWork) {
  await client.query(`begin isolation level repeatable read read only; ${SAME_TEXT}`)
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('public.store_identity') is not null as there",
  )
  if (!rows[0]?.there) throw new StartProblem('This database holds no portal: check DATABASE_URL.')
  await actAsReader(client)
  const all = await backupTables(client)
  await addJson(add, BEGINNING, await beginningOf(client, all))
  const tables: Record<string, Sum['summed']> = {}
  for (const [index, table] of all.entries()) {
    progress(`table ${index + 1} of ${all.length}: ${table.name}`)
    tables[table.name] = await addTable(client, table, add)
  }
  const { rows: named } = await client.query<NamedFile>(NAMED_FILES)
  const sequences = await sequencesOf(client)
  await client.query('commit')
  return { tables, sequences, named }
}

async function beginningOf(client: pg.Client, tables: Beginning['tables']): Promise<Beginning> {
  const { rows: migrations } = await client.query<{ name: string; hash: string }>(
    'select name, hash from migration order by name',
  )
  const { rows } = await client.query<{ id: string }>('select id::text from store_identity')
  const identity = rows[0]?.id ?? ''
  return { format: FORMAT, portal: packageFile.version, madeAt: new Date().toISOString(), identity, migrations, tables }
}

async function addTable(client: pg.Client, table: Beginning['tables'][number], add: AddPart): Promise<Sum['summed']> {
  const sum = new Sum()
  let [part, size, parts]: [Buffer[], number, number] = [[], 0, 0]
  const flush = async () => {
    await add(tablePart(table.name, (parts += 1)), size, part)
    ;[part, size] = [[], 0]
  }
  for await (const row of copyOut(client, table)) {
    sum.add(row)
    part.push(row)
    size += row.length
    if (size >= PART_BYTES) await flush()
  }
  if (size > 0) await flush()
  return sum.summed
}

/** The sequences of all tables: numbers of omitted rows must not be assigned again either. */
async function sequencesOf(client: pg.Client): Promise<End['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    "select relname::text as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace order by 1",
  )
  const sequences: End['sequences'] = []
  for (const { name } of rows) {
    const { rows: found } = await client.query<{ last: string; isCalled: boolean }>(
      `select last_value::text as last, is_called as "isCalled" from ${quoted(name)}`,
    )
    sequences.push(...found.map((at) => ({ name, ...at })))
  }
  return sequences
}

async function addFiles(named: readonly NamedFile[], add: AddPart, { files, progress }: BackupWork) {
  const sum = new Sum()
  const [missing, damaged]: [string[], string[]] = [[], []]
  for (const [index, { id, sha256 }] of named.entries()) {
    if (index % 100 === 0) progress(`file ${index + 1} of ${named.length}`)
    const handle = await opened(files, id)
    if (!handle) {
      missing.push(id)
      continue
    }
    try {
      const { size } = await handle.stat()
      const hash = createHash('sha256')
      await add(filePart(id), size, hashed(handle.createReadStream({ autoClose: false }), hash))
      const found = hash.digest('hex')
      if (sha256 !== null && sha256 !== found) damaged.push(id)
      sum.add(`${id} ${found}`, size)
    } finally {
      await handle.close()
    }
  }
  return { files: sum.summed, missing, damaged }
}

/** The file in its place or, if it has just been removed, in the trash. */
async function opened(folder: string, id: string): Promise<FileHandle | null> {
  const kept = await open(placeOf(folder, id)).catch(unlessMissing(null))
  return kept ?? open(join(folder, 'trash', id)).catch(unlessMissing(null))
}

async function* hashed(bytes: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of bytes) {
    hash.update(chunk)
    yield chunk
  }
}

async function addJson(add: AddPart, name: string, content: unknown): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(content, null, 1)}\n`)
  await add(name, bytes.length, [bytes])
}
