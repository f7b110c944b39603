import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPortal, stopWaitingForDisk } from '#server/testing/portal-process.ts'
import { buildWeb } from '../scripts/setup.mjs'

/** Starts the real server with the demo in a fresh folder, for the whole run; tests get its address as `baseURL`. */
export default async function startServer(): Promise<() => Promise<void>> {
  const problem = await buildWeb()
  if (problem) throw new Error(problem)
  const folder = await mkdtemp(join(tmpdir(), 'portal-e2e-'))
  const checked = await mkdtemp(join(tmpdir(), 'portal-checked-'))
  const portal = await startPortal({ DATA_DIR: folder })
  await stopWaitingForDisk(folder)
  process.env.E2E_DATA = folder
  process.env.E2E_CHECKED = checked
  process.env.E2E_ORIGIN = `${portal.origin}/public/`
  return async () => {
    await portal.stop()
    for (const each of [folder, checked]) await rm(each, { recursive: true, force: true })
  }
}
