import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAGE_SIZES } from '#contract/paging.ts'
import { type StandingEntry, standingOf } from '#domain/ticket.ts'
import { openDatabase } from '../db/sql.ts'
import { readSettings } from '../provider-settings.ts'
import { withoutBudgets } from '../testing/without-budgets.ts'
import { EFFORT } from '../testing/effort.ts'
import { type LoadedPerson, HUNDRED_THOUSAND } from '../testing/load/load.ts'
import { loadedApp } from '../testing/load/loaded.ts'
import { asServer, plansOf, readingOf } from '../testing/query-plan.ts'
import { type Recorded, recordingDatabase } from '../testing/recording-database.ts'
import { secondServer } from '../testing/second-server.ts'
import { type TestApp, answerOf } from '../testing/test-app.ts'

// The query plans of the server's real statements, among 100,000 tickets of 200 clients. The statements are recorded
// while requests run, and then explained under the server's role, prepared and with bind parameters.

const PAGE = 10
/** Pages behind so many tickets know the total before. */
const FAR = 1000
const SMALL_TABLE = 300
const A_CONTACTS_INSTALLATIONS = 20

let portal: TestApp
let server: FastifyInstance
let recorded: Recorded[]
let clientTables: Set<string>
const people: Record<string, LoadedPerson> = {}
/** Of a client with some thousand tickets. */
let inTheMiddle: LoadedPerson

beforeAll(async () => {
  const loaded = await loadedApp()
  portal = loaded.portal
  const database = openDatabase(portal.url, { connections: 2 })
  const recording = recordingDatabase(database)
  recorded = recording.recorded
  const { limits, ...settings } = await readSettings()
  server = await secondServer(portal, {
    database: recording.database,
    settings: { ...settings, limits: withoutBudgets(limits) },
  })
  server.addHook('onClose', () => database.close())
  const { rows } = await portal.owner.query<{ name: string }>(
    "select table_name as name from information_schema.columns where column_name = 'client_id' and table_schema = 'public'",
  )
  // The changes of the last minute lie on a page or two, which are read whole.
  clientTables = new Set(rows.map(({ name }) => name).filter((name) => name !== 'place_change'))
  const bySize = loaded.people.toSorted((a, b) => b.tickets - a.tickets || a.contact - b.contact)
  const [largest, smallest] = [bySize[0]?.client, bySize.at(-1)?.client]
  const find = (client: number | undefined, visibility: LoadedPerson['visibility']) => {
    const found = bySize.find((person) => person.client === client && person.visibility === visibility)
    if (!found) throw new Error('The load has nobody like that')
    return found
  }
  people['the largest client'] = find(largest, 'client')
  people['the smallest client'] = find(smallest, 'client')
  people[INSTALLATION] = find(largest, 'installation')
  people[PERSON] = find(largest, 'own')
  const ofSome = bySize.find(({ tickets, visibility }) => tickets < 4500 && visibility === 'client')
  if (!ofSome) throw new Error('The load has nobody in the middle')
  inTheMiddle = ofSome
})
afterAll(async () => {
  await server.close()
  await portal.close()
})

const INSTALLATION = 'an installation of the largest client'
const PERSON = 'one person of the largest client'
const PEOPLE = ['the largest client', 'the smallest client', INSTALLATION, PERSON]

/** The most that one statement may read: rows, and pages of 8 kB. */
interface Limit {
  readonly rows: number
  readonly pages: number
}
/** A page of a list, or one ticket: the cost must not grow with the number of tickets. */
const FEW: Limit = { rows: 100, pages: 150 }
/** The calendar that the rules may ask for: one row. */
const OFFICE: Limit = { rows: 1, pages: 1 }
/** Rows counted from an index alone. */
const counted = (rows: number): Limit => ({ rows, pages: 20 + rows / 20 })
/** Rows read one by one, each on a page of its own. */
const read = (rows: number): Limit => ({ rows: rows + FEW.rows, pages: rows + FEW.pages })

