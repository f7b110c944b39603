import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { addUpPlaces } from '../console/jobs/place-store.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { CANNED } from './demo-canned-answers.ts'
import { NOTICES } from './demo-notices.ts'
import { loadDemo } from './load-demo.ts'
import { removeDemo } from './remove-demo.ts'

// The demo in a database whose owner is no superuser: row level security, forced, binds them too.

const OWNER = `remover_${process.pid}`
const ROLES = 'portal_app, portal_door, portal_staff, portal_jobs, portal_backup'
const NOW = new Date('2026-11-24T09:00:00Z')
let portal: TestApp
let url: string

beforeEach(async () => {
  portal = await testApp()
  onTestFinished(() => portal.close())
  await portal.owner.query(`
    do $$ begin
      create role ${OWNER} login password 'x' createrole;
      grant ${ROLES} to ${OWNER} with admin option;
    exception when duplicate_object then null; end $$`)
  const { rows } = await portal.owner.query<{ statement: string }>(`
    select format('alter table %s owner to ${OWNER}', oid::regclass) as statement from pg_class
    where relnamespace = 'public'::regnamespace and (relkind = 'r' or relkind = 'S' and not exists (
      select from pg_depend d where d.objid = pg_class.oid and d.deptype in ('a', 'i')))`)
  for (const { statement } of rows) await portal.owner.query(statement)
  url = Object.assign(new URL(portal.url), { username: OWNER, password: 'x' }).href
})
afterAll(async () => {
  // A role that owns nothing any more; its databases are gone with their tests.
  const { owner, close } = await testApp()
  await owner.query(`drop role if exists ${OWNER}`)
  await close()
})

/** The rows of each client in every table that has clients, but the audit. */
async function rowsByClient(): Promise<Map<number, number>> {
  // What has changed in the lists outlives its tickets until a job has added it up.
  await addUpPlaces(portal.staff)
  const { rows: tables } = await portal.owner.query<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'client_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'audit'`)
  const { rows } = await portal.owner.query<{ client: number; rows: number }>(
    `select client_id::int as client, count(*)::int as rows from (${tables
      .map(({ name }) => `select client_id from ${name}`)
      .join(' union all ')}) every_row group by 1`,
  )
  return new Map(rows.map(({ client, rows: count }) => [client, count]))
}

/** A customer of the vendor's own beside the demo, with a ticket that the demo's technician has answered. */
async function addRealClient(): Promise<void> {
  await portal.owner.query(`
    insert into client (client_id, name, email, areas) values (2001, 'Obras Reales', 'a@obras.es', '{main}');
    insert into installation (client_id, code, version) values (2001, 'REAL-1', 'V031');
    insert into company (client_id, installation_code, code, name) values (2001, 'REAL-1', '001', 'Obras');
    insert into contact (client_id, contact_id, name, email, phone, visibility)
      values (2001, 7, 'Eva Real', 'eva@obras.es', '', 'client');
    insert into contact_installation (client_id, contact_id, installation_code) values (2001, 7, 'REAL-1')`)
}

test("the whole demo is removed, and the vendor's own records beside it stay", async () => {
  const lucia = await portal.enter('LEV-01', 11)
  const raul = await portal.consoleLogIn('raul')
  await addRealClient()
  await portal.owner.query(
    `insert into canned_answer (title, text, updated_by, updated_at) values ('Propia', 'Propia', 'sonia', now())`,
  )
  const before = await rowsByClient()
  expect([...before.keys()].toSorted((a, b) => a - b)).toEqual([1001, 1002, 1003, 2001])

  const removed = await removeDemo(url, NOW)
  expect(removed).toMatchObject({ tried: 0, gone: ['raul'], kept: ['sonia'], hasSupervisor: false })
  expect([removed.clients.length, removed.texts]).toEqual([3, NOTICES.length + CANNED.length])
  expect(removed.tickets).toBeGreaterThan(50)
  expect(await rowsByClient()).toEqual(new Map([[2001, before.get(2001)]]))
  expect((await portal.owner.query('select * from queue_total')).rows).toEqual([])

  expect((await portal.call(lucia, 'GET', '/consultas/get_lista_modulos')).status).toBe(403)
  expect((await portal.console(raul, 'GET', '/clients')).status).toBe(403)
  const { rows } = await portal.owner.query(
    'select username, active, password_hash, second_factor_exempt from technician order by 1',
  )
  expect(rows).toEqual([{ username: 'sonia', active: false, password_hash: null, second_factor_exempt: false }])
  const { rows: texts } = await portal.owner.query('select title from canned_answer')
  expect(texts).toEqual([{ title: 'Propia' }])
  const { rows: noted } = await portal.owner.query(
    "select username, details ->> 'tickets' as tickets from audit where act = 'demo:remove'",
  )
  expect(noted).toEqual([{ username: 'OPERATOR', tickets: String(removed.tickets) }])

  const nothing = { clients: [], tickets: 0, tried: 0, texts: 0, gone: [], kept: [], hasSupervisor: false }
  expect(await removeDemo(url, NOW)).toEqual(nothing)
})

