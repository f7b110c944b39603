import { expect, test } from 'vitest'
import { openFileStore } from '../db/file-store.ts'
import { tidy } from '../housekeeping.ts'
import { readSettings } from '../provider-settings.ts'
import { addUpPlaces } from '../console/jobs/place-store.ts'
import { recount } from '../console/jobs/recount-store.ts'
import { TALKING, TURN } from '../tickets/ticket-list-store.ts'
import { NOON, type TestApp, testAppForThisTest } from '../testing/test-app.ts'
import { TALLIED } from './scope.ts'

/** The places where the tally differs from the rows. */
const WRONG = `
  with there as (
    select client_id, installation_code, what, count(*) as number
      from ticket t cross join lateral (values
        (case when t.accepted then 'closed' else 'pending' end),
        (case when not t.accepted then
          case when ${TALKING.strings.join('')} then 'talking' when ${TURN.reply.strings.join('')} then 'reply' when t.state = 'pending' then 'support'
            when ${TURN.conclude.strings.join('')} then 'conclude' else 'blocked' end end)) w (what)
      where t.merged_into is null and what is not null group by 1, 2, 3
    union all select client_id, installation_code, 'incident', count(*) from incident group by 1, 2
    union all select client_id, installation_code, 'development', count(*) from development group by 1, 2
    union all select client_id, '', 'valuation', count(*) from valuation where decision is null and closed_at is null group by 1),
  told as (
    select client_id, installation_code, what, sum(change) as number
    from (
      select client_id, coalesce(installation_code, '') as installation_code, what, change from tally
      union all select client_id, installation, unnest(places_entered), 1 from place_change
      union all select client_id, installation, unnest(places_left), -1 from place_change) y
    where what = any('{${TALLIED.join()}}')
    group by 1, 2, 3 having sum(change) <> 0)
  select * from there full join told using (client_id, installation_code, what)
  where there.number is distinct from told.number`