describe('a page far down', () => {
  const who = 'the largest client'
  const SMALLEST = Math.min(...PAGE_SIZES)
  const asked = async (query: Record<string, string>, before: number, size: number): Promise<number[]> => {
    const paging = { estado: 'C', page: String(before / size + 1), itemsPerPage: String(size) }
    const { data } = await ask(who, '/consultas/get_lista', { ...query, ...paging })
    return data.items.map(({ llnumreg }: { llnumreg: number }) => llnumreg)
  }
  const total = async () => (await ask(who, '/consultas/get_lista', { estado: 'C' })).data.totalItems

  test.each(
    ['llnumreg', 'fecalta', 'fechaestado', 'llfeci', 'estado', 'llobse', 'llncli'].flatMap((sortBy, place) =>
      ['true', 'false'].filter((_, way) => EFFORT > 1 || way === place % 2).map((sortDesc) => ({ sortBy, sortDesc })),
    ),
  )('by $sortBy, downwards $sortDesc, has the same rows from either end', async (query) => {
    const all = await total()
    // The last page that is nearer to the beginning, and its last rows as a page that is nearer to the end.
    const pages = PAGE_SIZES.flatMap((size) => {
      const begin = Math.floor((all - size) / 2 / size) * size
      const rest = begin + size - SMALLEST
      return rest % SMALLEST === 0 && begin >= FAR && rest > begin && all - rest - SMALLEST < rest
        ? [{ size, begin, rest }]
        : []
    })
    expect(pages).not.toEqual([])
    for (const { size, begin, rest } of pages)
      expect(await asked(query, rest, SMALLEST)).toEqual((await asked(query, begin, size)).slice(-SMALLEST))
  })

  test('and the last one are the first ones in the opposite order, and behind it there is nothing', async () => {
    const all = await total()
    const last = Math.floor((all - 1) / PAGE) * PAGE
    const first = await asked({ sortBy: 'llnumreg', sortDesc: 'false' }, 0, PAGE)
    const fromTheEnd = await asked({ sortBy: 'llnumreg', sortDesc: 'true' }, last, PAGE)
    expect(fromTheEnd).toEqual(first.slice(0, all - last).toReversed())
    expect(await asked({}, last + PAGE, PAGE)).toEqual([])
  })
})

