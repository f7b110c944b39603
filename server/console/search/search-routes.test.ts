import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../testing/test-app.ts'

let portal: TestApp
let sonia: string
beforeAll(async () => {
  portal = await testApp()
  sonia = await portal.consoleLogIn('sonia')
})
afterAll(() => portal.close())

interface Hit {
  readonly title: string
  readonly snippet: string
  readonly client: { readonly code: number } | null
  readonly ticket?: number
  readonly contact?: number
}
interface Group {
  readonly kind: string
  readonly total: number
  readonly items: readonly Hit[]
}

async function groupsOf(q: string): Promise<Group[]> {
  const { status, data } = await portal.console(sonia, 'GET', '/search', { q })
  expect(status).toBe(200)
  return data.groups
}
const found = async (q: string, kind: string): Promise<readonly Hit[]> =>
  (await groupsOf(q)).find((group) => group.kind === kind)?.items ?? []
const owner = (statement: string, values: unknown[] = []) => portal.owner.query(statement, values)

test.each(['certificacion', 'CERTIFICACIONES', 'certificasión', '«certificación»', '¿certificación?'])(
  '«%s» finds tickets of every client, open or closed, and says why',
  async (q) => {
    const hits = await found(q, 'ticket')
    expect(hits.length).toBeGreaterThan(0)
    expect(hits.some(({ snippet }) => /<mark>certificaci/i.test(snippet))).toBe(true)
  },
)

test('a number leads to its record', async () => {
  const { rows } = await owner('select number::int as number, title from ticket order by number desc limit 1')
  expect(await found(`#${rows[0].number}`, 'ticket')).toMatchObject([{ ticket: rows[0].number, title: rows[0].title }])
})

test('tickets of two clients are found by one word, each with its client', async () => {
  await owner(
    `update ticket t set title = 'Excavadora perdida' where t.number in (
       select min(number) from ticket group by client_id order by client_id limit 2)`,
  )
  const hits = await found('excavadora', 'ticket')
  expect(new Set(hits.map(({ client }) => client?.code)).size).toBe(2)
})

test('an internal note is found by technicians, and by no customer', async () => {
  await owner(
    `insert into internal_note (client_id, ticket_number, text, username, at)
     select client_id, number, 'Avisar a Contabilidad de la retroexcavadora', 'sonia', now() from ticket
     where client_id = 1001 order by number limit 1`,
  )
  expect(await found('retroexcavadora', 'note')).toMatchObject([
    { snippet: expect.stringContaining('<mark>retroexcavadora</mark>') },
  ])
  const andres = await portal.logIn('andres', 'Demo-andres-1')
  expect((await portal.call(andres, 'GET', '/buscar', { q: 'retroexcavadora' })).data.grupos).toEqual([])
})

test.each(['Lucía Ferrer', 'lucia ferrer', 'lucia.ferrer@levante.example', '+34 960 000 011', '960-000-011'])(
  '«%s» finds the person',
  async (q) => {
    expect(await found(q, 'person')).toContainEqual(expect.objectContaining({ contact: 11, title: 'Lucía Ferrer' }))
  },
)

test('clients by name and code, installations, incidents, developments, valuations, files and manuals have their groups', async () => {
  expect(await found('1001', 'client')).toMatchObject([{ client: { code: 1001 } }])
  expect(await found('LEV-01', 'installation')).toMatchObject([{ title: 'LEV-01' }])
  const kinds = (await groupsOf('certificación')).map(({ kind }) => kind)
  expect(await found('Preguntar bien', 'manual')).not.toEqual([])
  expect(kinds).toEqual(expect.arrayContaining(['ticket', 'file', 'incident', 'development', 'valuation']))
})

test('what was written is escaped around the marks', async () => {
  await owner(`update ticket set title = '<img src=x> grúa torre' where number = (select max(number) from ticket)`)
  expect(await found('grúa', 'ticket')).toMatchObject([{ snippet: '&lt;img src=x&gt; <mark>grúa</mark> torre' }])
})

test('a search is written into the audit', async () => {
  await groupsOf('canario de la auditoría')
  const { rows } = await owner(`select act, username, details from audit where details::text like '%canario%'`)
  expect(rows).toEqual([{ act: '/console/search', username: 'sonia', details: { search: 'canario de la auditoría' } }])
})

test('what nothing says has no groups; nobody searches without a session', async () => {
  expect(await groupsOf('xyzzyplugh')).toEqual([])
  expect((await portal.console(null, 'GET', '/search', { q: 'obra' })).status).toBe(403)
  expect((await portal.console(sonia, 'GET', '/search', { q: '   ' })).status).toBe(400)
})
