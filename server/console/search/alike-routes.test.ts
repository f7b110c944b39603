import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../testing/test-app.ts'

let portal: TestApp
let sonia: string
/** An open ticket of 1001, and one of another client that says the same. */
let open: number
let other: { client: number; number: number }
const TITLE = 'Remesa de recibos rechazada por el banco'
const ANSWER = 'Genere la remesa con el formato del banco de Obras Ficticias'

beforeAll(async () => {
  portal = await testApp()
  sonia = await portal.consoleLogIn('sonia')
  const { rows: own } = await portal.owner.query(
    'select number::int as number from ticket where client_id = 1001 and not accepted and title ilike $1 order by number limit 1',
    ['%remesa de recibos%'],
  )
  open = own[0].number
  const { rows } = await portal.owner.query(
    'select client_id::int as client, number::int as number from ticket where client_id <> 1001 and merged_into is null order by number limit 1',
  )
  ;[other] = rows
  await portal.owner.query('update ticket set title = $3 where client_id = $1 and number = $2', [
    other.client,
    other.number,
    TITLE,
  ])
  await portal.owner.query(
    `insert into entry (client_id, ticket_number, kind, text, author, origin, at)
     values ($1, $2, 'answer', $3, 'Sonia Campos', '', now() + interval '1 hour')`,
    [other.client, other.number, ANSWER],
  )
})
afterAll(() => portal.close())

const solve = (accepted: boolean) =>
  portal.owner.query(
    `update ticket set accepted = $3, state = 'closed', closed_at = now() where client_id = $1 and number = $2`,
    [other.client, other.number, accepted],
  )
const alike = async (ticket: number) => {
  const { status, data, raw } = await portal.console(sonia, 'GET', '/alike', { ticket: String(ticket) })
  expect(status, raw.body).toBe(200)
  return data
}

test('a solved ticket of another client is there with its answer and its client’s name, an open one and itself are not', async () => {
  await solve(false)
  const before = (await alike(open)).tickets.map(({ number }: { number: number }) => number)
  expect(before).not.toContain(other.number)
  await solve(true)
  const { tickets } = await alike(open)
  expect(tickets[0]).toMatchObject({ number: other.number, own: false, answer: ANSWER, client: { code: other.client } })
  expect(tickets[0].client.name).not.toBe('')
  expect(tickets.map(({ number }: { number: number }) => number)).not.toContain(open)
  expect(tickets.length).toBeLessThan(6)
})

test('the problem that it may be is told, published or not, unless it was discarded', async () => {
  const form = {
    title: 'La remesa de recibos se rechaza',
    description: 'El banco rechaza la remesa',
    workaround: 'Cambie el formato',
    affectedVersions: [],
    mendedVersion: null,
    modules: [],
    responsible: null,
    notes: '',
    plannedOn: null,
    published: false,
  }
  const made = await portal.console(sonia, 'POST', '/problems/create', { ...form, state: 'confirmed' })
  expect(made.status, made.raw.body).toBe(200)
  expect((await alike(open)).problems).toEqual([
    { problem: made.data.id, title: form.title, state: 'confirmed', workaround: form.workaround },
  ])
  await portal.owner.query("update product_problem set state = 'discarded'")
  expect((await alike(open)).problems).toEqual([])
})

test('only technicians ask, each look is in the audit, and an unknown ticket is none', async () => {
  await alike(open)
  const { rows } = await portal.owner
    .query(
      "select client_id::int as client, ticket_number::int as ticket from audit where act like '%alike%' order by 1 desc limit 1",
    )
    .catch(() => ({ rows: [] }))
  expect(rows).toEqual([{ client: 1001, ticket: open }])
  const lucia = await portal.enter('LEV-01', 11)
  expect((await portal.console(lucia, 'GET', '/alike', { ticket: String(open) })).status).toBe(403)
  expect((await portal.console(sonia, 'GET', '/alike', { ticket: '999999999' })).status).toBe(404)
})

test('sections of manuals have the address where customers read them, of the areas of that client alone', async () => {
  await portal.owner.query(
    "update ticket set title = 'Preguntar bien al soporte' where client_id = 1001 and number = $1",
    [open],
  )
  const { sections } = await alike(open)
  expect(sections.length).toBeGreaterThan(0)
  expect(sections.length).toBeLessThan(4)
  for (const { document, section, address } of sections) {
    expect(address).toMatch(/^http.+\/manuales\/.+#.+/)
    expect(new URL(address).pathname + new URL(address).hash).toBe(`/public/${document}#${section}`)
  }
})