describe.each(PEOPLE)('for %s', (who) => {
  test.each(['P', 'C'])('the first page of tab %s reads the page, the count its rows', async (estado) => {
    const { data, statements } = await ask(who, '/consultas/get_lista', { estado })
    // A person who sees only their own tickets has too few of them for an index in list order.
    const page = who === PERSON ? read(ticketsOf(who)) : FEW
    const count = who === PERSON ? read(data.totalItems * 10) : FEW
    expect(await excesses(statements, [page, count, OFFICE])).toEqual([])
  })

  test.each(['P', 'C'])("a late page of tab %s reads no more than the client's tickets", async (estado) => {
    const { data } = await ask(who, '/consultas/get_lista', { estado })
    const page = String(Math.ceil((data.totalItems / PAGE) * 0.9))
    const late = await ask(who, '/consultas/get_lista', { estado, page })
    expect(late.data.items.length).toBeGreaterThan(0)
    const rows = read(ticketsOf(who))
    const isFar = (Number(page) - 1) * PAGE >= FAR
    expect(await excesses(late.statements, isFar ? [rows, OFFICE, rows] : [rows, rows, OFFICE])).toEqual([])
  })

  test.each(['P', 'C'])('the last page of tab %s reads the page, from the nearer end', async (estado) => {
    const { data } = await ask(who, '/consultas/get_lista', { estado })
    const last = await ask(who, '/consultas/get_lista', { estado, page: String(Math.ceil(data.totalItems / PAGE)) })
    expect(last.data.items.length).toBeGreaterThan(0)
    const isFar = data.totalItems > FAR + PAGE
    const few = isFar ? FEW : { ...counted(data.totalItems), rows: data.totalItems + 100 }
    const page = who === PERSON ? read(ticketsOf(who)) : { ...few, pages: few.pages + FEW.pages }
    const count = who === PERSON ? read(data.totalItems * 10) : FEW
    expect(await excesses(last.statements, isFar ? [count, OFFICE, page] : [page, count, OFFICE])).toEqual([])
  })

  test.each(['llnumreg', 'fecalta', 'llobse'])(
    "sorted by %s a page reads no more than the client's tickets",
    async (sortBy) => {
      const { statements } = await ask(who, '/consultas/get_lista', { estado: 'C', sortBy, sortDesc: 'false' })
      expect(await excesses(statements, [read(ticketsOf(who)), read(ticketsOf(who)), OFFICE])).toEqual([])
    },
  )

  test.each(['{"todas":true}', '{"estado":"I"}', '{"turno":"soporte"}', '{"estado":"P","turno":"respuesta"}'])(
    'filtered by %s, the total is told by the tally',
    async (filtros) => {
      const { statements } = await ask(who, '/consultas/get_lista', { filtros })
      const count = who === PERSON ? read(ticketsOf(who)) : FEW
      expect(await excesses(statements, [read(ticketsOf(who)), count, OFFICE])).toEqual([])
    },
  )

  test.each(['{"todas":true}', '{"mias":true}', '{"estado":"I"}', '{"entre":"2026-09-01"}'])(
    "filtered by %s a page reads no more than the client's tickets",
    async (filtros) => {
      const { statements } = await ask(who, '/consultas/get_lista', { filtros })
      expect(await excesses(statements, [read(ticketsOf(who)), read(ticketsOf(who)), OFFICE])).toEqual([])
    },
  )

  test('the counters of whoever sees an installation or more count no ticket, incident, development or valuation', async () => {
    const { statements } = await ask(who, '/consultas/get_contadores')
    const unread = read(ticketsOf(who) * 1.5)
    expect(await excesses(statements, [who === PERSON ? unread : FEW, unread])).toEqual([])
  })

  test('whose turn it is, is told without a ticket, or counted without one that is not in progress', async () => {
    const { data, statements } = await ask(who, '/consultas/get_turnos')
    const rows = Object.values(data).reduce((sum: number, count) => sum + Number(count), 0)
    expect(await excesses(statements, [who === PERSON ? read(rows * 10) : FEW])).toEqual([])
    // Planning it took longer than running it.
    if (who !== PERSON) expect(statements[0]).toHaveProperty('plannedOnce', true)
  })

  test.each(['respuesta', 'conformidad', 'soporte'])(
    "filtered by turno %s a page reads no more than the client's tickets",
    async (turno) => {
      const { statements } = await ask(who, '/consultas/get_lista', { filtros: JSON.stringify({ turno }) })
      expect(await excesses(statements, [read(ticketsOf(who)), read(ticketsOf(who)), OFFICE])).toEqual([])
    },
  )

  test.each(['get_lista_actuaciones', 'get_lista_desarrollos'])(
    'the first page of %s reads the page, the count its rows',
    async (path) => {
      const { data, statements } = await ask(who, `/incidencias/${path}`)
      expect(data.items.length).toBeGreaterThan(0)
      const own = who === PERSON && path === 'get_lista_actuaciones'
      const page = own ? read(ticketsOf(who)) : FEW
      expect(await excesses(statements, [page, own ? read(ticketsOf(who)) : counted(data.totalItems)])).toEqual([])
    },
  )

  test.each([
    ['get_lista_actuaciones', { filtros: '{"todas":true}' }],
    ['get_lista_actuaciones', { filtros: '{"mias":true}' }],
    ['get_lista_actuaciones', { filtros: '{"estado":"EC"}' }],
    ['get_lista_actuaciones', { filtros: '{"entre":"2026-09-01"}' }],
    ['get_lista_actuaciones', { sortBy: 'pcdes1' }],
    ['get_lista_actuaciones', { sortBy: 'estado' }],
    ['get_lista_desarrollos', { filtros: '{"todas":true}' }],
    ['get_lista_desarrollos', { filtros: '{"mias":true}' }],
    ['get_lista_desarrollos', { filtros: '{"estado":"P"}' }],
    ['get_lista_desarrollos', { sortBy: 'pcppto' }],
  ])("%s with %j reads no more than the client's rows", async (path, query) => {
    const { statements } = await ask(who, `/incidencias/${path}`, query)
    expect(await excesses(statements, [read(ticketsOf(who)), read(ticketsOf(who))])).toEqual([])
  })

  test('sorted by its ticket a page of incidents looks up the ticket of each', async () => {
    const { data, statements } = await ask(who, '/incidencias/get_lista_actuaciones', { sortBy: 'pcticket' })
    const lookedUp = { rows: FEW.rows + ticketsOf(who), pages: FEW.pages + ticketsOf(who) + data.totalItems * 6 }
    expect(await excesses(statements, [lookedUp, read(ticketsOf(who))])).toEqual([])
  })

  test('a late page of incidents reads no more than there are', async () => {
    const { data } = await ask(who, '/incidencias/get_lista_actuaciones')
    const page = String(Math.ceil((data.totalItems / PAGE) * 0.9))
    const { statements } = await ask(who, '/incidencias/get_lista_actuaciones', { page })
    expect(await excesses(statements, [read(ticketsOf(who)), read(ticketsOf(who))])).toEqual([])
  })

  test('the look-up of work that a ticket may refer to reads the newest few hundred', async () => {
    const { data, statements } = await ask(who, '/consultas/get_lista_peticiones')
    expect(data.length).toBeLessThanOrEqual(500)
    expect(await excesses(statements, [read(ticketsOf(who) / 2)])).toEqual([])
  })

  test('files of incidents and developments are found by their number', async () => {
    for (const list of ['get_lista_actuaciones', 'get_lista_desarrollos']) {
      const { data } = await ask(who, `/incidencias/${list}`)
      const pcnpet = String(data.items[0].pcnpet)
      const { statements } = await ask(who, '/consultas/get_documentacion', { pcnpet })
      expect(await excesses(statements, [FEW, FEW])).toEqual([])
    }
  })

  test('a ticket and its files are found by its number', async () => {
    const { data } = await ask(who, '/consultas/get_lista', { estado: 'C' })
    const llnumreg = String(data.items[0].llnumreg)
    const view = await ask(who, '/consultas/ver_consulta', { llnumreg })
    expect(await excesses(view.statements, [FEW, FEW, FEW, FEW, OFFICE])).toEqual([])
    const files = await ask(who, '/consultas/get_documentacion', { llnumreg })
    expect(await excesses(files.statements, [FEW, FEW])).toEqual([])
  })

  test('a session is found by its token alone', async () => {
    const read = await readByLookUp(who)
    expect(read.get('session')).toBe(1)
    expect([...read].filter(([, rows]) => rows > A_CONTACTS_INSTALLATIONS)).toEqual([])
  })

  test('goes from row to row by their keys: hashes no table, sorts nothing and reads none as a whole', async () => {
    const { owner } = portal
    const { rows } = await owner.query<{ body: string; settings: string[] }>(
      "select prosrc as body, proconfig as settings from pg_proc where proname = 'door_session'",
    )
    const { body = '', settings = [] } = rows[0] ?? {}
    const said = body.replaceAll(/door_session\.token_hash/g, '$1').replaceAll(/door_session\.at/g, '$2')
    await owner.query('begin')
    try {
      for (const setting of settings) await owner.query(`set local ${setting}`)
      await owner.query(`prepare looked (bytea, timestamptz, interval, interval) as
        ${said.replace('- idle', '- $3').replace('- lifetime', '- $4')}`)
      const { rows: plan } = await owner.query(`explain execute looked('', now(), '1 hour', '1 day')`)
      expect(JSON.stringify(plan)).toContain('Nested Loop')
      expect(JSON.stringify(plan)).not.toMatch(/Hash|Seq Scan|Unique/)
    } finally {
      await owner.query('rollback')
      await owner.query('deallocate all')
    }
  })
})

