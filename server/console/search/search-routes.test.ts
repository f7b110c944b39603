import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

describe('a word that a thousand clients say', () => {
  beforeAll(async () => {
    await owner(`
      insert into search_word (client_id, word, number, stem, reversed)
        select (select min(client_id) from client), w, n, search_stem(w), reverse(w)
        from unnest('{zanja,gruas,pasta}'::text[]) w, generate_series(900001, 906000) n`)
    await owner(
      `update ticket set title = 'La zanjadora del gruista' where number = (select max(number) from ticket where merged_into is null)`,
    )
  })
  test.each(['zanj', 'gruosta'])('hides no other with the same beginning or end: «%s»', async (q) => {
    expect(await found(q, 'ticket')).toMatchObject([{ title: 'La zanjadora del gruista' }])
  })
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

test('the found text is escaped around the marks', async () => {
  await owner(`update ticket set title = '<img src=x> grúa torre' where number = (select max(number) from ticket)`)
  expect(await found('grúa', 'ticket')).toMatchObject([{ snippet: '&lt;img src=x&gt; <mark>grúa</mark> torre' }])
})

describe('what narrows', () => {
  beforeAll(() =>
    owner(`
      update ticket set title = 'Hormigonera averiada', assignee = 'sonia', accepted = false where client_id in (1001, 1002);
      update ticket set assignee = null where number = (select min(number) from ticket where client_id = 1001);
      update ticket set created_at = '2025-12-31 22:59Z' where number = (select min(number) from ticket where client_id = 1002);
      update ticket set created_at = '2025-12-31 23:00Z' where number = (select max(number) from ticket where client_id = 1002)`),
  )
  const numbersWhere = async (where: string): Promise<number[]> =>
    (
      await owner(`select t.number::int as number from ticket t left join module m on m.number = t.module_number
        where ${where} order by 1`)
    ).rows.map(({ number }) => number)
  const foundBy = async (q: string): Promise<number[]> => {
    const numbers: number[] = []
    for (let page = 1; page < 11; page += 1) {
      const { data } = await portal.console(sonia, 'GET', '/search', { q, kind: 'ticket', page: String(page) })
      numbers.push(...(data.groups[0]?.items ?? []).map(({ ticket }: Hit) => ticket))
    }
    return numbers.toSorted((one, other) => one - other)
  }

  test.each([
    ['cliente:1001', 't.client_id = 1001'],
    ['hormigonera cliente:1001', 't.client_id = 1001'],
    ['hormigonera sin:asignar', 't.client_id in (1001, 1002) and t.assignee is null'],
    ['hormigonera técnico:yo', "t.client_id in (1001, 1002) and t.assignee = 'sonia'"],
    ['hormigonera técnico:sonia', "t.client_id in (1001, 1002) and t.assignee = 'sonia'"],
    ['cliente:1002 antes:2026', "t.client_id = 1002 and t.created_at < '2025-12-31 23:00Z'"],
    ['cliente:1002 desde:2026', "t.client_id = 1002 and t.created_at >= '2025-12-31 23:00Z'"],
    ['estado:terminado', 't.accepted'],
    ['averiada estado:terminado', 'false'],
    ['cliente:999999', 'false'],
    ['cliente:- hormigonera', 'false'],
  ])('«%s» finds the tickets where %s', async (q, where) => {
    expect(await foundBy(q)).toEqual(await numbersWhere(where))
  })

  test('a module is named by its words, and a client by its name', async () => {
    const { rows } = await owner(
      `select m.name, c.name as client, c.client_id::int as code, t.number::int as number from ticket t
       join module m on m.number = t.module_number join client c on c.client_id = t.client_id limit 1`,
    )
    const [{ name, client, code, number }] = rows
    expect(await foundBy(`módulo:"${name}" cliente:"${client}"`)).toEqual(
      await numbersWhere(`m.name = '${name}' and t.client_id = ${code}`),
    )
    expect(await foundBy(`${number} cliente:${code}`)).toEqual([number])
    expect(await foundBy(`${number} cliente:999999`)).toEqual([])
  })

  test('everything that is found is a ticket’s, and of that client', async () => {
    const kinds = (await groupsOf('hormigonera sin:asignar')).map(({ kind }) => kind)
    expect(kinds).not.toEqual([])
    expect(kinds.filter((kind) => !['ticket', 'message', 'note', 'file'].includes(kind))).toEqual([])
    const ofClient = await groupsOf('certificación cliente:1001')
    expect(new Set(ofClient.flatMap(({ items }) => items.map(({ client }) => client?.code)))).toEqual(new Set([1001]))
  })
})

test('one kind comes in pages of ten', async () => {
  await owner(`update ticket set title = 'Apisonadora' where client_id = 1001`)
  const { rows } = await owner(`select count(*)::int as count from ticket where client_id = 1001`)
  const ask = async (page: string) =>
    (await portal.console(sonia, 'GET', '/search', { q: 'apisonadora', kind: 'ticket', page })).data.groups
  const [first] = await ask('1')
  const [second] = await ask('2')
  expect([first.total, first.items.length, second.items.length]).toEqual([
    Math.min(100, rows[0].count),
    10,
    Math.min(10, rows[0].count - 10),
  ])
  expect(second.items.map(({ ticket }: Hit) => ticket)).not.toContain(first.items[0].ticket)
  expect((await portal.console(sonia, 'GET', '/search', { q: 'apisonadora', page: '11' })).status).toBe(400)
})

test('a search is written into the audit', async () => {
  await groupsOf('canario de la auditoría')
  const { rows } = await owner(`select act, username, details from audit where details::text like '%canario%'`)
  expect(rows).toEqual([{ act: '/console/search', username: 'sonia', details: { search: 'canario de la auditoría' } }])
})

test('words that occur nowhere have no groups; nobody searches without a session', async () => {
  expect(await groupsOf('xyzzyplugh')).toEqual([])
  expect((await portal.console(null, 'GET', '/search', { q: 'obra' })).status).toBe(403)
  expect((await portal.console(sonia, 'GET', '/search', { q: '   ' })).status).toBe(422)
})