test('nobody is told of the demo any more, and technicians who have only looked around in it go as well', async () => {
  await portal.owner.query(`
    insert into technician (username, name, role, password_hash) values ('ana', 'Ana', 'supervisor', 'x');
    insert into notification (username, kind, subject, number, cause, at)
      select 'ana', 'replied', 'ticket', min(number), 'demo', now() from ticket
      union all select 'ana', 'decided', 'valuation', min(number), 'demo', now() from valuation
      union all select 'ana', 'replied', 'ticket', 7, 'own', now();
    insert into console_open (username, at, language) values ('sonia', now(), 'es');
    insert into saved_view (username, name, view, filter, created_at) values ('sonia', 'Suya', 'open', '{}', now())`)
  expect(await removeDemo(url, NOW)).toMatchObject({ gone: ['sonia', 'raul'], kept: [], hasSupervisor: true })
  const { rows } = await portal.owner.query('select username, number::int from notification')
  expect(rows).toEqual([{ username: 'ana', number: 7 }])
})

test('changes of lists that no job has added up yet go with the demo, and count for no demo loaded after it', async () => {
  await removeDemo(url, NOW)
  await loadDemo({ database: portal.database, staff: portal.staff }, NOW, portal.files)
  await addUpPlaces(portal.staff)
  const { rows: wrong } = await portal.owner.query(`
    with counted as (select place, count(*) as number from ticket t cross join lateral unnest(places_of(t)) p (place) group by 1)
    select place, c.number as counted, q.number as told from counted c full join queue_total q using (place)
    where c.number is distinct from q.number`)
  expect(wrong).toEqual([])
  const { rows: told } = await portal.owner.query(`
    select sum(change)::int as told, (select count(*)::int from ticket where merged_into is null) as counted
    from tally where what in ('pending', 'closed')`)
  expect(told[0]?.told).toBe(told[0]?.counted)
})

test('a rehearsal says the same and removes nothing', async () => {
  await addRealClient()
  const before = await rowsByClient()
  const rehearsed = await removeDemo(url, NOW, { isRehearsal: true })
  expect(await rowsByClient()).toEqual(before)
  expect(await removeDemo(url, NOW)).toEqual(rehearsed)
})

test.each([
  [
    'a contact',
    `insert into contact (client_id, contact_id, name, email, phone, visibility) values (1002, 99, 'Eva Real', '', '', 'client')`,
    'has the contact Eva Real',
  ],
  [
    'a contact with another name',
    `update contact set name = 'Eva Real' where client_id = 1003 and contact_id = (select min(contact_id) from contact where client_id = 1003)`,
    'has the contact Eva Real',
  ],
  [
    'an installation',
    `insert into installation (client_id, code, version) values (1003, 'REAL-1', 'V031')`,
    'has the installation REAL-1',
  ],
  [
    'a key',
    `insert into signing_key (client_id, kid, installation_code, algorithm, key_bytes, created_at) values (1003, 'erp-1', 'TEI-01', 'HS256', '\\x00', now())`,
    'has the key erp-1',
  ],
  ['a name', `update client set name = 'Obras Reales' where client_id = 1001`, 'is called «Obras Reales»'],
])('%s of the vendor’s own in a client of the demo: nothing goes', async (_, act, reason) => {
  await portal.owner.query(act)
  const before = await rowsByClient()
  await expect(removeDemo(url, NOW)).rejects.toThrow(
    new RegExp(`^Client 100\\d of the demo ${reason}, which is not the demo's: nothing was removed\\.$`),
  )
  expect(await rowsByClient()).toEqual(before)
})

test('a client with a number of the demo’s and none of its installations is somebody else’s', async () => {
  await removeDemo(url, NOW)
  await portal.owner.query(`
    insert into client (client_id, name, email, areas) values (1001, 'Obras Reales', 'a@obras.es', '{main}')`)
  expect((await removeDemo(url, NOW)).clients).toEqual([])
  expect((await rowsByClient()).get(1001)).toBe(1)
})