test.each(['the largest client', 'the smallest client'])('the valuations of %s', async (who) => {
  const { data, statements } = await ask(who, '/incidencias/get_lista_valoraciones')
  expect(data.totalItems).toBeGreaterThanOrEqual(who === 'the largest client' ? 1000 : 1)
  expect(await excesses(statements, [FEW, FEW])).toEqual([])
  const total = await ask(who, '/incidencias/get_total_valoraciones')
  expect(total.data).toEqual({ total: data.totalItems })
  expect(await excesses(total.statements, [FEW])).toEqual([])
})

test.each([INSTALLATION, PERSON])('a claim of an incident, by %s, looks nothing up in order', async (who) => {
  const { data } = await ask(who, '/incidencias/get_lista_actuaciones')
  recorded.length = 0
  const raw = await server.inject({
    method: 'POST',
    url: '/api/incidencias/reclamar_incidencia',
    headers: { cookie: people[who]?.cookie },
    payload: { hcnpet: data.items[0].pcnpet },
  })
  expect([200, 409]).toContain(raw.statusCode)
  const statements = recorded.filter(({ client, text }) => client !== null && !/^\s*insert/.test(text))
  expect(await excesses(statements, [FEW, FEW])).toEqual([])
})

test('raising a ticket looks nothing up in order', async () => {
  const who = INSTALLATION
  const { data } = await ask(who, '/consultas/get_lista_modulos')
  recorded.length = 0
  const raw = await server.inject({
    method: 'POST',
    url: '/api/consultas/nueva_consulta',
    headers: { cookie: people[who]?.cookie, 'idempotency-key': 'plans' },
    payload: {
      tipoConsulta: 'C',
      modulo: data[0].shnumreg,
      textoConsulta: 'El asiento de cierre no cuadra: faltan las facturas de octubre de dos proveedores.',
      interlocutor: 'Persona 4',
      email: 'p4@carga.example',
    },
  })
  expect(raw.statusCode).toBe(200)
  const statements = recorded.filter(({ client, text }) => client !== null && !/^\s*insert/.test(text))
  expect(statements.length).toBeGreaterThan(2)
  expect(await excesses(statements, all(FEW, statements))).toEqual([])
})

