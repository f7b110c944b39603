import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { consoleFigures } from '#contract/console/figures/figures.ts'
import {
  type FigureList,
  figureLists,
  listOfAge,
  listOfCalls,
  listOfRating,
} from '#contract/console/figures/figure-lists.ts'
import type { Data } from '#contract/endpoint.ts'
import { FIGURE_PERIODS } from '#domain/figures/figure-days.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'

// The desk's figures beside a calculation by hand, at the edges of the office's days: in Madrid 25 October 2026 has 25 hours
// (from 22:00 to 23:00 by UTC) and 29 March 2026 has 23 (from 23:00 to 22:00).

type Figures = Data<typeof consoleFigures.view>

let portal: TestApp
let cookie: string
let numbers: number[]

beforeAll(async () => {
  portal = await testApp()
  const { rows } = await portal.owner.query(
    `select number::int as number from ticket where client_id = 1001 and merged_into is null order by number limit 20`,
  )
  numbers = rows.map(({ number }) => number)
})
afterAll(() => portal.close())

/** All records of the demo are long over by then. */
beforeEach(async () => {
  await portal.owner.query(`
    update ticket set created_at = '2019-01-01', last_entry_at = '2019-01-02', accepted = true, state = 'closed', rating = null,
      due_at = null, call_minutes = null, blocking_incident = null, assignee = null, last_entry_kind = 'acceptance',
      module_number = null;
    update entry set at = '2019-01-01', promised_at = null, kind = case kind when 'claim' then 'answer' when 'rejection' then 'answer' else kind end;
    update work_event set at = '2019-01-01';
    delete from setting_change`)
})

const at = (moment: string) => `${moment}Z`

async function ticket(index: number, columns: Readonly<Record<string, unknown>>): Promise<void> {
  const names = Object.keys(columns)
  await portal.owner.query(
    `update ticket set ${names.map((name, place) => `${name} = $${place + 2}`).join(', ')} where client_id = 1001 and number = $1`,
    [numbers[index], ...Object.values(columns)],
  )
}
const entry = (index: number, kind: string, moment: string, promised: string | null = null) =>
  portal.owner.query(
    `insert into entry (client_id, ticket_number, kind, closes, text, author, origin, at, promised_at)
     values (1001, $1, $2, false, 'x', 'x', '', $3, $4)`,
    [numbers[index], kind, moment, promised],
  )

async function clock(moment: string): Promise<void> {
  portal.clock.now = new Date(moment)
  cookie = await portal.consoleLogIn('raul')
}

async function figures(period: string): Promise<Figures> {
  const { status, data, raw } = await portal.console(cookie, 'GET', '/figures', { period })
  expect(status, raw.body).toBe(200)
  return data
}

/** How many rows a list has, by its totals and by its rows. */
async function sizeOf({ view, ...filter }: FigureList): Promise<number> {
  const totals = await portal.console(cookie, 'GET', '/ticket-totals', { view, ...filter })
  expect(totals.status, totals.raw.body).toBe(200)
  let rows = 0
  for (let after: string | null = ''; after !== null;) {
    const part = await portal.console(cookie, 'GET', '/tickets', {
      view,
      ...filter,
      limit: 25,
      ...(after && { after }),
    })
    expect(part.status, part.raw.body).toBe(200)
    rows += part.data.items.length
    after = part.data.next
  }
  expect(rows).toBe(totals.data.total)
  return rows
}

/** Each number with its list. */
function* numbersOf(shown: Figures): Generator<[name: string, number: number, list: FigureList]> {
  const { total, modules, technicians, ages, inflow, ratings, calls } = shown
  for (const [name, list] of Object.entries(figureLists(shown))) yield [name, total[name as keyof typeof total], list]
  for (const { module, ...own } of modules) {
    for (const [name, list] of Object.entries(figureLists(shown, { module: module?.number ?? null }))) {
      // A list can have only one mark.
      if (module === null && name === 'overdue') continue
      yield [`${name} of ${module?.name}`, own[name as keyof typeof own], list]
    }
  }
  for (const { technician, ...own } of technicians ?? []) {
    for (const [name, list] of Object.entries(figureLists(shown, { assignee: technician.username })))
      yield [`${name} of ${technician.name}`, own[name as keyof typeof own], list]
  }
  for (const { from, until, raised } of inflow) yield [`from ${from}`, raised, { view: 'all', from, until }]
  for (const { open, waiting, ...days } of ages) {
    yield [`open ${days.from}`, open, listOfAge('open', days)]
    yield [`waiting ${days.from}`, waiting, listOfAge('waiting-for-us', days)]
  }
  for (const { rating, count } of ratings) yield [`rated ${rating}`, count, listOfRating(shown, rating)]
  yield ['calls', calls.tickets, listOfCalls(shown)]
  for (const { client, tickets } of calls.clients) yield [client.name, tickets, listOfCalls(shown, client.code)]
}

