import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MOST_FOUND } from '#domain/search/search.ts'
import { openDatabase } from '../db/sql.ts'
import { consolePlans } from '../testing/console-plans.ts'
import { type LoadedPerson, load } from '../testing/load/load.ts'
import { nodesOf, plansOf, readingOf } from '../testing/query-plan.ts'
import { type Recorded, recordingDatabase } from '../testing/recording-database.ts'
import { secondServer } from '../testing/second-server.ts'
import { NOON, type TestApp, answerOf, testApp } from '../testing/test-app.ts'

// The query plans of the customers' search, and of the search for tickets like the one being written, among 20,000
// tickets with their words.

const SIZE = { tickets: 20_000, clients: 40, largest: 8_000, smallest: 30, ticketsAPerson: 50 }

let portal: TestApp
let server: FastifyInstance
let recorded: Recorded[]
let clientTables: Set<string>
const people: Record<string, LoadedPerson> = {}

beforeAll(async () => {
  portal = await testApp()
  const loaded = await load(portal.owner, NOON, { size: SIZE, searchable: 'words' })
  const database = openDatabase(portal.url, { connections: 2 })
  const recording = recordingDatabase(database)
  recorded = recording.recorded
  server = await secondServer(portal, { database: recording.database })
  server.addHook('onClose', () => database.close())
  clientTables = new Set(['search_place', 'search_word', 'ticket', 'entry', 'incident', 'development', 'attachment'])
  const bySize = loaded.toSorted((a, b) => b.tickets - a.tickets || a.contact - b.contact)
  const find = (client: number | undefined, visibility: LoadedPerson['visibility']) => {
    const found = bySize.find((person) => person.client === client && person.visibility === visibility)
    if (!found) throw new Error('The load has nobody like that')
    return found
  }
  people['the largest client'] = find(bySize[0]?.client, 'client')
  people['one person of the largest client'] = find(bySize[0]?.client, 'own')
})
afterAll(async () => {
  await server.close()
  await portal.close()
})

const TEXT = 'El asiento de cierre no cuadra: faltan las facturas de octubre de dos proveedores de la obra.'
const QUESTIONS: readonly (readonly [string, Record<string, string>])[] = [
  ['/buscar', { q: 'asiento cierre' }],
  ['/buscar', { q: 'asient' }],
  ['/buscar', { q: 'asienot cierre' }],
  ['/buscar', { q: 'nadaquetenganadie' }],
  ['/consultas/parecidos', { texto: TEXT }],
]

/** At most the newest 8,000 records with the rarest word, each looked up. */
const LIMIT = { rows: 40_000, pages: 90_000 }

describe.each(['the largest client', 'one person of the largest client'])('for %s', (who) => {
  test.each(QUESTIONS)('%s %j reads no table from end to end, and what it reads is bounded', async (path, query) => {
    const { statements, data } = await ask(who, path, query)
    if (path === '/consultas/parecidos' && who === 'the largest client') expect(data.tickets.length).toBeGreaterThan(0)
    expect(statements.length).toBeGreaterThan(1)
    expect(await excesses(statements)).toEqual([])
  })
})

test('the tickets that a page shows are looked up one by one, whichever plan is chosen', async () => {
  const { statements } = await ask('the largest client', '/buscar', { q: 'asient' })
  const showing = statements.filter(({ text }) => text.includes('from ticket t') && !text.includes('search_place'))
  expect(showing.length).toBeGreaterThan(1)
  for (const statement of showing) {
    const acting = { owner: portal.owner, role: 'portal_app', client: statement.client }
    for (const plan of Object.values(await plansOf(acting, statement))) {
      const read = nodesOf(plan).filter((node) => node['Relation Name'] === 'ticket')
      expect(read.map((node) => node['Index Name'])).toEqual(['ticket_pkey'])
    }
  }
})

test('of one word it is not counted how rare it is', async () => {
  const who = 'the largest client'
  const counting = async (q: string) => {
    const { statements } = await ask(who, '/buscar', { q })
    return statements.filter(({ text }) => text.includes('as found'))
  }
  expect(await counting('asient')).toEqual([])
  expect(await counting('asient cierre')).toHaveLength(1)
})