test('the tally is what is there, whatever becomes of tickets and work, and once it is added up', async () => {
  const portal = await testAppForThisTest()
  const { owner, database, staff, files } = portal
  const ask = async (text: string) => (await owner.query<{ n: number }>(text)).rows
  expect(await ask(WRONG)).toEqual([])
  const before = await ask('select count(*)::int as n from tally')

  for (const change of [
    // The changes below need not make sense.
    'alter table ticket drop constraint ticket_check',
    'update ticket set accepted = not accepted where number % 3 = 0',
    `update ticket t set merged_into = (select min(number) from ticket o where o.client_id = t.client_id and o.number < t.number)
      where number % 5 = 0 and merged_into is null`,
    'update ticket set merged_into = null where number % 10 = 0',
    'update ticket set accepted = not accepted, merged_into = null where number % 15 = 0',
    'update ticket set title = title, accepted = accepted',
    `update ticket set last_entry_kind = (array['answer', 'reply', 'question', 'claim'])[1 + number % 4], state = 'pending' where not accepted`,
    `update ticket set state = 'closed' where number % 2 = 0`,
    `update ticket t set blocking_incident = (select min(i.number) from incident i where i.client_id = t.client_id) where number % 4 = 0`,
    'update ticket set claims_in_a_row = number % 4, assignee = null where number % 3 = 1',
    `update ticket t set installation_code = c.installation_code, company_code = c.code from company c
      where t.client_id = 1001 and t.number % 7 = 0 and c.client_id = 1001 and c.installation_code <> t.installation_code and c.code = '001'`,
    `insert into incident (client_id, number, installation_code, state, title, created_at, state_at)
      select 1001, 900000 + n, case when n % 2 = 0 then 'LEV-01' else 'LEV-02' end, 'pending', 'Una', now(), now() from generate_series(1, 300) n`,
    `update incident set installation_code = 'LEV-01' where number > 900200`,
    'delete from incident where number between 900001 and 900050',
    `insert into development (client_id, number, installation_code, state, title, created_at)
      select 1001, 900000 + n, 'LEV-01', 'pending', 'Uno', now() from generate_series(1, 20) n`,
    'delete from development where number > 900010',
    `insert into valuation (client_id, number, description, created_on) select 1001, 900000 + n, 'Una', now() from generate_series(1, 30) n`,
    `update valuation set decision = 'accepted', decided_at = now(), decided_by = 'Ana' where number % 3 = 0`,
    'update valuation set closed_at = now() where number % 2 = 0',
    'update valuation set decision = null, decided_at = null, decided_by = null where number % 9 = 0',
    'update valuation set decided_by = decided_by, closed_at = null where number % 4 = 0',
    'delete from valuation where number > 900020',
  ]) {
    await owner.query(change)
    expect([change, await ask(WRONG)]).toEqual([change, []])
  }
  await owner.query('begin; delete from incident where number > 900000; rollback')
  expect(await ask(WRONG)).toEqual([])

  expect((await ask('select count(*)::int as n from tally'))[0]?.n).toBeGreaterThan(300 + (before[0]?.n ?? 0))
  const house = {
    database,
    staff,
    files: openFileStore(files),
    folder: files,
    settings: await readSettings(),
    log: portal.app.log,
  }
  await tidy(house, NOON)
  expect(await ask(WRONG)).toEqual([])
  await addUpPlaces(staff)
  expect(await ask(WRONG)).toEqual([])
  expect(await ask('select from place_change')).toEqual([])
  expect((await ask('select count(*)::int as n from tally where client_id = 1001'))[0]?.n).toBeLessThan(20)

  const lucia = await portal.enter('LEV-01', 11, { company: '001' })
  const { data: tabs } = await portal.call(lucia, 'GET', '/consultas/get_contadores')
  const total = async (path: string, query = {}) => (await portal.call(lucia, 'GET', path, query)).data.totalItems
  expect({
    consultas: await total('/consultas/get_lista', { estado: 'P' }),
    historico: await total('/consultas/get_lista', { estado: 'C' }),
    actuaciones: await total('/incidencias/get_lista_actuaciones'),
    desarrollos: await total('/incidencias/get_lista_desarrollos'),
  }).toEqual({
    consultas: tabs.consultas,
    historico: tabs.historico,
    actuaciones: tabs.actuaciones,
    desarrollos: tabs.desarrollos,
  })

  // Whose turn it is, and the totals of filtered lists.
  const { data: turns } = await portal.call(lucia, 'GET', '/consultas/get_turnos')
  const found: Record<string, number> = {}
  for (const filter of FILTERS) {
    const filtros = JSON.stringify(filter)
    found[filtros] = await lengthOf((page) => portal.call(lucia, 'GET', '/consultas/get_lista', { filtros, page }))
  }
  expect(turns).toEqual({
    respuesta: found['{"turno":"respuesta"}'],
    conformidad: found['{"turno":"conformidad"}'],
    soporte: found['{"turno":"soporte"}'],
  })
  expect(Object.values(found).filter((number) => number > 0).length).toBeGreaterThan(5)
})

test('a tally that has become wrong is counted again', async () => {
  const { owner, staff } = await testAppForThisTest()
  const wrong = async () => (await owner.query(WRONG)).rows
  await owner.query(`
    alter table ticket drop constraint ticket_check;
    insert into tally (client_id, installation_code, what, change) values (1001, 'LEV-01', 'reply', -2), (1001, null, 'valuation', 5);
    delete from tally where what in ('closed', 'incident', 'development');
    update ticket set accepted = not accepted where number % 3 = 0`)
  const places = (await wrong()).length
  expect(places).toBeGreaterThan(4)
  expect((await staff.acrossClients(recount)).lists).toBe(places)
  expect(await wrong()).toEqual([])
})

/** How many items all pages of a list have; they must be as many as it says. */
async function lengthOf(ask: (page: string) => ReturnType<TestApp['call']>): Promise<number> {
  let length = 0
  for (let page = 1; ; page += 1) {
    const { items, totalItems } = (await ask(String(page))).data
    length += items.length
    if (items.length === 0 || length >= totalItems) {
      expect(length).toBe(totalItems)
      return length
    }
  }
}

const FILTERS = [
  { turno: 'respuesta' },
  { turno: 'conformidad' },
  { turno: 'soporte' },
  { estado: 'P' },
  { estado: 'C' },
  { estado: 'I' },
  { estado: 'I', turno: 'soporte' },
  { estado: 'P', turno: 'soporte' },
  { estado: 'C', turno: 'respuesta' },
  { todas: true },
  { todas: true, turno: 'soporte' },
]
