import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import * as z from 'zod/mini'
import { actAsReader, copyRows, quoted, SAME_TEXT } from '../backup/backup-tables.ts'
import { placeOf } from '../db/file-places.ts'
import { unlessMissing } from '../db/file-trash.ts'
import { reasonOf, StartProblem } from '../start-problem.ts'
import { fieldOf, type Kind, KINDS } from './kinds.ts'

/** The version of the format; docs/move.md describes it. */
export const FORMAT = 1

interface ExportWork {
  readonly databaseUrl: string
  readonly files: string
  /** Null for all clients. */
  readonly client: bigint | null
  readonly progress: (step: string) => void
  readonly signal: AbortSignal
}

interface ExportReport {
  readonly counts: Readonly<Record<string, number>>
  readonly copied: number
  /** How many lines `amiss.jsonl` has. */
  readonly amiss: number
}

/**
 * Writes the neutral format into a folder: the database as of one moment, then the files that it names. The folder gets
 * its name once it is whole; a failure leaves nothing.
 */
export async function makeExport(target: string, work: ExportWork): Promise<ExportReport> {
  if (existsSync(target)) throw new StartProblem(`${target} is there already: choose another name.`)
  const unfinished = `${target}.unfinished`
  await mkdir(unfinished, { mode: 0o700 }).catch((error: unknown) => {
    throw new StartProblem(
      existsSync(unfinished)
        ? `${unfinished} is there already: another export writes it, or was killed. Remove it if none is running.`
        : `${target} cannot be written (${reasonOf(error)}).`,
    )
  })
  try {
    const counts = await writeRecords(unfinished, work)
    const { copied, amiss } = await copyFiles(unfinished, counts['files'] ?? 0, work)
    const beginning = {
      format: FORMAT,
      client: work.client === null ? null : Number(work.client),
      counts,
      copied,
      amiss,
    }
    await writeFile(join(unfinished, 'export.json'), `${JSON.stringify(beginning, null, 1)}\n`, {
      mode: 0o600,
      flush: true,
    })
    work.signal.throwIfAborted()
    await rename(unfinished, target)
    await flushed(dirname(target))
    return { counts, copied, amiss }
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    // A stopped stream gives no reason for stopping.
    work.signal.throwIfAborted()
    throw error
  }
}

async function writeRecords(folder: string, work: ExportWork): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: work.databaseUrl, connectionTimeoutMillis: 5000, keepAlive: true })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(`begin isolation level repeatable read read only; ${SAME_TEXT}`)
    await insistOnClient(client, work.client)
    const counts: Record<string, number> = {}
    for (const [index, kind] of KINDS.entries()) {
      work.signal.throwIfAborted()
      work.progress(`records ${index + 1} of ${KINDS.length}: ${kind.name}`)
      counts[kind.name] = await writeKind(client, kind, join(folder, `${kind.name}.jsonl`), work)
    }
    await client.query('commit')
    return counts
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function insistOnClient(client: pg.Client, number: bigint | null): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('public.store_identity') is not null as there",
  )
  if (!rows[0]?.there) throw new StartProblem('This database holds no portal: check DATABASE_URL.')
  await actAsReader(client)
  if (number === null) return
  const found = await client.query('select from client where client_id = $1', [number])
  if (found.rowCount === 0) throw new StartProblem(`There is no client ${number}.`)
}

async function writeKind(client: pg.Client, kind: Kind, path: string, work: ExportWork): Promise<number> {
  let count = 0
  await pipeline(
    copyRows(client, statementOf(kind, work.client)),
    async function* (rows: AsyncIterable<Buffer>) {
      for await (const row of rows) {
        if ((count += 1) % 10_000 === 0) work.progress(`records of ${kind.name}: ${count}`)
        yield jsonIn(row)
      }
    },
    createWriteStream(path, { mode: 0o600, flush: true }),
    { signal: work.signal },
  )
  return count
}

function statementOf({ table, columns, order, where, ofClient }: Kind, client: bigint | null): string {
  const fields = columns.map((column) => `${valueOf(column)} as ${quoted(fieldOf(column))}`)
  const ofThis =
    client === null ? undefined : columns.includes('client_id') ? `client_id = ${client}` : ofClient?.(client)
  const conditions = [where, ofThis].filter((condition) => condition !== undefined)
  // Texts in the order of their bytes, so that all servers sort alike.
  const sorted = order.map((column) =>
    /code|username|email/.test(column) ? `${quoted(column)} collate "C"` : quoted(column),
  )
  return `select row_to_json(r) from (select ${fields.join(', ')} from ${quoted(table)}
    ${conditions.length > 0 ? `where ${conditions.map((condition) => `(${condition})`).join(' and ')}` : ''} order by ${sorted.join(', ')}) r`
}

const valueOf = (column: string): string => (column === 'sha256' ? "encode(sha256, 'hex')" : quoted(column))

/** COPY doubles each backslash. It changes no other character of JSON. */
const jsonIn = (row: Buffer): Buffer =>
  row.includes(92) ? Buffer.from(row.toString('utf8').replaceAll('\\\\', '\\')) : row

const fileLine = z.object({ attachmentId: z.string(), sha256: z.string() })

/** Copies the files. A file that is missing, or not as it was sent, gets a line in `amiss.jsonl`. */
async function copyFiles(folder: string, count: number, work: ExportWork) {
  const amissFile = await open(join(folder, 'amiss.jsonl'), 'w', 0o600)
  let [seen, copied, amiss] = [0, 0, 0]
  try {
    for await (const line of createInterface({ input: createReadStream(join(folder, 'files.jsonl')) })) {
      work.signal.throwIfAborted()
      if (seen % 100 === 0) work.progress(`files ${seen + 1} of ${count}`)
      seen += 1
      const { attachmentId, sha256 } = fileLine.parse(JSON.parse(line))
      const found = await copyFile(work, attachmentId, placeOf(join(folder, 'files'), attachmentId))
      if (found !== null) copied += 1
      if (found === sha256) continue
      amiss += 1
      await amissFile.write(`${JSON.stringify({ attachmentId, reason: found === null ? 'missing' : 'damaged' })}\n`)
    }
    await amissFile.sync()
  } finally {
    await amissFile.close()
  }
  return { copied, amiss }
}

/** Returns the digest; null if the file is missing, in the trash as well. */
async function copyFile({ files, signal }: ExportWork, id: string, target: string): Promise<string | null> {
  const handle =
    (await open(placeOf(files, id)).catch(unlessMissing(null))) ??
    (await open(join(files, 'trash', id)).catch(unlessMissing(null)))
  if (!handle) return null
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await pipeline(handle.createReadStream(), hashing, createWriteStream(target, { mode: 0o600 }), { signal })
  return hash.digest('hex')
}

async function flushed(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}
