import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/db/migrate.ts'
import { seedProviderData } from '#server/db/provider-data.ts'
import { openDatabase } from '#server/db/sql.ts'
import { loadDemo } from '#server/demo/load-demo.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres.ts'
import { NOON } from './noon.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A migrated, empty database to copy, as its superuser. Nothing may stay connected to it, or to the demo's. */
    templateUrl: string
    /** A database to copy with the provider's data and the demo as of `NOON`, and its folder of files. */
    demo: { readonly url: string; readonly files: string }
  }
}

/** One PostgreSQL for all server tests of a run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-test-'))
  const postgres = await startEmbeddedPostgres({ folder, durable: false })
  await migrate(postgres.url)
  project.provide('templateUrl', postgres.url)
  project.provide('demo', await demoBeside(postgres.url, join(folder, 'demo-files')))
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Loaded once, because each of fifty test files would need half a second for it. */
async function demoBeside(template: string, files: string) {
  const url = Object.assign(new URL(template), { pathname: '/demo' }).href
  const maintenance = new pg.Client({
    connectionString: Object.assign(new URL(template), { pathname: '/postgres' }).href,
  })
  await maintenance.connect()
  await maintenance.query(`create database demo template ${new URL(template).pathname.slice(1)}`)
  await maintenance.end()
  await mkdir(files)
  const database = openDatabase(url)
  const staff = openDatabase(url, { role: 'portal_staff' })
  await seedProviderData(database, { mails: true })
  await loadDemo({ database, staff }, NOON, files)
  await staff.close()
  await database.close()
  return { url, files }
}