describe('pages that are counted from the end', () => {
  const spanish = 'collate "es-x-icu"'
  test.each([
    ['llnumreg', 'true', 'number desc'],
    ['llnumreg', 'false', 'number'],
    ['fecalta', 'true', 'created_at desc, number desc'],
    ['fechaestado', 'false', 'last_entry_at, number'],
    ['llfeci', 'true', 'closed_at desc nulls last, number desc'],
    ['llfeci', 'false', 'closed_at nulls last, number'],
    ['estado', 'true', 'state, blocking_incident is not null desc, number desc'],
    ['estado', 'false', 'state desc, blocking_incident is not null, number desc'],
    ['llobse', 'true', `title ${spanish} desc, number desc`],
    ['llobse', 'false', `title ${spanish}, number`],
    ['llncli', 'false', `raised_by ${spanish}, number desc`],
  ])('go on where the others end, sorted by %s, descending %s', async (sortBy, sortDesc, order) => {
    const { cookie } = inTheMiddle
    const numbers: number[] = []
    let total = 0
    do {
      const page = String(numbers.length / 50 + 1)
      const query = { estado: 'C', sortBy, sortDesc, page, itemsPerPage: '50' }
      const { data } = answerOf(await server.inject({ url: '/api/consultas/get_lista', query, headers: { cookie } }))
      total = data.totalItems
      numbers.push(...data.items.map(({ llnumreg }: { llnumreg: number }) => llnumreg))
      expect(numbers.length === total || data.items.length === 50).toBe(true)
    } while (numbers.length < total)
    expect(total).toBeGreaterThan(2 * FAR)
    expect(new Set(numbers).size).toBe(total)
    const whole = await portal.owner.query<{ number: string }>(
      `select number from ticket t where client_id = $1 and accepted and merged_into is null order by ${order}`,
      [inTheMiddle.client],
    )
    expect(numbers).toEqual(whole.rows.map(({ number }) => Number(number)))
  })
})

