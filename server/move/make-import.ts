import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { AlsoExtension } from '#domain/files/file-choice.ts'
import * as z from 'zod/mini'
import { actAsReader, copyRows, SAME_TEXT } from '../backup/backup-tables.ts'
import { schemaState } from '../db/schema-state.ts'
import { reasonOf, StartProblem } from '../start-problem.ts'
import { fileProblem, filesIn } from './import-files.ts'
import { judgeLines } from './judge.ts'
import { KINDS } from './kinds.ts'
import { FORMAT } from './make-export.ts'
import { placeLines } from './place.ts'
import { stageFolder, stageOf } from './stage.ts'

/** Any number, the same in every process: two simultaneous imports would take the same numbers. */
const LOCK = 7_320_121

interface ImportWork {
  readonly databaseUrl: string
  /** The folder of the portal's files. */
  readonly files: string
  /** Whether a scanner must look at each file before it is handed out. */
  readonly isScanned?: boolean
  /** The types of files that the portal takes beside the specification's list; none if absent. */
  readonly also?: readonly AlsoExtension[]
  /** Only reports the fate of each line. */
  readonly isRehearsal: boolean
  readonly progress: (step: string) => void
  /** Receives each line that cannot be placed, and further messages. */
  readonly report: (said: string) => void
  readonly signal: AbortSignal
}

interface Fates {
  readonly read: number
  readonly placed: number
  readonly there: number
}

interface ImportReport {
  readonly kinds: Readonly<Record<string, Fates>>
  /** The number of lines and files that cannot be placed. */
  readonly refused: number
}

const beginning = z.object({ format: z.int(), counts: z.optional(z.record(z.string(), z.int())) })

/**
 * Reads the neutral format (docs/move.md) into a portal. The lines are first laid beside the records and judged there,
 * so a rehearsal finds everything that the import finds. Lines that cannot be placed are reported by file and number;
 * all others are placed, client by client.
 */
export async function makeImport(folder: string, work: ImportWork): Promise<ImportReport> {
  const told = await beginningOf(folder)
  const client = new pg.Client({ connectionString: work.databaseUrl, connectionTimeoutMillis: 5000, keepAlive: true })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await insistOnPortal(client)
    return await imported(folder, told, client, work)
  } catch (error) {
    // A stopped statement gives no reason for stopping.
    work.signal.throwIfAborted()
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function imported(folder: string, told: Counts, client: pg.Client, work: ImportWork): Promise<ImportReport> {
  const { progress, signal, isRehearsal } = work
  const source = join(folder, 'files')
  let refused = 0
  // The folder's author chose these names, so each is kept on one line and cannot control a terminal.
  const report = (said: string) => work.report(said.replaceAll(/\p{Cc}/gu, '\ufffd'))
  const tell = (said: string) => {
    refused += 1
    report(said)
  }
  await client.query(`begin; ${SAME_TEXT}; set local work_mem = '64MB'`)
  const counts = await stageFolder(client, {
    folder,
    progress,
    signal,
    look: (file) => fileProblem(source, file, work.also ?? []),
  })
  await actAsReader(client)
  await judgeLines({ client, progress, signal })
  for await (const { isChanged, said } of refusals(client)) (isChanged ? report : tell)(said)
  for (const { name } of KINDS) {
    const [found, expected] = [counts[name] ?? 0, told[name] ?? counts[name]]
    if (found !== expected) tell(`${name}.jsonl: it has ${found} lines, and export.json says ${expected}`)
  }
  for (const name of await strangers(folder)) tell(`${name}: it is no part of the format`)
  for await (const name of unnamedFiles(source, client)) tell(`files/${name}: no line names it`)
  const kinds = await fatesIn(client, counts)
  await client.query('commit')
  signal.throwIfAborted()
  if (!isRehearsal)
    await placeLines({ client, files: work.files, isScanned: work.isScanned ?? false, source, progress, signal })
  return { kinds, refused }
}

type Counts = Readonly<Record<string, number>>

/** @throws StartProblem if this is no such folder, or of another version */
async function beginningOf(folder: string): Promise<Counts> {
  const text = await readFile(join(folder, 'export.json'), 'utf8').catch((error: unknown) => {
    throw new StartProblem(`${folder} is no folder that npm run export wrote (${reasonOf(error)}).`)
  })
  const read = beginning.safeParse(jsonIn(text))
  if (!read.success) throw new StartProblem(`${join(folder, 'export.json')} is not as docs/move.md describes it.`)
  if (read.data.format !== FORMAT)
    throw new StartProblem(`The folder has format ${read.data.format}, and this version reads format ${FORMAT}.`)
  return read.data.counts ?? {}
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @throws StartProblem if there is no portal of this version, or another import is running */
async function insistOnPortal(client: pg.Client): Promise<void> {
  const { waiting, applied } = await schemaState(client).catch((error: unknown) => {
    throw new StartProblem(`Nothing can be imported into this database: ${reasonOf(error)}.`)
  })
  if (applied === 0)
    throw new StartProblem('This database holds no portal: check DATABASE_URL, or start the portal once.')
  if (waiting.length > 0)
    throw new StartProblem('An older version has prepared this database: start this version of the portal once.')
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [LOCK])
  if (!rows[0]?.locked) throw new StartProblem('Another import into this portal is running.')
}

/** Anything in the folder that is not part of the format. */
async function strangers(folder: string): Promise<string[]> {
  const own = new Set(['export.json', 'amiss.jsonl', 'files', ...KINDS.map(({ name }) => `${name}.jsonl`)])
  return (await readdir(folder)).filter((name) => !own.has(name)).toSorted()
}

const ASKED_AT_ONCE = 1000

async function* unnamedFiles(source: string, client: pg.Client): AsyncGenerator<string> {
  if (!existsSync(source)) return
  for await (const { ids, others } of filesIn(source, ASKED_AT_ONCE)) {
    const { rows } = await client.query<{ id: string }>(
      `select i.id from unnest($1::text[]) i (id)
      where not exists (select from "stage files" s where s.attachment_id = i.id) order by i.id collate "C"`,
      [ids],
    )
    for (const { id } of rows) yield `${id.slice(0, 2)}/${id}`
    yield* others
  }
}

async function fatesIn(client: pg.Client, counts: Counts): Promise<Record<string, Fates>> {
  const fates: Record<string, Fates> = {}
  for (const kind of KINDS) {
    const { rows } = await client.query<{ placed: number; there: number }>(
      `select count(*) filter (where fate = 'new')::int as placed, count(*) filter (where fate = 'there')::int as there
      from ${stageOf(kind)}`,
    )
    fates[kind.name] = { read: counts[kind.name] ?? 0, ...(rows[0] ?? { placed: 0, there: 0 }) }
  }
  return fates
}

const refusal = z.object({ kind: z.string(), line: z.int(), reason: z.string(), stays: z.boolean() })

async function* refusals(client: pg.Client): AsyncGenerator<{ said: string; isChanged: boolean }> {
  const order = `array_position(array[${KINDS.map(({ name }) => `'${name}'`).join(', ')}], r.kind)`
  const statement = `select row_to_json(r) from refusal r order by ${order}, r.line, r.reason`
  for await (const row of copyRows(client, statement)) {
    const { kind, line, reason, stays } = refusal.parse(JSON.parse(row.toString().replaceAll('\\\\', '\\')))
    yield { said: `${kind}.jsonl:${line}: ${reason}`, isChanged: stays }
  }
}