describe('at the end of the day on which the clocks go back', () => {
  beforeEach(async () => {
    // The first and the last instant of today, of the week and of the ninety days, and the instants before.
    const created = [
      '2026-10-24T21:59:59',
      '2026-10-24T22:00:00',
      '2026-10-25T00:30:00',
      '2026-10-25T01:30:00',
      '2026-10-18T22:00:00',
      '2026-10-18T21:59:59',
      '2026-07-27T22:00:00',
      '2026-07-27T21:59:59',
    ]
    for (const [index, moment] of created.entries()) await ticket(index, { created_at: at(moment) })
    await clock('2026-10-25T22:59:59Z')
  })

  test('today has 25 hours, and the week and the ninety days begin at their midnights', async () => {
    expect((await figures('today')).total.raised).toBe(3)
    expect((await figures('week')).total.raised).toBe(5)
    expect((await figures('quarter')).total.raised).toBe(7)
    await clock('2026-10-25T23:00:00Z')
    expect((await figures('today')).total.raised).toBe(0)
  })

  test('each day has its own', async () => {
    const { inflow } = await figures('week')
    expect(inflow.map(({ from, raised }) => [from, raised])).toEqual([
      ['2026-10-19', 1],
      ['2026-10-20', 0],
      ['2026-10-21', 0],
      ['2026-10-22', 0],
      ['2026-10-23', 0],
      ['2026-10-24', 1],
      ['2026-10-25', 3],
    ])
    const weeks = (await figures('quarter')).inflow
    expect(weeks[0]).toEqual({ from: '2026-07-28', until: '2026-08-02', raised: 1 })
    expect(weeks.at(-1)).toEqual({ from: '2026-10-19', until: '2026-10-25', raised: 5 })
    expect(weeks.at(-2)).toEqual({ from: '2026-10-12', until: '2026-10-18', raised: 1 })
  })
})

test('at the end of the day on which the clocks go forward, today has 23 hours', async () => {
  for (const [index, moment] of ['2026-03-28T22:59:59', '2026-03-28T23:00:00', '2026-03-29T21:59:59'].entries()) {
    await ticket(index, { created_at: at(moment) })
    await entry(index, 'claim', at(moment))
    await entry(index, 'answer', at(moment), at('2026-03-29T12:00:00'))
  }
  await clock('2026-03-29T21:59:59Z')
  const { total } = await figures('today')
  expect([total.raised, total.claimed, total.kept, total.late]).toEqual([2, 2, 1, 1])
  expect((await figures('week')).total).toMatchObject({ raised: 3, claimed: 3, kept: 2, late: 1 })
})

