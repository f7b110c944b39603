import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#server/embedded-postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A PostgreSQL of this test run alone, as its superuser. */
    postgresUrl: string
  }
}

/** One PostgreSQL for all server tests of a run; each worker makes its own database in it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-test-'))
  const postgres = await startEmbeddedPostgres({ folder, durable: false })
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
