import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { QUEUE_ORDERS } from '#contract/console/queue/queue-filter.ts'
import { type Limit, consolePlans } from '../../testing/console-plans.ts'
import { loadedApp } from '../../testing/load/loaded.ts'
import { NOON, type TestApp } from '../../testing/test-app.ts'
import { addUpPlaces } from '../jobs/place-store.ts'

// The query plans of the console's lists across clients, among 100,000 tickets of 200 clients.

let portal: TestApp
let plans: Awaited<ReturnType<typeof consolePlans>>
/** The same, asked by a supervisor. */
let figurePlans: typeof plans

beforeAll(async () => {
  ;({ portal } = await loadedApp())
  await portal.owner.query(`
    insert into internal_note (client_id, ticket_number, username, text, at)
      select client_id, number, 'carga-1', 'Pendiente de contabilidad', created_at from ticket where client_id > 700000 and number % 7 = 0;
    update ticket set rating = 1 + abs(hashint8(number) % 5), last_entry_kind = 'acceptance' where client_id > 700000 and accepted and hashint8(number) % 3 = 0;
    update ticket set phone_assistance = true where client_id > 700000 and hashint8(number) % 40 = 0;
    insert into entry (client_id, ticket_number, kind, text, author, origin, at)
      select client_id, number, 'answer', 'Retroexcavadora', 'Técnico', '', now() from ticket
      where client_id > 700000 and not accepted order by number limit 3`)
  // A job does this every minute.
  await addUpPlaces(portal.staff)
  await portal.owner.query('vacuum analyze')
  // What is known of the words stays as it is: learning it anew takes seconds for each `analyze` below.
  await portal.owner.query('alter index ticket_by_words alter column 1 set statistics 0')
  // Reading a table of a few pages whole is right.
  const { rows } = await portal.owner.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > 1000",
  )
  const tables = new Set(rows.map(({ name }) => name))
  expect(tables).toContain('ticket')
  plans = await consolePlans(portal, tables)
  figurePlans = await consolePlans(portal, tables, 'raul')
})
afterAll(async () => {
  await plans.close()
  await figurePlans.close()
  await portal.close()
})

const DAY = new Date(NOON.getTime() - 90 * 86_400_000).toISOString().slice(0, 10)

/** A part of 25 rows with their details. */
const PART: Limit = { rows: 200, pages: 700 }
/** The kept figures, a day's promises, and a hundred tickets with something unread. */
const COUNTED: Limit = { rows: 500, pages: 1_500 }