test('every figure is what a hand finds, and its list has as many rows', async () => {
  const { rows: modules } = await portal.owner.query('select number::int as number from module order by number limit 2')
  const [sales, works] = modules.map(({ number }) => number)
  const open = { accepted: false, state: 'pending', last_entry_kind: 'query' }
  await ticket(0, {
    ...open,
    created_at: at('2026-11-26T08:00:00'),
    module_number: sales,
    due_at: at('2026-11-26T10:00:00'),
  })
  // The oldest of less than seven days, and the youngest of seven.
  await ticket(1, { ...open, created_at: at('2026-11-19T23:00:00'), module_number: sales, assignee: 'sonia' })
  await ticket(2, { ...open, created_at: at('2026-11-19T22:59:59'), last_entry_kind: 'answer', assignee: 'sonia' })
  await ticket(3, { ...open, created_at: at('2026-08-27T12:00:00'), module_number: works })
  // A conversation with the assistant is nobody's ticket yet.
  await ticket(4, { ...open, created_at: at('2026-11-26T09:00:00'), last_entry_kind: 'question' })
  // Joined to another.
  await ticket(5, { created_at: at('2026-11-26T09:00:00') })
  await portal.owner.query('update ticket set merged_into = $2 where client_id = 1001 and number = $1', [
    numbers[5],
    numbers[0],
  ])
  // Rated: at the first instant of the week, and just before it.
  await ticket(6, { rating: 5, last_entry_at: at('2026-11-19T23:00:00'), module_number: sales })
  await ticket(7, { rating: 2, last_entry_at: at('2026-11-26T10:00:00'), assignee: 'sonia' })
  await ticket(8, { rating: 1, last_entry_at: at('2026-11-19T22:59:59') })
  // Claimed twice, which is one ticket, and once before the week.
  await entry(0, 'claim', at('2026-11-24T10:00:00'))
  await entry(0, 'claim', at('2026-11-26T10:00:00'))
  await entry(1, 'claim', at('2026-11-19T22:59:59'))
  await entry(2, 'rejection', at('2026-11-25T10:00:00'))
  // In time at the very moment; late once is late.
  await entry(6, 'answer', at('2026-11-23T10:00:00'), at('2026-11-23T10:00:00'))
  await entry(7, 'answer', at('2026-11-23T10:00:00'), at('2026-11-23T11:00:00'))
  await entry(7, 'answer', at('2026-11-25T10:00:01'), at('2026-11-25T10:00:00'))
  await entry(8, 'answer', at('2026-11-19T22:59:59'), at('2026-11-19T20:00:00'))
  await entry(3, 'answer', at('2026-11-23T10:00:00'))
  await ticket(9, { created_at: at('2026-11-24T10:00:00'), call_minutes: 12 })
  await ticket(10, { created_at: at('2026-11-25T10:00:00'), call_minutes: 30 })
  await ticket(11, { created_at: at('2026-11-01T10:00:00'), call_minutes: 500 })
  await portal.owner.query(`
    insert into work_event (client_id, incident_number, kind, to_value, author, at)
      select 1001, number, 'validation', 'failed', 'Lucía', '2026-11-25T10:00:00Z'
      from incident where client_id = 1001 order by number limit 2;
    insert into work_event (client_id, incident_number, kind, to_value, author, at)
      select 1001, number, 'validation', 'validated', 'Lucía', '2026-11-25T10:00:00Z'
      from incident where client_id = 1001 order by number offset 2 limit 1`)
  await clock('2026-11-26T10:30:00Z')
  await portal.console(cookie, 'POST', '/settings/change', {
    newest: (await portal.console(cookie, 'GET', '/settings')).data.newest,
    figures: { byTechnician: true },
  })

  const shown = await figures('week')
  expect(shown.total).toEqual({
    raised: 4,
    open: 4,
    waiting: 3,
    overdue: 1,
    kept: 1,
    late: 1,
    claimed: 1,
    returned: 1,
    rated: 2,
    stars: 7,
  })
  expect(shown.ages.map(({ open: all, waiting }) => [all, waiting])).toEqual([
    [2, 2],
    [1, 0],
    [0, 0],
    [1, 1],
  ])
  expect(shown.ratings.map(({ count }) => count)).toEqual([0, 1, 0, 0, 1])
  expect(shown.notWorking).toEqual({ incidents: 2, developments: 0 })
  expect(shown.calls).toMatchObject({ minutes: 42, tickets: 2, hasMore: false })
  expect(shown.calls.clients).toEqual([
    { client: { code: 1001, name: 'Constructora Levante, S.A.' }, minutes: 42, tickets: 2 },
  ])
  expect(shown.modules.find(({ module }) => module?.number === sales)).toMatchObject({
    raised: 2,
    open: 2,
    claimed: 1,
    kept: 1,
    late: 0,
    rated: 1,
    stars: 5,
  })
  expect(shown.technicians).toEqual([
    expect.objectContaining({
      technician: { username: 'sonia', name: expect.stringContaining('Sonia') },
      raised: 1,
      open: 2,
      waiting: 1,
      returned: 1,
      late: 1,
      rated: 1,
      stars: 2,
    }),
  ])

  for (const period of FIGURE_PERIODS) {
    const all = await figures(period)
    let told = 0
    for (const [name, number, list] of numbersOf(all)) {
      expect([period, name, await sizeOf(list)]).toEqual([period, name, number])
      told += 1
    }
    expect(told).toBeGreaterThan(40)
    for (const kind of ['incident', 'development'] as const) {
      const filter = { kind, view: 'all', failedFrom: all.from, failedUntil: all.until }
      const { data } = await portal.console(cookie, 'GET', '/work', filter)
      expect(data.items).toHaveLength(all.notWorking[`${kind}s`])
    }
  }
  const minutes = await portal.console(cookie, 'GET', '/ticket-totals', { ...listOfCalls(shown, 1001) })
  expect(minutes.data.minutes).toBe(42)
  await portal.owner.query('update ticket set merged_into = null where client_id = 1001 and number = $1', [numbers[5]])
})

