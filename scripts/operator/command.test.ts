import { writeFile } from 'node:fs/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { runCommand } from './command.ts'

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

test.skipIf(process.platform !== 'linux')('a full disk ends a command with one sentence, and no stack', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  await runCommand(async () => {
    await writeFile('/dev/full', 'x')
    return 'written'
  })
  expect(said.mock.calls).toEqual([['ENOSPC: no space left on device, write.']])
  expect(process.exitCode).toBe(1)
})

test('an unexpected fault keeps its stack', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  const fault = new TypeError('of ours')
  await runCommand(() => Promise.reject(fault))
  expect(said.mock.calls).toEqual([[fault]])
})
