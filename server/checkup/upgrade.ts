import { stat } from 'node:fs/promises'
import type pg from 'pg'
import { readLastBackup } from '../backup/last-backup.ts'
import { connected, preparing } from '../db/check-database.ts'
import { reserveOf, volumeOf } from '../db/room.ts'
import { insistOnServer, MIGRATIONS, schemaState } from '../db/schema-state.ts'
import { StartProblem } from '../start-problem.ts'
import { collecting, type Finding, type Look } from './findings.ts'
import { type Effect, type Effects, effectsOf } from './migration-effects.ts'

interface Upgrade {
  readonly databaseUrl: string
  readonly dataFolder: string
  /** The folder of the embedded database. Null where only PostgreSQL's own administrator sees the volume. */
  readonly volume: string | null
  /** A backup that was made by other means. */
  readonly backup: string | undefined
  readonly now: Date
  readonly folder?: URL
}

/**
 * Checks what the start of this version would do to a database that an older one may be working with. Changes nothing.
 */
export async function checkUpgrade(
  { databaseUrl, dataFolder, volume, backup, now, folder = MIGRATIONS }: Upgrade,
  tell: (finding: Finding) => void,
  signal: AbortSignal,
): Promise<Finding[]> {
  const { findings, look } = collecting(tell, signal)
  const client = await connected(databaseUrl)
  try {
    const state = await look(
      'schema',
      () => preparing(insistOnServer(client).then(() => schemaState(client, folder))),
      ({ applied, waiting }) => `${applied} migrations have run, ${waiting.length} would run`,
    )
    if (state) await lookAtMigrations(client, effectsOf(state.waiting), volume, look)
    await look('backup', () => recentBackup(dataFolder, backup, now))
  } finally {
    await client.end()
  }
  return findings
}

/** From about this size on, holding a table for all its rows takes longer than anybody wants to wait. */
const LARGE_BYTES = 64 * 1024 * 1024

async function lookAtMigrations(client: pg.Client, all: readonly Effects[], volume: string | null, look: Look) {
  const sizes = await sizesOf(client, [...new Set(all.flatMap(({ effects }) => effects.map(({ table }) => table)))])
  for (const each of all) await look(each.name.replace('.sql', ''), async () => describe(each, sizes))
  if (all.length === 0) return
  await look('side by side', async () => {
    const breaks = all.flatMap(({ name, breaks: acts }) => acts.map((act) => `${name} ${act}`))
    if (breaks.length === 0) return 'old and new servers can work beside each other: replace one after another'
    throw new StartProblem(
      `Servers of the version before could fail once the new one has started: stop all of them first (${breaks.join('; ')}).`,
    )
  })
  await look('room', () => roomForIndexes(all, sizes, volume))
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024)} MB`

function describe({ effects, takesAway }: Effects, sizes: ReadonlyMap<string, number>): string {
  const said = [...Map.groupBy(effects, ({ table }) => table)].map(([table, acts]) => {
    const bytes = sizes.get(table) ?? 0
    const slow = acts.filter(({ cost }) => cost === 'reads' || cost === 'writes')
    const names = [...new Set(acts.map(({ act }) => act))].join(', ')
    const locks = slow.length > 0 && bytes >= LARGE_BYTES ? ': LOCKS it meanwhile, choose a quiet hour' : ''
    return `${table} (${megabytes(bytes)}: ${names}${locks})`
  })
  const away = takesAway.map((what) => `TAKES AWAY ${what}`)
  return [said.length === 0 ? 'touches no table that is there' : said.join(', '), ...away].join('; ')
}

async function sizesOf(client: pg.Client, tables: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `select c.relname as name, pg_table_size(c.oid) as bytes
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname = any ($1)`,
    [tables],
  )
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]))
}

/** An index is hardly larger than its table. Rewritten rows need the table's size once more. */
async function roomForIndexes(all: readonly Effects[], sizes: ReadonlyMap<string, number>, volume: string | null) {
  const needs = ({ isIndex, cost }: Effect) => isIndex || cost === 'writes'
  const most = all
    .flatMap(({ effects }) => effects.filter(needs))
    .reduce((sum, { table }) => sum + (sizes.get(table) ?? 0), 0)
  if (volume === null)
    return `at most ${megabytes(most)} on the volume of PostgreSQL, which only its administrator sees`
  const { free, size } = await volumeOf(volume)
  const usable = Math.max(0, free - reserveOf(size))
  if (usable >= most) return `at most ${megabytes(most)}, and ${megabytes(usable)} are free`
  throw new StartProblem(
    `The migrations need up to ${megabytes(most)} in ${volume}, and ${megabytes(usable)} are free beside the reserve: enlarge the volume first.`,
  )
}

const OLDEST_BACKUP_MS = 24 * 3_600_000

/** @throws StartProblem if there is no backup of the last day */
export async function recentBackup(dataFolder: string, given: string | undefined, now: Date): Promise<string> {
  const found = given === undefined ? await readLastBackup(dataFolder) : await fileOf(given)
  if (found === null)
    throw new StartProblem('No backup is known: make one (npm run backup -- TARGET), or name another by --copia FILE.')
  const hours = Math.floor((now.getTime() - Date.parse(found.at)) / 3_600_000)
  if (now.getTime() - Date.parse(found.at) <= OLDEST_BACKUP_MS) return `${found.file}, ${hours} h old`
  throw new StartProblem(
    `The last backup, ${found.file}, is ${hours} h old: make one first (npm run backup -- TARGET), or name another by --copia FILE.`,
  )
}

async function fileOf(file: string) {
  const { mtime, size } = await stat(file).catch(() => ({ mtime: null, size: 0 }))
  if (mtime === null || size === 0) throw new StartProblem(`--copia ${file}: there is no such file, or it is empty.`)
  return { file, at: mtime.toISOString() }
}