test('by technician only as the settings allow, and only for supervisors', async () => {
  await clock('2026-11-26T10:30:00Z')
  const allow = async (byTechnician: boolean) => {
    const { newest } = (await portal.console(cookie, 'GET', '/settings')).data
    const changed = await portal.console(cookie, 'POST', '/settings/change', { newest, figures: { byTechnician } })
    expect(changed.status, changed.raw.body).toBe(200)
  }
  await allow(false)
  await ticket(0, { created_at: at('2026-11-26T08:00:00'), assignee: 'sonia' })
  const shown = await figures('today')
  expect(shown.technicians).toBeNull()
  expect(JSON.stringify(shown)).not.toContain('sonia')
  await allow(true)
  expect((await figures('today')).technicians?.map(({ technician }) => technician.username)).toEqual(['sonia'])
  const sonia = await portal.consoleLogIn('sonia')
  expect((await portal.console(sonia, 'GET', '/figures', { period: 'today' })).status).toBe(403)
  expect((await portal.console(null, 'GET', '/figures', { period: 'today' })).status).toBe(403)
  expect((await portal.console(cookie, 'GET', '/figures', { period: 'year' })).status).toBe(400)
})

test('a look at them leaves a line in the audit; a screen that reads again leaves none', async () => {
  await clock('2026-11-26T10:31:00Z')
  await figures('quarter')
  await portal.app.inject({
    url: '/api/console/figures?period=quarter',
    headers: { cookie, 'x-reread': '1' },
  })
  const { rows } = await portal.owner.query(
    `select username, details->>'period' as period from audit where act = '/console/figures' and at = $1 and details->>'period' = 'quarter'`,
    [portal.clock.now],
  )
  expect(rows).toEqual([{ username: 'raul', period: 'quarter' }])
})

test('happenings are asked for with both days', async () => {
  await clock('2026-11-26T10:30:00Z')
  for (const filter of [{ happened: 'late' }, { happened: 'late', happenedFrom: '2026-11-01' }]) {
    for (const path of ['/tickets', '/ticket-totals', '/ticket-sheet'])
      expect([path, (await portal.console(cookie, 'GET', path, filter)).status]).toEqual([path, 400])
    const saved = await portal.console(cookie, 'POST', '/saved-views/create', { name: 'Tarde', view: 'all', filter })
    expect(saved.status).toBe(400)
  }
})

test('an answer keeps until when it was due', async () => {
  portal.clock.now = new Date('2026-11-26T10:30:00Z')
  cookie = await portal.consoleLogIn('raul')
  await ticket(0, {
    created_at: at('2026-11-26T08:00:00'),
    accepted: false,
    state: 'pending',
    last_entry_kind: 'query',
    last_entry_at: at('2026-11-26T08:00:00'),
    due_at: at('2026-11-26T10:00:00'),
  })
  const sent = { ticket: numbers[0], text: 'Mírelo', seen: 1, anyway: true }
  expect((await portal.console(cookie, 'POST', '/ticket/answer', sent)).status).toBe(200)
  expect((await figures('today')).total).toMatchObject({ kept: 0, late: 1 })
  // The ticket waits for no second answer, so none was promised.
  expect((await portal.console(cookie, 'POST', '/ticket/answer', sent)).status).toBe(200)
  const { rows } = await portal.owner.query(
    `select promised_at from entry where client_id = 1001 and ticket_number = $1 and kind = 'answer' order by entry_id desc limit 2`,
    [numbers[0]],
  )
  expect(rows.map(({ promised_at: due }) => due?.toISOString() ?? null)).toEqual([null, '2026-11-26T10:00:00.000Z'])
})