describe('a part of', () => {
  test.each([
    [{ view: 'open' }],
    [{ view: 'closed' }],
    [{ view: 'all' }],
    [{ view: 'waiting-for-us' }],
    [{ view: 'waiting-for-customer' }],
    [{ view: 'near-promise' }],
    [{ view: 'claimed' }],
    [{ view: 'third-claim' }],
    [{ view: 'unassigned' }],
    [{ view: 'mine' }],
    [{ view: 'open', client: '700001' }],
    [{ view: 'unassigned', client: '700001' }],
    [{ view: 'waiting-for-us', client: '700001' }],
    [{ view: 'open', assignee: 'carga-3' }],
  ])('%j reads that part', async (query) => {
    const { statements } = await plans.ask('/tickets', { ...query, limit: '25' })
    expect(await plans.excesses(statements, PART)).toEqual([])
  })

  test.each(['open', 'closed', 'near-promise'])('%s far down reads no more than the first', async (view) => {
    let after = ''
    for (let part = 0; part < 20; part += 1) {
      after = (await plans.ask('/tickets', { view, limit: '100', ...(after && { after }) })).data.next
    }
    const { statements } = await plans.ask('/tickets', { view, limit: '25', after })
    expect(await plans.excesses(statements, PART)).toEqual([])
  })

  test.each(
    QUEUE_ORDERS.flatMap((order) => [
      ['open', order],
      ['closed', order],
    ]),
  )('%s by %s reads that part, and so does one in the middle', async (view, order) => {
    const query = { view, order, limit: '25' }
    const first = await plans.ask('/tickets', query)
    const second = await plans.ask('/tickets', { ...query, after: first.data.next })
    expect(second.data.items).toHaveLength(25)
    expect(await plans.excesses([...first.statements, ...second.statements], PART)).toEqual([])
  })

  test.each([
    [{ view: 'open', text: 'retroexcavadora' }],
    [{ view: 'closed', text: 'retroexcavadora' }],
    [{ view: 'open', text: 'nadaquetenganadie' }],
  ])('%j reads only matching tickets', async (query) => {
    const { statements } = await plans.ask('/tickets', { ...query, limit: '25' })
    expect(await plans.excesses(statements, PART)).toEqual([])
  })

  test("a ticket is found by its number, or by a reply's", async () => {
    const { data } = await plans.ask('/tickets', { view: 'closed', limit: '25' })
    const { statements } = await plans.ask('/tickets', {
      view: 'closed',
      number: String(data.items[0].number),
      limit: '25',
    })
    expect(await plans.excesses(statements, PART)).toEqual([])
  })

  test.each([
    [{ view: 'open', text: 'asiento cierre' }],
    [{ view: 'open', text: 'cliente' }],
    [{ view: 'closed', text: 'periodo' }],
    [{ view: 'open', client: '700150' }],
    [{ view: 'unassigned', urgency: '6', area: 'main' }],
  ])('%j, which much says, goes through no timeline from end to end', async (query) => {
    const { statements, data } = await plans.ask('/tickets', { ...query, limit: '25' })
    expect(data.items.length).toBeGreaterThan(0)
    // If most tickets match, reading the tickets themselves is right.
    const found = await plans.excesses(statements, { rows: Infinity, pages: Infinity })
    expect(found.filter((said) => /in order:.*entry/.test(said))).toEqual([])
  })
})

describe('the counts of a technician with thousands of tickets', () => {
  const counts = async () => {
    const { statements, data } = await plans.ask('/ticket-counts', {})
    return { data, found: await plans.excesses(statements, COUNTED) }
  }
  test('look at a hundred unread ones, whether PostgreSQL knows of them yet or not', async () => {
    await portal.owner.query("update ticket set assignee = 'sonia' where assignee in ('carga-1', 'carga-2')")
    const before = await counts()
    expect(before.data).toMatchObject({ closed: 10_000, hasMoreClosed: true, unread: 100 })
    expect(before.data.mine).toBeGreaterThan(1_000)
    expect(before.found).toEqual([])
    await portal.owner.query('analyze ticket')
    expect((await counts()).found).toEqual([])
  })

  test('look at none that is read', async () => {
    const reads = (where: string) =>
      portal.owner.query(`
        insert into seen_by_technician as s (client_id, ticket_number, username, entry_id)
          select t.client_id, t.number, 'sonia', t.newest_said from ticket t where t.newest_said > t.seen_by_assignee and t.assignee = 'sonia' ${where}
          on conflict (client_id, ticket_number, username) do update set entry_id = excluded.entry_id where s.entry_id < excluded.entry_id`)
    await reads('and hashint8(t.number) % 50 <> 0')
    const few = await counts()
    expect(few.data.unread).toBeGreaterThan(0)
    expect(few.data.unread).toBeLessThan(100)
    expect(few.found).toEqual([])
    await reads('')
    await portal.owner.query('analyze ticket')
    const none = await counts()
    expect(none.data.unread).toBe(0)
    expect(none.found).toEqual([])
  })

  test('shows that without the index of unread ones they look at all', async () => {
    const { statements } = await plans.ask('/ticket-counts', {})
    expect(await plans.excesses(statements, COUNTED, 'drop index ticket_unread_of_assignee')).not.toEqual([])
  })
})

