import { mkdir, readFile, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { openFileStore } from './db/file-store.ts'
import { tidy } from './housekeeping.ts'
import { readSettings } from './provider-settings.ts'
import { insistOnOwnFiles } from './store-identity.ts'
import { type TestApp, NOON, testAppForThisTest } from './testing/test-app.ts'
import { tooManyToBelieve } from './unrecorded-files.ts'

const DAY_MS = 24 * 3_600_000
const daysLater = (days: number) => new Date(NOON.getTime() + days * DAY_MS)

/** A portal with the demo's attachments, all of them older than a day. */
async function portalWithFiles() {
  const portal = await testAppForThisTest()
  const files = openFileStore(portal.files)
  for (const id of await kept(portal.files)) await utimes(placeOf(portal.files, id), daysLater(-3), daysLater(-3))
  const settings = await readSettings()
  const tidyWith = ({ database, staff, app }: TestApp, now = NOON) =>
    tidy({ database, staff, files, folder: portal.files, settings, log: app.log }, now)
  return { portal, files, tidyWith }
}

const placeOf = (folder: string, id: string) => join(folder, id.slice(0, 2), id)

async function kept(folder: string): Promise<string[]> {
  const parts = (await readdir(folder)).filter((name) => name.length === 2)
  return (await Promise.all(parts.map((part) => readdir(join(folder, part))))).flat().toSorted()
}

/** A file without a record. */
async function stray(files: ReturnType<typeof openFileStore>, folder: string): Promise<string> {
  const { id } = await files.receive(Readable.from([Buffer.from('x')]), 10)
  await files.keep([id])
  await utimes(placeOf(folder, id), daysLater(-3), daysLater(-3))
  return id
}

const errorsOf = ({ logged }: TestApp) => logged.filter((line) => line.includes('"level":50'))

test('an empty database does not take the attachments of another one with it', async () => {
  const { portal, tidyWith } = await portalWithFiles()
  const before = await kept(portal.files)
  expect(before.length).toBeGreaterThan(9)
  const empty = await testAppForThisTest()
  await empty.owner.query('delete from attachment')
  await tidyWith(empty)
  await tidyWith(empty, daysLater(40))
  expect(await kept(portal.files)).toEqual(before)
  expect(errorsOf(empty)[0]).toContain('many attachments have no record: none is touched')
})

test('an older dump takes nothing away that the records of a newer one need, whichever is restored first', async () => {
  const { portal, files, tidyWith } = await portalWithFiles()
  const { rows } = await portal.owner.query('select * from attachment order by sequence desc limit 2')
  const lost = rows.map(({ attachment_id: id }) => String(id)).toSorted()
  const { rows: tables } = await portal.owner.query('create table newer as select * from attachment')
  expect(tables).toEqual([])
  await portal.owner.query('delete from attachment where attachment_id = any($1)', [lost])
  await tidyWith(portal)
  expect((await files.trash.list()).map(({ id }) => id).toSorted()).toEqual(lost)
  expect(portal.logged.join('')).toContain('attachments without a record went to the trash')

  // Weeks later the rest of the database is restored.
  await portal.owner.query(`
    do $$ declare names text; begin
      select string_agg(attname, ', ') into names from pg_attribute
        where attrelid = 'attachment'::regclass and attnum > 0 and not attisdropped and attidentity = '';
      execute format('insert into attachment (%1$s) select %1$s from newer n where n.attachment_id not in (select attachment_id from attachment)', names);
    end $$`)
  await tidyWith(portal, daysLater(29))
  expect(await files.trash.list()).toEqual([])
  expect(await kept(portal.files)).toEqual(expect.arrayContaining(lost))
  expect(portal.logged.join('')).toContain('attachments came back from the trash')
})

test('files that nobody missed for a month are gone, and each removal stands in the log', async () => {
  const { portal, files, tidyWith } = await portalWithFiles()
  const id = await stray(files, portal.files)
  await tidyWith(portal)
  const record = JSON.parse(await readFile(join(portal.files, 'trash', `${id}.json`), 'utf8'))
  expect(record).toMatchObject({ id, reason: 'no-record', back: `mv trash/${id} ${id.slice(0, 2)}/${id}` })
  await tidyWith(portal, daysLater(29))
  expect(await files.trash.list()).toHaveLength(1)
  await tidyWith(portal, daysLater(31))
  expect(await files.trash.list()).toEqual([])
  expect(portal.logged.filter((line) => line.includes(id))).toHaveLength(2)
})

test('too many at once go only when somebody has looked at their list', async () => {
  const { portal, files, tidyWith } = await portalWithFiles()
  const strays: string[] = []
  for (let count = 0; count < 21; count += 1) strays.push(await stray(files, portal.files))
  await tidyWith(portal)
  expect(await kept(portal.files)).toEqual(expect.arrayContaining(strays))
  const held = join(portal.files, 'trash', 'held.json')
  expect(JSON.parse(await readFile(held, 'utf8')).ids.toSorted()).toEqual(strays.toSorted())
  await rename(held, join(portal.files, 'trash', 'approved.json'))
  await tidyWith(portal)
  expect((await files.trash.list()).map(({ id }) => id).toSorted()).toEqual(strays.toSorted())
})

test.each([
  [2, 2, false],
  [3, 3, true],
  [10, 10, true],
  [3, 100, false],
  [20, 1000, false],
  [21, 1_000_000, true],
])('%i without a record of %i: %s', (unrecorded, all, tooMany) => {
  expect(tooManyToBelieve(unrecorded, all)).toBe(tooMany)
})

test('files that were never ours are left alone, however old', async () => {
  const { portal, tidyWith } = await portalWithFiles()
  const foreign = [
    'RESTORE_MARKER',
    'lost+found/a',
    `lost+found/${'a'.repeat(24)}`,
    `aa/${'b'.repeat(24)}`,
    'ab/note.txt',
  ]
  for (const name of foreign) {
    await mkdir(join(portal.files, name, '..'), { recursive: true })
    await writeFile(join(portal.files, name), '')
    await utimes(join(portal.files, name), daysLater(-9), daysLater(-9))
  }
  await tidyWith(portal)
  for (const name of foreign) await readFile(join(portal.files, name))
})

test('a missing file is reported as missing; one in the trash comes back when it is asked for', async () => {
  const { portal, files } = await portalWithFiles()
  const lucia = await portal.enter('LEV-01', 11, { company: '001' })
  const list = await portal.call(lucia, 'GET', '/consultas/get_lista')
  const number = list.data.items.find((row: { documentos: number }) => row.documentos > 0).llnumreg
  const [{ iaimagen: id }] = (await portal.call(lucia, 'GET', '/consultas/get_documentacion', { llnumreg: number }))
    .data
  const download = () => portal.call(lucia, 'GET', '/consultas/get_documento', { iaimagen: id })
  const bytes = (await download()).raw.rawPayload

  await files.trash.take([id], 'no-record', NOON)
  expect((await download()).raw.rawPayload).toEqual(bytes)
  expect(await files.trash.list()).toEqual([])

  await rm(placeOf(portal.files, id))
  const missing = await download()
  expect([missing.status, missing.message]).toEqual([410, 'Este fichero ya no está disponible: avise a Soporte'])
  expect((await portal.call(lucia, 'GET', '/consultas/get_documento', { iaimagen: 'x'.repeat(24) })).status).toBe(404)
})

test('folder and database carry one id; those that do not belong together are not started', async () => {
  const { portal } = await portalWithFiles()
  const other = await testAppForThisTest()
  await other.owner.query('update store_identity set id = gen_random_uuid()')
  const start = ({ staff, app }: TestApp, folder: string) => insistOnOwnFiles(staff, folder, app.log)

  // A folder without an id is adopted by the database that has records of its files, and by no other.
  await other.owner.query('delete from attachment')
  await expect(start(other, portal.files)).rejects.toThrow(/holds attachments of which this database knows none: .*\.$/)
  await Promise.all([start(portal, portal.files), start(portal, portal.files)])
  await expect(start(other, portal.files)).rejects.toThrow(/holds the attachments of another database: .*\.$/)
  await start(portal, portal.files)

  // An empty folder suits any database; the log says that its files still have to be restored.
  await rm(other.files, { recursive: true })
  await mkdir(other.files)
  await start(portal, other.files)
  expect(portal.logged.join('')).toContain('the folder has none of them')
})