test('tickets like a given one, at any client, are found by the index over all of them', async () => {
  const plans = await consolePlans(portal, clientTables)
  const { rows } = await portal.owner.query(
    'select number::text as number from ticket where client_id > 700000 and not accepted order by number desc limit 1',
  )
  const { statements, data } = await plans.ask('/alike', { ticket: rows[0].number })
  expect(data.tickets.length).toBeGreaterThan(0)
  expect(statements.length).toBeGreaterThan(3)
  expect(await plans.excesses(statements, LIMIT)).toEqual([])
  // Without that index all words of all clients would be read.
  expect(await plans.excesses(statements, LIMIT, 'drop index search_place_of_all')).not.toEqual([])
  await plans.close()
})

describe('two words that thousands of records say', () => {
  beforeAll(async () => {
    await portal.owner.query(`
      insert into search_place (client_id, number, place, stem)
        select t.client_id, t.number, 't', search_stem(w.word) from (
          select client_id, number from ticket where client_id > 700000 order by number desc limit 12000) t
        cross join unnest('{xilofono,zarzuela}'::text[]) w (word)`)
    await portal.owner.query('vacuum analyze search_place')
  })
  const q = 'xilofono zarzuela'

  test('by technicians are compared in the newest few hundred of these', async () => {
    const plans = await consolePlans(portal, new Set(['search_place']))
    const { statements } = await plans.ask('/search', { q })
    const comparing = statements.filter(({ text }) => text.includes('search_place any_o'))
    expect(comparing.length).toBeGreaterThan(3)
    expect(await plans.excesses(comparing, { rows: 2_000, pages: 2_000 })).toEqual([])
    await plans.close()
  })

  test('by a customer in the newest eight hundred', async () => {
    const { statements } = await ask('the largest client', '/buscar', { q })
    const comparing = statements.filter(({ text }) => text.includes('search_place o'))
    expect(comparing.length).toBeGreaterThan(3)
    for (const statement of comparing) {
      const acting = { owner: portal.owner, role: 'portal_app', client: statement.client }
      for (const plan of Object.values(await plansOf(acting, statement)))
        expect(readingOf(plan, new Set(['search_place'])).rows).toBeLessThanOrEqual(3_000)
    }
  })

  test('only the newest that say both are looked up', async () => {
    const { statements } = await ask('the largest client', '/buscar', { q })
    const looking = statements.filter(
      ({ text }) => text.includes('cross join unnest') && text.includes('from ticket t'),
    )
    expect(looking.length).toBeGreaterThan(3)
    for (const statement of looking) {
      const [stems, places] = statement.values.filter((value) => Array.isArray(value))
      const acting = { owner: portal.owner, role: 'portal_app', client: statement.client }
      for (const plan of Object.values(await plansOf(acting, statement)))
        expect(readingOf(plan, new Set(['ticket'])).rows).toBeLessThanOrEqual(
          MOST_FOUND * (stems?.length ?? 0) * (places?.length ?? 0),
        )
    }
  })
})

async function ask(who: string, path: string, query: Record<string, string>) {
  recorded.length = 0
  const { [who]: person } = people
  const answer = answerOf(
    await server.inject({ method: 'GET', url: `/api${path}`, query, headers: { cookie: person?.cookie } }),
  )
  expect(answer.status).toBe(200)
  return { data: answer.data, statements: recorded.filter(({ client }) => client !== null) }
}

/** The places where statements read more than the limit, or a whole table, under any plan that PostgreSQL chooses. */
async function excesses(statements: readonly Recorded[]): Promise<string[]> {
  const found: string[] = []
  for (const [index, statement] of statements.entries()) {
    const acting = { owner: portal.owner, role: 'portal_app', client: statement.client }
    for (const [name, plan] of Object.entries(await plansOf(acting, statement))) {
      const { rows, pages, inOrder } = readingOf(plan, clientTables)
      if (rows > LIMIT.rows || pages > LIMIT.pages || inOrder.length > 0)
        found.push(
          `${name} of ${index}: ${rows} rows, ${pages} pages, in order: ${inOrder.join(' ')}: ${statement.text.slice(0, 80)}`,
        )
    }
  }
  return found
}
