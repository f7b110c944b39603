import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/db/migrate.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A migrated, empty database to copy from, as its superuser; nothing may stay connected to it. */
    templateUrl: string
  }
}

/** One PostgreSQL for all server tests of a run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-test-'))
  const postgres = await startEmbeddedPostgres({ folder, durable: false })
  await migrate(postgres.url)
  project.provide('templateUrl', postgres.url)
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
