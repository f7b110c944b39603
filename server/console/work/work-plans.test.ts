import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consolePlans } from '../../testing/console-plans.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'

// The query plans of the console's lists of work for all clients, among 30,000 incidents and 10,000 of each other kind.

let portal: TestApp
let plans: Awaited<ReturnType<typeof consolePlans>>

beforeAll(async () => {
  portal = await testApp()
  await portal.owner.query(WORK)
  await portal.owner.query('vacuum analyze')
  plans = await consolePlans(portal, TABLES)
})
afterAll(async () => {
  await plans.close()
  await portal.close()
})

/** The generated references are correct, and checking each would take long. One in 300 waits, one in 150 is overdue. */
const WORK = `
  set session_replication_role = 'replica';
  insert into client (client_id, name, email, areas)
    select 700000 + n, 'Cliente ' || n, '', '{main}' from generate_series(1, 100) n;
  insert into incident (client_id, number, installation_code, state, title, planned_delivery, created_at, state_at)
    select 700000 + n % 100 + 1, 800000 + n, 'I', case when n % 300 = 0 then 'installed-in-test' when n % 31 = 0 then 'planned'
      else 'installed-in-production' end, 'El informe ' || n || ' no cuadra', date '2026-11-01' + n % 150, now(), now()
    from generate_series(1, 30000) n;
  insert into development (client_id, number, installation_code, state, title, budget, planned_delivery, created_at)
    select 700000 + n % 100 + 1, 900000 + n, 'I', case when n % 300 = 0 then 'installed-in-test' when n % 31 = 0 then 'planned'
      else 'installed-in-production' end, 'Un aviso ' || n, 'PR-' || n, date '2026-11-01' + n % 150, now()
    from generate_series(1, 10000) n;
  insert into valuation (client_id, number, description, created_on, decision, decided_at, closed_at)
    select 700000 + n % 100 + 1, 900000 + n, 'Valoración ' || n, '2026-11-01', case when n % 50 > 0 then 'accepted' end,
      case when n % 50 > 0 then now() end, case when n % 50 > 1 then now() end
    from generate_series(1, 10000) n;
  insert into incident_ticket (client_id, incident_number, ticket_number)
    select client_id, number, number % 7 from incident where client_id > 700000;
  reset session_replication_role`

/** A part of 25 rows with their details. */
const PART = { rows: 500, pages: 500 }
/** At most the open rows of each table: a thousand of 30,000. */
const OPEN = { rows: 1_200, pages: 1_500 }
const TABLES = new Set(['incident', 'development', 'valuation', 'incident_ticket'])

const PARTS: readonly (readonly [string, Record<string, string>])[] = [
  ...['incident', 'development'].flatMap((kind) => [
    ...['all', 'open', 'overdue', 'waiting-for-validation', 'failed', 'ended'].map(
      (view): [string, Record<string, string>] => ['/work', { kind, view }],
    ),
    ['/work', { kind, view: 'all', client: '700042' }] as const,
    ['/work', { kind, view: 'all', state: 'planned' }] as const,
    ['/work', { kind, view: 'all', text: '2999' }] as const,
  ]),
  ['/valuations', { view: 'all' }],
  ['/valuations', { view: 'undecided' }],
  ['/valuations', { view: 'all', client: '700042' }],
  ['/valuations', { view: 'all', text: '2999' }],
]

describe('a part of', () => {
  test.each(PARTS)('%s %j reads that part', async (path, query) => {
    const { statements, data } = await ask(path, query)
    if (query['view'] !== 'failed') expect(data.items.length).toBeGreaterThan(0)
    const ofOpen = ['overdue', 'waiting-for-validation', 'failed'].includes(query['view'] ?? '')
    expect(await plans.excesses(statements, ofOpen ? OPEN : PART)).toEqual([])
  })

  test('a budget reads what has its number, although all say PR', async () => {
    const { statements, data } = await ask('/work', { kind: 'development', view: 'all', text: 'PR-2999' })
    expect(data.items.map(({ budget }: { budget: string }) => budget)).toContain('PR-2999')
    expect(data.items).toHaveLength(1)
    // The search notices a common word after the first 500 matches.
    const found = await plans.excesses(statements, { rows: 600, pages: 500 })
    expect(found.filter((said) => !/: 50\d rows, \d pages, in order: development/.test(said))).toEqual([])
  })

  test.each(['all', 'overdue'])('%s far down reads no more than the first', async (view) => {
    let after = ''
    for (let part = 0; part < 2; part += 1) {
      after = (await ask('/work', { kind: 'incident', view, limit: '100', ...(after && { after }) })).data.next ?? after
    }
    const { statements } = await ask('/work', { kind: 'incident', view, after })
    expect(await plans.excesses(statements, view === 'all' ? PART : OPEN)).toEqual([])
  })
})

test.each(['802999', '902999'])('number %s is read with all that belongs to it', async (number) => {
  const { statements } = await plans.ask('/work/one', { number })
  expect(statements.length).toBeGreaterThan(5)
  expect(await plans.excesses(statements, PART)).toEqual([])
})

test('the counts read what they count', async () => {
  const { statements, data } = await plans.ask('/work/counts', { kind: 'incident' })
  expect(data.open).toBeGreaterThan(300)
  // Each open one, from its index.
  expect(await plans.excesses(statements, { rows: 3 * OPEN.rows, pages: OPEN.pages })).toEqual([])
})

describe('shows', () => {
  test.each([
    ['drop index incident_open', { view: 'open' }],
    ['drop index incident_planned', { view: 'overdue' }],
    ['drop index incident_by_state', { view: 'all', state: 'installed-in-test' }],
    ['drop index incident_by_words', { view: 'all', text: '2999' }],
  ])('that after %s %j reads too much', async (without, query) => {
    const { statements } = await ask('/work', { kind: 'incident', ...query })
    expect(await plans.excesses(statements, PART, without)).not.toEqual([])
  })
})

const ask = (path: string, query: Record<string, string>) => plans.ask(path, { limit: '25', ...query })