describe('shows', () => {
  test.each([
    ['drop index ticket_in_progress_of_client', 'the largest client', '/consultas/get_lista', { estado: 'P' }],
    ['drop index ticket_history_of_client', 'the largest client', '/consultas/get_lista', { estado: 'C' }],
    ['drop index ticket_in_progress_of_installation', INSTALLATION, '/consultas/get_lista', { estado: 'P' }],
    ['drop index ticket_history_of_installation', INSTALLATION, '/consultas/get_lista', { estado: 'C' }],
    ['drop index attachment_by_ticket', 'the largest client', '/consultas/get_lista', { estado: 'P' }],
    [
      'alter table incident_ticket drop constraint incident_ticket_pkey',
      'the largest client',
      '/consultas/get_lista',
      { estado: 'P' },
    ],
    ['drop index entry_by_ticket', 'the largest client', '/consultas/ver_consulta', null],
    ['drop index conversation_turn_by_answer', 'the largest client', '/consultas/ver_consulta', null],
    ['drop index incident_of_client', 'the largest client', '/incidencias/get_lista_actuaciones', {}],
    ['drop index incident_by_state_date', INSTALLATION, '/incidencias/get_lista_actuaciones', {}],
    ['drop index incident_ticket_by_incident', 'the largest client', '/incidencias/get_lista_actuaciones', {}],
    ['drop index attachment_by_incident', 'the largest client', '/incidencias/get_lista_actuaciones', {}],
    [
      'alter table incident_claim drop constraint incident_claim_pkey',
      'the largest client',
      '/incidencias/get_lista_actuaciones',
      {},
    ],
    ['drop index development_of_installation', INSTALLATION, '/incidencias/get_lista_desarrollos', {}],
    ['drop index attachment_by_development', INSTALLATION, '/incidencias/get_lista_desarrollos', {}],
    ['drop index entry_by_number, entry_by_number_alone', 'the largest client', '/consultas/ver_consulta', null],
    ['drop index attachment_by_ticket', 'the largest client', '/consultas/get_documentacion', null],
  ])('that after %s, for %s %s reads too much', async (without, who, path, query) => {
    const { data } = await ask(who, '/consultas/get_lista', { estado: 'C' })
    const { statements } = await ask(who, path, query ?? { llnumreg: String(data.items[0].llnumreg) })
    // Counts are checked apart, because they must visit every row that they count.
    const limited = statements.filter(({ text }) => !text.startsWith('select count(*) as total'))
    expect(await excesses(limited, all(FEW, limited), without)).not.toEqual([])
  })

  test('that a total that is counted, because the list asks for days too, reads more than one that is told', async () => {
    const who = 'the largest client'
    const filtros = JSON.stringify({ turno: 'soporte', entre: '2020-01-01' })
    const { statements } = await ask(who, '/consultas/get_lista', { filtros })
    expect(await excesses(statements, [read(ticketsOf(who)), FEW, OFFICE])).not.toEqual([])
  })

  test('that without the index of tokens all sessions are read', async () => {
    const read = await readByLookUp('the largest client', 'alter table session drop constraint session_token_hash_key')
    expect(read.get('session')).toBeGreaterThan(SMALL_TABLE)
  })
})

