import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildWeb } from '../../scripts/setup.mjs'
import { startPortal, stopFlushing } from '../testing/portal-process.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A DATA_DIR, to be copied, of a portal that has started once with the demo and was stopped. */
    startedFolder: string
  }
}

/**
 * These tests' servers serve the web, and `npm start` rebuilds an outdated one. So it is built first, not while others
 * use it. A single first start serves all tests that are not about it, because making and filling a cluster waits for
 * the disk for seconds. Its copies do not flush to the disk: these tests kill processes, never the machine.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const problem = await buildWeb()
  if (problem) throw new Error(problem)
  const folder = await mkdtemp(join(tmpdir(), 'portal-started-'))
  const portal = await startPortal({ DATA_DIR: folder })
  await stopFlushing(folder)
  await portal.stop()
  project.provide('startedFolder', folder)
  return () => rm(folder, { recursive: true, force: true })
}