test('the counts of sixty saved views look at each open ticket once', async () => {
  await portal.owner.query(`
    insert into saved_view (username, name, view, filter, created_at)
    select case when n > 30 then 'sonia' end, 'Vista ' || n, (array['open', 'mine', 'waiting-for-us', 'claimed'])[1 + n % 4],
      jsonb_build_object('client', 700000 + n, 'urgency', (1 + n % 6)::text, 'from', '2025-01-01', 'waitingMinutes', 30 * n), now()
    from generate_series(1, 60) n`)
  const { statements, data } = await plans.ask('/saved-views')
  expect(data).toHaveLength(60)
  expect(await plans.excesses(statements, { rows: 25_000, pages: 25_000 })).toEqual([])
})

test.each(['open', 'closed'])('the totals of %s stop at 10,000', async (view) => {
  const { statements, data } = await plans.ask('/ticket-totals', { view })
  expect(data.total).toBeLessThanOrEqual(10_000)
  expect(await plans.excesses(statements, { rows: 21_000, pages: 21_000, inOrder: true })).toEqual([])
})

/** The happenings of ninety of some 1,100 days: of 100,000 tickets, 400,000 entries. */
const OF_NINETY_DAYS: Limit = { rows: 60_000, pages: 60_000 }

test.each(['today', 'week', 'quarter'])(
  'the figures of %s read the days of the period and the open tickets',
  async (period) => {
    const asked = await figurePlans.ask('/figures', { period })
    const figures = asked.statements.filter(({ text }) => /ticket any_t|any_e|any_v/.test(text))
    expect(figures.length).toBeGreaterThan(5)
    expect(await plans.excesses(figures, OF_NINETY_DAYS)).toEqual([])
  },
)

test.each([
  [{ view: 'all', happened: 'claimed' }],
  [{ view: 'all', happened: 'returned' }],
  [{ view: 'all', happened: 'kept' }],
  [{ view: 'all', happened: 'late' }],
  [{ view: 'all', happened: 'rated', rating: '5' }],
])('the list of a figure, %j, reads the days of its period', async (query) => {
  const days = { happenedFrom: DAY, happenedUntil: NOON.toISOString().slice(0, 10) }
  const { statements, data } = await plans.ask('/ticket-totals', { ...query, ...days })
  expect(data.total).toBeGreaterThan(0)
  expect(await plans.excesses(statements, OF_NINETY_DAYS)).toEqual([])
})

test.each(['number', 'client-down', 'urgency', 'waiting'])(
  'open and finished tickets together by %s are read in parts',
  async (order) => {
    const query = { view: 'all', order, limit: '25' }
    const first = await plans.ask('/tickets', query)
    const second = await plans.ask('/tickets', { ...query, after: first.data.next })
    expect(second.data.items).toHaveLength(25)
    expect(await plans.excesses([...first.statements, ...second.statements], PART)).toEqual([])
  },
)

test('a sheet reads the keys of its list, then each of its tickets once', async () => {
  const { statements } = await plans.ask('/ticket-sheet', { view: 'open', urgency: '3', order: 'number' })
  expect(statements.filter(({ text }) => text.includes('unnest')).length).toBeGreaterThan(2)
  expect(await plans.excesses(statements, { rows: 25_000, pages: 25_000 })).toEqual([])
})

test('the days of a list are read from the index by creation', async () => {
  const { statements, data } = await plans.ask('/ticket-totals', { view: 'closed', from: DAY, until: DAY })
  expect(data.total).toBeGreaterThan(0)
  expect(await plans.excesses(statements, { rows: 500, pages: 500 })).toEqual([])
})

test('a ticket with all that stands beside it is read by its number', async () => {
  const { data } = await plans.ask('/tickets', { view: 'open', limit: '25' })
  const { statements } = await plans.ask('/ticket', { number: String(data.items[0].number) })
  expect(statements.length).toBeGreaterThan(8)
  expect(await plans.excesses(statements, PART)).toEqual([])
})

test('a ticket of the largest client is read without the other tickets of its contact and the valuations of its client', async () => {
  const { data } = await plans.ask('/tickets', { view: 'open', client: '700001', limit: '25' })
  const { statements } = await plans.ask('/ticket', { number: String(data.items[0].number) })
  expect(statements.length).toBeGreaterThan(8)
  expect(await plans.excesses(statements, { rows: 60, pages: 200 })).toEqual([])
})