describe('the load', () => {
  test('has as many tickets as it says, a fifth of them of one client', async () => {
    const { rows } = await portal.owner.query<{ tickets: string }>(
      'select count(*) as tickets from ticket where client_id > 700000 group by client_id order by 1 desc',
    )
    const sizes = rows.map(({ tickets }) => Number(tickets))
    expect(sizes.reduce((sum, tickets) => sum + tickets)).toBeGreaterThanOrEqual(HUNDRED_THOUSAND.tickets)
    expect(sizes).toHaveLength(200)
    expect(sizes[0]).toBeGreaterThanOrEqual(HUNDRED_THOUSAND.largest)
    expect(sizes.filter((tickets) => tickets < 100).length).toBeGreaterThan(50)
  })

  test('has standings that the timelines give', async () => {
    const { rows } = await portal.owner.query(`
      select t.state, t.accepted, t.last_entry_kind as "lastEntryKind", t.last_entry_at as "lastEntryAt",
        t.closed_at as "closedAt", t.last_claim_at as "lastClaimAt", t.claims_in_a_row as "claimsInARow",
        t.blocking_incident as "blockingIncident",
        (select json_agg(json_build_object('kind', e.kind, 'at', e.at, 'closes', e.closes) order by e.at, e.entry_id)
          from entry e where e.client_id = t.client_id and e.ticket_number = t.number) as timeline
      from ticket t where client_id > 700000 order by md5(number::text) limit 500`)
    for (const { timeline, ...standing } of rows) {
      const entries: StandingEntry[] = timeline.map((entry: StandingEntry) => ({ ...entry, at: new Date(entry.at) }))
      expect(standing).toEqual(standingOf(entries, standing.blockingIncident))
    }
  })

  test('refers to nothing that is not there', async () => {
    const { rows } = await portal.owner.query<{ name: string; orphans: string }>(`
      select c.conname as name, format('select count(*)::int as orphans from %s r where %s and not exists (select from %s d where %s)',
        c.conrelid::regclass, string_agg(format('r.%I is not null', a.attname), ' and '), c.confrelid::regclass,
        string_agg(format('d.%I = r.%I', b.attname, a.attname), ' and ')) as orphans
      from pg_constraint c cross join lateral unnest(c.conkey, c.confkey) as k (own, other)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own
        join pg_attribute b on b.attrelid = c.confrelid and b.attnum = k.other
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace group by c.oid, c.conname, c.conrelid, c.confrelid`)
    expect(rows.length).toBeGreaterThan(20)
    for (const { name, orphans } of rows) {
      const found = await portal.owner.query(orphans)
      expect({ name, ...found.rows[0] }).toEqual({ name, orphans: 0 })
    }
  })
})

describe("where one person's tickets are thousands, and none that waits for an incident is new", () => {
  const who = 'the largest client'
  let person: string

  beforeAll(async () => {
    const { client, contact } = personNamed(who)
    const { rows } = await portal.owner.query<{ person: string }>(
      'select min(person_id)::text as person from session where client_id = $1 and contact_id = $2',
      [client, contact],
    )
    person = rows[0]?.person ?? ''
    await portal.owner.query(`
      update ticket set contact_id = ${contact}, person_id = ${person},
        last_entry_at = last_entry_at - case when blocking_incident is null then interval '0' else interval '3 years' end
      where client_id = ${client} and not accepted`)
    // No customer's statement asks for words, and learning them anew takes seconds.
    await portal.owner.query('alter index ticket_by_words alter column 1 set statistics 0')
    // PostgreSQL still knows nothing of it.
    await portal.owner.query('vacuum ticket')
  })

  /** These statements have one plan for all their values. */
  const read = async (statements: readonly Recorded[], limits: readonly Limit[], without?: string) =>
    (await excesses(statements, limits, without)).filter((said) => said.startsWith('the plan for all values'))
  const PARTS: Limit = { rows: 300, pages: 600 }

  describe.each(['vacuum ticket', 'analyze ticket'])('after %s', (news) => {
    beforeAll(() => portal.owner.query(news))

    test.each([who, INSTALLATION])(
      'a page of those that wait for an incident reads the page, for %s',
      async (whose) => {
        const { statements, data } = await ask(whose, '/consultas/get_lista', { filtros: '{"estado":"I"}' })
        expect(data.items.length).toBeGreaterThan(0)
        expect(await read(statements, [PARTS, FEW, OFFICE])).toEqual([])
        expect(await read(statements, [PARTS, FEW, OFFICE], 'drop index ticket_blocked_of_client')).not.toEqual([])
      },
    )

    test.each(['1', '3'])("page %s of the person's reads the pages until there", async (page) => {
      const { statements } = await ask(who, '/consultas/get_lista', { filtros: '{"mias":true}', page })
      const [list] = statements
      if (!list) throw new Error('There is no list')
      expect(await read([list], [PARTS])).toEqual([])
      for (const index of ['ticket_in_progress_of_person', 'ticket_in_progress_of_contact'])
        expect(await read([list], [PARTS], `drop index ${index}`)).not.toEqual([])
    })
  })

  test('the first ones are those of the person and of the contact, each once', async () => {
    const { client, contact } = personNamed(who)
    // Some are theirs as a person alone, some as a contact alone.
    await portal.owner.query(`
      update ticket set contact_id = case when number % 3 = 0 then 2 else contact_id end,
        person_id = case when number % 3 = 1 then (select min(s.person_id) from session s where s.client_id = ${client} and s.contact_id = 2) else person_id end
      where client_id = ${client} and not accepted and number % 12 < 9`)
    for (const [sortBy, order] of [
      ['fechaestado', 'last_entry_at desc, number desc'],
      ['llobse', 'title collate "es-x-icu" desc, number desc'],
    ] as const) {
      const found: number[] = []
      for (const page of ['1', '2', '3']) {
        const { data } = await ask(who, '/consultas/get_lista', {
          filtros: '{"mias":true}',
          sortBy,
          sortDesc: 'true',
          page,
        })
        found.push(...data.items.map(({ llnumreg }: { llnumreg: number }) => llnumreg))
      }
      const whole = await portal.owner.query<{ number: string }>(
        `select number from ticket where client_id = $1 and not accepted and merged_into is null and (contact_id = $2 or person_id = $3)
        order by ${order} limit 30`,
        [client, contact, person],
      )
      expect(found).toEqual(whole.rows.map(({ number }) => Number(number)))
    }
  })
})

