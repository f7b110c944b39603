import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { launch, SERVER, startPortal } from '../testing/portal-process.ts'
import { freshFolder, startedFolder } from './data-folders.ts'

const [node = ''] = SERVER
const COMMANDS = {
  export: [node, 'scripts/operator/export.ts'],
  import: [node, 'scripts/operator/import.ts'],
} as const

test('an import that is killed again and again goes on, without a portal and beside one, and brings every byte', async () => {
  const [source, place, moved] = [await startedFolder(), await freshFolder(), await freshFolder()]
  const folder = join(moved, 'folder')
  expect(await ended('import', place, folder)).toMatchObject({ code: 1, stderr: expect.stringContaining('no portal') })
  expect(await ended('export', source, folder)).toMatchObject({ code: 0 })
  const first = await startPortal({ DATA_DIR: place, DEMO: '0' })
  await first.stop()

  for (const step of ['reading', 'checking', 'provider']) await killedAfter(step, 0, place, folder)
  // Within the first client, and wherever the following ones are by then.
  for (const delay of [0, 60, 120, 200]) await killedAfter('client', delay, place, folder)
  const portal = await startPortal({ DATA_DIR: place, DEMO: '0' })
  onTestFinished(async () => void (await portal.stop()))
  await killedAfter('client', 30, place, folder)
  expect(await ended('import', place, folder, '--ensayo')).toMatchObject({ code: 0 })
  const last = await ended('import', place, folder)
  expect(last).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/\d+ records were imported, \d+ were there already\.\n$/),
  })
  expect(await ended('import', place, folder)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(': 0 records were imported, 377 were there already.'),
  })

  const again = join(moved, 'again')
  expect(await ended('export', place, again)).toMatchObject({ code: 0 })
  expect(await contentOf(again)).toEqual(await contentOf(folder))
  // No file of a killed import is left, unfinished or unnamed.
  expect(await filesIn(join(place, 'files'))).toEqual(await filesIn(join(folder, 'files')))
  expect(await ended('import', place, folder, '--wrong')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Usage: npm run import'),
  })
})

const ended = (command: keyof typeof COMMANDS, folder: string, ...args: string[]) =>
  launch({ DATA_DIR: folder }, [...COMMANDS[command], ...args]).ended

/** Kills an import some time after it reports a step. A complete import reports none. */
async function killedAfter(step: string, delay: number, place: string, folder: string): Promise<void> {
  const { child, written, ended: end } = launch({ DATA_DIR: place }, [...COMMANDS.import, folder])
  let isDying = false
  child.stderr?.on('data', () => {
    if (isDying || !written().stderr.includes(step)) return
    isDying = true
    setTimeout(() => child.kill('SIGKILL'), delay)
  })
  const { stdout } = await end
  expect(isDying || stdout.includes(': 0 records were imported')).toBe(true)
}

async function contentOf(folder: string): Promise<Map<string, string>> {
  const content = new Map<string, string>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) content.set(path.slice(folder.length + 1), await readFile(path, 'latin1'))
  }
  return content
}

const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /^[\w-]{24}(\.incoming)?$/.test(entry.name))
    .map(({ name }) => name)
    .toSorted()
