import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { migrate } from '../../db/migrate.ts'
import { seedProviderData } from '../../db/provider-data.ts'
import { openDatabase } from '../../db/sql.ts'
import { makeExport } from '../../move/make-export.ts'
import { makeImport } from '../../move/make-import.ts'
import { testApp } from '../test-app.ts'

const ROLES = 'portal_app, portal_door, portal_staff, portal_jobs, portal_backup'

export interface Place {
  readonly databaseUrl: string
  readonly superuserUrl: string
  readonly files: string
}

let owners = 0

/** A portal with the demo, a folder for its export, and empty portals for imports. */
export async function openMovingDesk() {
  const portal = await testApp()
  const folder = await mkdtemp(join(tmpdir(), 'portal-move-'))
  // Row level security, forced, binds the owner of the empty portals, too: it is no superuser.
  const owner = `mover_${process.pid}_${(owners += 1)}`
  await portal.owner.query(
    `create role ${owner} login password 'x' createrole; grant ${ROLES} to ${owner} with admin option`,
  )
  const ofPortal = { databaseUrl: portal.url, files: portal.files }
  let places = 0
  const kept: (() => Promise<void>)[] = []
  /** Made for the first empty portal: the others are copies, because all migrations take seconds. */
  let template: Promise<string> | undefined

  const urlsOf = (name: string) => {
    const superuserUrl = Object.assign(new URL(portal.url), { pathname: `/${name}` }).href
    return { superuserUrl, databaseUrl: Object.assign(new URL(superuserUrl), { username: owner, password: 'x' }).href }
  }
  async function migrated(): Promise<string> {
    const name = `${owner}_template`
    await portal.owner.query(`create database ${name} owner ${owner}`)
    kept.push(async () => void (await portal.owner.query(`drop database ${name} with (force)`)))
    const { databaseUrl } = urlsOf(name)
    await migrate(databaseUrl)
    const database = openDatabase(databaseUrl, { connections: 1 })
    await seedProviderData(database, { mails: true })
    await database.close()
    return name
  }
  return {
    portal,
    folder,
    /** An empty portal after its first start, with the provider's modules. Removed with the test, or with the desk. */
    async emptyPortal({ isKept = false } = {}): Promise<Place> {
      const from = await (template ??= migrated())
      const name = `${owner}_${(places += 1)}`
      await portal.owner.query(`create database ${name} owner ${owner} template ${from} strategy file_copy`)
      const drop = async () => void (await portal.owner.query(`drop database ${name} with (force)`))
      if (isKept) kept.push(drop)
      else onTestFinished(drop)
      const files = await mkdtemp(join(folder, 'files-'))
      return { ...urlsOf(name), files }
    },
    take: (name: string, { databaseUrl, files }: Pick<Place, 'databaseUrl' | 'files'> = ofPortal, client?: bigint) =>
      makeExport(join(folder, name), {
        databaseUrl,
        files,
        client: client ?? null,
        progress: () => undefined,
        signal: new AbortController().signal,
      }),
    async bringIn(name: string, place: Place, over: Partial<Parameters<typeof makeImport>[1]> = {}) {
      const said: string[] = []
      const report = await makeImport(join(folder, name), {
        ...place,
        isRehearsal: false,
        progress: () => undefined,
        report: (line) => void said.push(line),
        signal: new AbortController().signal,
        ...over,
      })
      return { ...report, said }
    },
    copy: (name: string, copied: string) => cp(join(folder, name), join(folder, copied), { recursive: true }),
    contentOf: (name: string) => contentOf(join(folder, name)),
    close: async () => {
      for (const drop of kept) await drop()
      await portal.owner.query(`drop owned by ${owner}; drop role ${owner}`)
      await portal.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type MovingDesk = Awaited<ReturnType<typeof openMovingDesk>>

/** Every row, every counter and every file of the store. */
export async function stateOf({ superuserUrl, files }: Pick<Place, 'superuserUrl' | 'files'>) {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      "select relname::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
    )
    const state: Record<string, unknown> = {}
    for (const { name } of tables)
      state[name] = (await client.query<{ row: string }>(`select x::text as row from ${name} x order by 1`)).rows
    const { rows: counters } = await client.query(
      "select sequencename::text, last_value::text from pg_sequences where schemaname = 'public' order by 1",
    )
    return { ...state, counters, names: await namesIn(files) }
  } finally {
    await client.end()
  }
}

export async function namesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()
}

async function contentOf(folder: string): Promise<Map<string, string>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const content = new Map<string, string>()
  for (const file of found.filter((entry) => entry.isFile())) {
    const path = join(file.parentPath, file.name)
    content.set(path.slice(folder.length + 1), await readFile(path, 'latin1'))
  }
  return content
}

export async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}