/** Reads the tickets found, but not the whole index of all tickets. */
const FOUND: Limit = { rows: 200, pages: 250 }

test('the search over all clients reads what says a rare word, and whole only the contacts, as their list does', async () => {
  const { statements, data } = await plans.ask('/search', { q: 'retroexcavadora' })
  expect(data.groups).toContainEqual(expect.objectContaining({ kind: 'ticket', total: 3 }))
  expect(statements.length).toBeGreaterThan(15)
  const found = await plans.excesses(statements, PART)
  expect(found.filter((said) => !said.includes('any_k.contact_id'))).toEqual([])
  const ofTickets = statements.filter(({ text }) => /ticket any_t|attachment any_a/.test(text))
  expect(ofTickets.length).toBeGreaterThan(3)
  expect(await plans.excesses(ofTickets, FOUND)).toEqual([])
})

/** Reads all tickets of one client, or the newest ones until enough are found. */
const NARROWED: Limit = { rows: 45_000, pages: 45_000 }

test.each(['cliente:700150', 'cliente:700150 asiento', 'desde:2020 sin:asignar', 'estado:abierto técnico:carga-3'])(
  '«%s» goes through no table from end to end',
  async (q) => {
    const { statements } = await plans.ask('/search', { q })
    const found = await plans.excesses(statements, NARROWED)
    expect(found.filter((said) => !said.includes('any_k.contact_id'))).toEqual([])
  },
)

/** The newest 500 tickets of a week, each with its first entry, module, client and whether it has a problem. */
const COMPARED: Limit = { rows: 5_000, pages: 9_000 }
/** The load ends two weeks ago. */
const BUSY_WEEK = `update ticket set created_at = created_at + interval '15 days'
  where client_id > 700000 and created_at > (select max(created_at) - interval '12 days' from ticket where client_id > 700000)`

test('similar tickets are looked for among the newest 500 of a week', async () => {
  const { statements } = await plans.ask('/problems/suggestions')
  const reading = statements.filter(({ text }) => text.includes('search_stems'))
  expect(reading).toHaveLength(1)
  expect(await plans.excesses(reading, COMPARED, BUSY_WEEK)).toEqual([])
  const most = { rows: 1_000, pages: 1_000 }
  expect(await plans.excesses(reading, most, BUSY_WEEK)).toHaveLength(2)
  expect(await plans.excesses(reading, COMPARED, `${BUSY_WEEK}; drop index ticket_created_of_all`)).not.toEqual([])
})

test('the calls that are owed are read in their order', async () => {
  const { statements, data } = await plans.ask('/callbacks', { limit: '25' })
  expect(data.items).toHaveLength(25)
  expect(await plans.excesses(statements, PART)).toEqual([])
})

describe('shows', () => {
  test.each([
    ['drop index ticket_queue', '/tickets', { view: 'open', limit: '25' }],
    ['drop index ticket_queue_of_client', '/tickets', { view: 'open', client: '700001', limit: '25' }],
    ['drop index ticket_concluded', '/tickets', { view: 'closed', limit: '25' }],
    ['drop index ticket_due', '/tickets', { view: 'near-promise', limit: '25' }],
    ['drop index ticket_open_by_urgency_rank', '/tickets', { view: 'open', order: 'urgency-down', limit: '25' }],
    ['drop index ticket_over_by_urgency_rank', '/tickets', { view: 'closed', order: 'urgency', limit: '25' }],
    ['drop index internal_note_by_words', '/tickets', { view: 'open', text: 'retroexcavadora', limit: '25' }],
    ['drop index ticket_created_of_all', '/tickets', { view: 'all', limit: '25' }],
    ['drop index ticket_to_call_back', '/callbacks', { limit: '25' }],
  ])('that after %s %s reads too much', async (without, path, query) => {
    const { statements } = await plans.ask(path, query)
    expect(await plans.excesses(statements, PART, without)).not.toEqual([])
  })
})
