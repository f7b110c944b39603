import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../db/sql.ts'
import { load } from '../testing/load.ts'
import { plansOf, readingOf } from '../testing/query-plan.ts'
import { type Recorded, recordingDatabase } from '../testing/recording-database.ts'
import { secondServer } from '../testing/second-server.ts'
import { NOON, type TestApp, answerOf, testApp } from '../testing/test-app.ts'

// How PostgreSQL answers what the console asks across clients, among 100,000 tickets of 200 clients.

/** Most of it goes into the words of 400,000 entries. */
const LOADING_MS = 300_000

let portal: TestApp
let server: FastifyInstance
let recorded: Recorded[]
let tables: Set<string>
let sonia: string

beforeAll(async () => {
  portal = await testApp()
  await load(portal.owner, NOON, { searchable: true })
  await portal.owner.query(`
    insert into internal_note (client_id, ticket_number, username, text, at)
      select client_id, number, 'carga-1', 'Pendiente de contabilidad', created_at from ticket where client_id > 700000 and number % 7 = 0;
    update ticket set phone_assistance = true where client_id > 700000 and hashint8(number) % 40 = 0;
    insert into entry (client_id, ticket_number, kind, text, author, origin, at)
      select client_id, number, 'answer', 'Retroexcavadora', 'Técnico', '', now() from ticket
      where client_id > 700000 and not accepted order by number limit 3`)
  await portal.owner.query('vacuum analyze')
  const staff = openDatabase(portal.url, { role: 'portal_staff', connections: 2 })
  const recording = recordingDatabase(staff)
  recorded = recording.recorded
  server = await secondServer(portal, { staff: recording.database })
  server.addHook('onClose', () => staff.close())
  sonia = await portal.consoleLogIn('sonia')
  // A table of a few pages is rightly read whole.
  const { rows } = await portal.owner.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > 1000",
  )
  tables = new Set(rows.map(({ name }) => name))
  expect(tables).toContain('ticket')
}, LOADING_MS)
afterAll(async () => {
  await server.close()
  await portal.close()
})

interface Limit {
  readonly rows: number
  readonly pages: number
}
/** A part of 25 rows with what belongs to each. */
const PART: Limit = { rows: 200, pages: 700 }
/** Each ticket once, from an index alone. */
const COUNTED: Limit = { rows: 110_000, pages: 3_000 }

describe('a part of', () => {
  test.each([
    [{ view: 'open' }],
    [{ view: 'closed' }],
    [{ view: 'waiting-for-us' }],
    [{ view: 'waiting-for-customer' }],
    [{ view: 'near-promise' }],
    [{ view: 'claimed' }],
    [{ view: 'mine' }],
    [{ view: 'open', assignee: 'carga-3' }],
  ])('%j reads that part', async (query) => {
    const { statements } = await ask('/tickets', { ...query, limit: '25' })
    expect(await excesses(statements, PART)).toEqual([])
  })

  test.each(['open', 'closed', 'near-promise'])('%s far down reads no more than the first', async (view) => {
    let after = ''
    for (let part = 0; part < 20; part += 1) {
      after = (await ask('/tickets', { view, limit: '100', ...(after && { after }) })).data.next
    }
    const { statements } = await ask('/tickets', { view, limit: '25', after })
    expect(await excesses(statements, PART)).toEqual([])
  })

  test.each([
    [{ view: 'open', text: 'retroexcavadora' }],
    [{ view: 'closed', text: 'retroexcavadora' }],
    [{ view: 'open', text: 'nadaquetenganadie' }],
  ])('%j reads what says so', async (query) => {
    const { statements } = await ask('/tickets', { ...query, limit: '25' })
    expect(await excesses(statements, PART)).toEqual([])
  })

  test("a ticket is found by its number, or by a reply's", async () => {
    const { data } = await ask('/tickets', { view: 'closed', limit: '25' })
    const { statements } = await ask('/tickets', { view: 'closed', number: String(data.items[0].number), limit: '25' })
    expect(await excesses(statements, PART)).toEqual([])
  })

  test.each([
    [{ view: 'open', text: 'asiento cierre' }],
    [{ view: 'open', text: 'cliente' }],
    [{ view: 'closed', text: 'periodo' }],
    [{ view: 'open', client: '700150' }],
    [{ view: 'unassigned', urgency: '6', area: 'main' }],
  ])('%j, which much says, goes through no timeline from end to end', async (query) => {
    const { statements, data } = await ask('/tickets', { ...query, limit: '25' })
    expect(data.items.length).toBeGreaterThan(0)
    // Where most tickets are meant, to go through the tickets themselves is right.
    const found = await excesses(statements, { rows: Infinity, pages: Infinity })
    expect(found.filter((said) => /in order:.*entry/.test(said))).toEqual([])
  })
})

test('the counts look at each open ticket once, and at the others in the index alone', async () => {
  const { statements } = await ask('/ticket-counts', {})
  expect(await excesses(statements, COUNTED)).toEqual([])
})

test('a ticket with all that stands beside it is read by its number', async () => {
  const { data } = await ask('/tickets', { view: 'open', limit: '25' })
  const { statements } = await ask('/ticket', { number: String(data.items[0].number) })
  expect(statements.length).toBeGreaterThan(8)
  expect(await excesses(statements, PART)).toEqual([])
})

test('the calls that are owed are read in their order', async () => {
  const { statements, data } = await ask('/callbacks', { limit: '25' })
  expect(data.items).toHaveLength(25)
  expect(await excesses(statements, PART)).toEqual([])
})

describe('shows', () => {
  test.each([
    ['drop index ticket_queue', '/tickets', { view: 'open', limit: '25' }],
    ['drop index ticket_concluded', '/tickets', { view: 'closed', limit: '25' }],
    ['drop index ticket_due', '/tickets', { view: 'near-promise', limit: '25' }],
    ['drop index internal_note_by_words', '/tickets', { view: 'open', text: 'retroexcavadora', limit: '25' }],
    ['drop index ticket_to_call_back', '/callbacks', { limit: '25' }],
  ])('that after %s %s reads too much', async (without, path, query) => {
    const { statements } = await ask(path, query)
    expect(await excesses(statements, PART, without)).not.toEqual([])
  })
})

/** A request of Sonia's, its answer and the statements about tickets that it ran. */
async function ask(path: string, query: Record<string, string>) {
  recorded.length = 0
  const raw = await server.inject({ method: 'GET', url: `/api/console${path}`, query, headers: { cookie: sonia } })
  const answer = answerOf(raw)
  expect(answer.status).toBe(200)
  return {
    data: answer.data,
    statements: recorded.filter(({ text }) => !/technician_session|insert into audit|set_config/.test(text)),
  }
}

/** What the statements read beyond the limit, whichever plan PostgreSQL takes. `without`: after this drop. */
async function excesses(statements: readonly Recorded[], { rows: maxRows, pages: maxPages }: Limit, without?: string) {
  const found: string[] = []
  for (const statement of statements) {
    const acting = { owner: portal.owner, role: 'portal_staff', client: null, without }
    const plans = await plansOf(acting, statement)
    // Searches are planned for their words each time.
    const taken = statement.text.includes('search_words') ? { 'the first plan': plans['the first plan'] } : plans
    for (const [name, plan] of Object.entries(taken)) {
      const { rows, pages, inOrder } = readingOf(plan, tables)
      const said = `${name}: ${rows} rows, ${pages} pages, in order: ${inOrder.join(' ')}: ${statement.text.slice(0, 60)}`
      if (rows > maxRows || pages > maxPages || inOrder.length > 0) found.push(said)
    }
  }
  return found
}
