import { mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { openFileStore } from './db/file-store.ts'
import { tidy } from './housekeeping.ts'
import { readSettings } from './provider-settings.ts'
import { NOON, testAppForThisTest } from './testing/test-app.ts'

const HOUR_MS = 3_600_000
const hoursLater = (hours: number) => new Date(NOON.getTime() + hours * HOUR_MS)

async function everyFile(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

test('expired data are removed, and nothing else', async () => {
  const portal = await testAppForThisTest()
  const folder = await mkdtemp(join(tmpdir(), 'portal-housekeeping-'))
  const files = openFileStore(folder)
  const lucia = await portal.enter('LEV-01', 11, { company: '001' })
  await portal.call(lucia, 'POST', '/consultas/reclamar_consulta', { llnumreg: 1 }, { 'idempotency-key': 'k' })
  const store = async (of: 'nothing' | 'incident' | 'development') => {
    const { id } = await files.receive(Readable.from([Buffer.from('x')]), 10)
    await files.keep([id])
    await portal.owner.query(
      `insert into attachment (client_id, attachment_id, person_id, session_id, name, mime, bytes, sha256, added_at,
         incident_number, development_number)
       select 1001, $1, (select min(person_id) from person where client_id = 1001), 0, 'x', 'text/csv', 1, '', $2,
         case $3 when 'incident' then (select min(number) from incident where client_id = 1001) end,
         case $3 when 'development' then (select min(number) from development where client_id = 1001) end`,
      [id, NOON, of],
    )
    return id
  }
  const staged = await store('nothing')
  const kept = [await store('incident'), await store('development')]
  const { id: unrecorded } = await files.receive(Readable.from([Buffer.from('y')]), 10)
  await files.keep([unrecorded])
  const { id: cutOff } = await files.receive(Readable.from([Buffer.from('z')]), 10)
  await writeFile(join(folder, 'fresh'), '')
  const { database, staff } = portal
  const house = { database, staff, files, folder, settings: await readSettings(), log: portal.app.log }
  const counts = async () => {
    const { rows } = await portal.owner.query(
      `select (select count(*)::int from session) as sessions, (select count(*)::int from used_entry) as entries,
        (select count(*)::int from attachment where attachment_id = $1) as staged`,
      [staged],
    )
    return rows[0]
  }

  await tidy(house, hoursLater(0))
  expect(await counts()).toEqual({ sessions: 1, entries: 1, staged: 1 })
  expect((await everyFile(folder)).toSorted()).toEqual(
    [staged, ...kept, unrecorded, `${cutOff}.incoming`, 'fresh'].toSorted(),
  )

  for (const name of [staged, ...kept, unrecorded]) await utimes(join(folder, name.slice(0, 2), name), NOON, NOON)
  await utimes(join(folder, cutOff.slice(0, 2), `${cutOff}.incoming`), NOON, NOON)
  await tidy(house, hoursLater(25))
  expect(await counts()).toEqual({ sessions: 0, entries: 0, staged: 0 })
  expect((await everyFile(folder)).toSorted()).toEqual(
    [...kept, 'fresh', ...[staged, unrecorded].flatMap((id) => [id, `${id}.json`])].toSorted(),
  )
  const reasons = new Map((await files.trash.list()).map(({ id, reason }) => [id, reason]))
  expect(reasons).toEqual(
    new Map([
      [staged, 'never-sent'],
      [unrecorded, 'no-record'],
    ]),
  )
})

test('data that the console no longer needs are removed', async () => {
  const { database, staff, owner, files: folder, ...portal } = await testAppForThisTest()
  const settings = await readSettings()
  const house = { database, staff, files: openFileStore(folder), folder, settings, log: portal.app.log }
  await portal.consoleLogIn('sonia')
  const raul = await portal.consoleLogIn('raul')
  await portal.console(raul, 'POST', '/technicians/password-link', { username: 'sonia' })
  await portal.console(raul, 'POST', '/password-links', { client: 1001, contact: 12 })
  await owner.query(
    "insert into contact (client_id, contact_id, name, email, visibility) values (1001, 16, 'Rosa', 'rosa@levante.example', 'client')",
  )
  await portal.console(raul, 'POST', '/password-links', { client: 1001, contact: 16, username: 'rosa' })
  const change = { username: 'sonia', name: 'Sonia', role: 'technician', active: true }
  await portal.console(raul, 'POST', '/technicians/change', change, { 'idempotency-key': 'k' })
  const counts = async () => {
    const { rows } = await owner.query(`
      select (select count(*)::int from technician_session) as sessions,
        (select count(*)::int from technician_idempotency) as keys,
        (select count(*)::int from technician_link) + (select count(*)::int from password_link) as links,
        (select count(*)::int from password_link_request) as requests`)
    return rows[0]
  }
  await tidy(house, hoursLater(12))
  expect(await counts()).toEqual({ sessions: 2, keys: 1, links: 2, requests: 1 })
  await tidy(house, hoursLater(49))
  expect(await counts()).toEqual({ sessions: 0, keys: 0, links: 2, requests: 1 })
  await tidy(house, hoursLater(72))
  expect(await counts()).toEqual({ sessions: 0, keys: 0, links: 0, requests: 0 })
})