const personNamed = (who: string): LoadedPerson => {
  const { [who]: person } = people
  if (!person) throw new Error(`Nobody is ${who}`)
  return person
}
const ticketsOf = (who: string): number => personNamed(who).tickets

/** Sends a request. Returns its answer and the statements of its transaction. */
async function ask(who: string, path: string, query: Record<string, string> = {}) {
  recorded.length = 0
  const { cookie } = personNamed(who)
  const answer = answerOf(await server.inject({ method: 'GET', url: `/api${path}`, query, headers: { cookie } }))
  expect(answer.status).toBe(200)
  return { data: answer.data, statements: recorded.filter(({ client }) => client !== null) }
}

/**
 * The places where statements read more than their limits under any plan that PostgreSQL chooses. `without`: a statement to run first,
 * such as dropping an index.
 */
async function excesses(statements: readonly Recorded[], limits: readonly Limit[], without?: string) {
  expect(statements).toHaveLength(limits.length)
  const found: string[] = []
  for (const [index, statement] of statements.entries()) {
    const { rows: maxRows = 0, pages: maxPages = 0 } = limits[index] ?? {}
    for (const [name, plan] of Object.entries(await plansOf(acting(statement.client, without), statement))) {
      const { rows, pages, inOrder } = readingOf(plan, clientTables)
      const said = `${name} of statement ${index}: ${rows} rows (${Math.floor(maxRows)}), ${pages} pages (${Math.floor(maxPages)}), in order: ${inOrder.join(' ')}`
      if (rows > maxRows || pages > maxPages || inOrder.length > 0) found.push(said)
    }
  }
  return found
}

const all = (limit: Limit, statements: readonly Recorded[]) => statements.map(() => limit)

const acting = (client: number | null, without?: string) => ({
  owner: portal.owner,
  role: 'portal_app',
  client,
  without,
})

/**
 * How many rows of each table the session look-up reads. It is a function, and `explain` does not look into functions.
 */
async function readByLookUp(who: string, without?: string): Promise<Map<string, number>> {
  await ask(who, '/consultas/get_lista_modulos')
  const lookUp = recorded.find(({ client }) => client === null)
  const rowsRead = async () => {
    const { rows } = await portal.owner.query<{ name: string; read: number }>(`
      select relname as name, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
      where schemaname = 'public'`)
    return new Map(rows.map(({ name, read }) => [name, read]))
  }
  const work = async () => {
    const before = await rowsRead()
    await portal.owner.query(lookUp?.text ?? '', [...(lookUp?.values ?? [])])
    const after = await rowsRead()
    return new Map([...after].map(([table, rows]) => [table, rows - (before.get(table) ?? 0)]))
  }
  return asServer(acting(null, without), work)
}
