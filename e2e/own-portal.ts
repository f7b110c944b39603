import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { pino } from 'pino'
import { buildApp } from '#server/app.ts'
import { notify, notifyOfPromises } from '#server/console/notifications/notify.ts'
import { migrate } from '#server/db/migrate.ts'
import { seedProviderData } from '#server/db/provider-data.ts'
import { openDatabase, sql } from '#server/db/sql.ts'
import { loadDemo } from '#server/demo/load-demo.ts'
import { readSettings } from '#server/provider-settings.ts'
import { entryLink, signDemoEntry } from '#server/demo/entry-link.ts'
import { databaseUrlOf } from '#server/testing/portal-process.ts'
import { patient } from '#server/testing/patience.ts'
import { test as base, expect } from './people.ts'

// A portal on a database of its own, for journeys that set the clock or take away something that the portal needs.

export interface OwnPortal {
  readonly origin: string
  /** The portal's time. */
  readonly clock: { now: Date }
  /** Whether the files' volume has room. */
  readonly disk: { hasRoom: boolean }
  /** Makes its database refuse and end all connections, or accept them again. */
  readonly setDatabaseAway: (away: boolean) => Promise<void>
  /** Its database, as the owner. */
  readonly owner: pg.Client
  /** The folder of its files. */
  readonly files: string
  /** Tells technicians what has happened, as every server does every two seconds. */
  readonly tell: () => Promise<void>
  readonly close: () => Promise<void>
}

/** A Wednesday in winter, at noon by the office's clock. */
const NOON = new Date('2026-11-18T11:00:00.000Z')

interface Worker {
  readonly ownPortal: OwnPortal
}

/** `test` at this portal. All journeys of a file share it, and each leaves it as it was. */
export const test = base.extend<{ readonly atNoon: void }, Worker>({
  ownPortal: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from it
    async ({}, use) => {
      const portal = await ownPortal()
      await use(portal)
      await portal.close()
    },
    { scope: 'worker', timeout: patient(60_000) },
  ],
  atNoon: [
    async ({ ownPortal }, use) => {
      ownPortal.clock.now = NOON
      await use()
    },
    { auto: true },
  ],
  baseURL: async ({ ownPortal }, use) => use(`${ownPortal.origin}/public/`),
  link: async ({ ownPortal: { origin, clock } }, use) => {
    await use(async ({ contact = 11, installation = 'LEV-01', caller = 'own' } = {}) => {
      const entry = { installation, subject: String(contact), context: { company: '001' }, caller }
      return entryLink(origin, await signDemoEntry(entry, clock.now))
    })
  },
})

async function ownPortal(): Promise<OwnPortal> {
  const cluster = await databaseUrlOf(process.env.E2E_DATA ?? '')
  const name = `own_${process.pid}`
  const url = Object.assign(new URL(cluster), { pathname: `/${name}` }).href
  const maintenance = new pg.Client({ connectionString: cluster })
  await maintenance.connect()
  await maintenance.query(`create database ${name}`)
  await migrate(url)
  const database = openDatabase(url)
  const staff = openDatabase(url, { role: 'portal_staff', connections: 5 })
  const files = await mkdtemp(join(tmpdir(), 'portal-own-'))
  const clock = { now: NOON }
  const disk = { hasRoom: true }
  await seedProviderData(database, { mails: false })
  await loadDemo({ database, staff }, NOON, files)
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const { app } = await buildApp({
    database,
    staff,
    directUrl: url,
    log: pino({ level: 'silent' }),
    origin,
    secretKey: Buffer.alloc(32, 'tested'),
    files,
    room: () => Promise.resolve(disk.hasRoom),
    pdfs: join(files, 'pdf'),
    settings: await readSettings(),
    simulateTechnician: true,
    clock: () => clock.now,
    web: fileURLToPath(new URL('../dist', import.meta.url)),
  })
  await app.listen({ port, host: '127.0.0.1' })
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  const { rows } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid')
  return {
    origin,
    clock,
    disk,
    setDatabaseAway: async (away) => {
      await maintenance.query(`alter database ${name} allow_connections ${!away}`)
      if (!away) {
        // The server learns it with its next connections.
        const isBack = () =>
          Promise.all([database, staff].map((one) => one.rows(sql`select 1`))).then(Boolean, () => false)
        return expect.poll(isBack).toBe(true)
      }
      await maintenance.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> $2',
        [name, rows[0]?.pid],
      )
    },
    owner,
    files,
    tell: async () => {
      await notify(staff, () => clock.now)
      await notifyOfPromises(staff, () => clock.now)
    },
    close: async () => {
      app.server.closeAllConnections()
      await app.close()
      await staff.close()
      await database.close()
      await owner.end()
      await maintenance.query(`drop database ${name} with (force)`)
      await maintenance.end()
      await rm(files, { recursive: true, force: true })
    },
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
