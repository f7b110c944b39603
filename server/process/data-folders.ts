import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inject, onTestFinished } from 'vitest'

/** A folder that is deleted after the test; only its owner may enter it (mode 0700). */
export async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-process-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))
  return folder
}

/** Such a folder, in which a portal with the demo has started before: for tests that are not about the first start. */
export async function startedFolder(): Promise<string> {
  const folder = await freshFolder()
  await promisify(execFile)('cp', ['-pR', `${inject('startedFolder')}/.`, folder])
  return folder
}
