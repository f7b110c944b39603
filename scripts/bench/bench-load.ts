// `npm run bench:load -- --tickets 1000000 [--folder FOLDER]`: fills a database of its own with so many tickets, then measures every list,
// search and view for the largest client, a tiny one and a technician, beside a database of 10,000. Writes docs/performance-at-size.md. With a
// folder the databases stay there, and are only measured the next time.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import { VIEWS } from '#contract/console/queue/queue-filter.ts'
import { buildApp } from '#server/app.ts'
import { migrate } from '#server/db/migrate.ts'
import { seedProviderData } from '#server/db/provider-data.ts'
import { openDatabase } from '#server/db/sql.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres.ts'
import { hashOf, newToken } from '#server/http/session-cookie.ts'
import { readSettings } from '#server/provider-settings.ts'
import { withoutBudgets } from '#server/testing/without-budgets.ts'
import { load, sizeOf } from '#server/testing/load/load.ts'
import { chosenPlan, readingOf } from '#server/testing/query-plan.ts'
import { recordingDatabase } from '#server/testing/recording-database.ts'
import { postgresTime } from './processor.ts'

const FEW = 10_000
const WARM = 5
const MOST_RUNS = 60
const LONGEST_MS = 8000
const REPORT = fileURLToPath(new URL('../../docs/performance-at-size.md', import.meta.url))

/** Words as people search for them: one, several, a name, a number within a text, a slip, a beginning. */
const SEARCHES = [
  'factura',
  'remesa SEPA',
  'contrato arrendamiento',
  'Echeverría',
  'ERR345',
  'certificacion obra',
  'descuadra centimo',
  'Zubizarreta',
  'asiento cierre',
  'presupesto',
  'conciliar movimientos',
  'modelo 303',
  'liquidación IVA prorrata',
  'fianza inquilino',
  'torno',
  'derrama',
  'amortizar anticipadamente',
  'escan',
  'Residencial Teatinos',
  'subrogación hipotecaria error',
]

/** One kind of request; each run takes the next of the questions. */
interface Act {
  readonly name: string
  readonly asked: readonly { readonly path: string; readonly query: Readonly<Record<string, string>> }[]
}
interface Measured {
  readonly who: string
  readonly name: string
  readonly p50: number
  readonly p95: number
  /** Milliseconds of processor time for each run, in the server and in PostgreSQL. */
  readonly server: number
  readonly postgres: number
  /** What the statements of one run read, and the rows that they return. */
  readonly rowsRead: number
  readonly rowsAnswered: number
}

const { values } = parseArgs({
  options: { tickets: { type: 'string', default: '1000000' }, folder: { type: 'string' } },
})
const tickets = Number(values.tickets)
if (!Number.isInteger(tickets) || tickets < FEW) throw new Error(`--tickets is a number from ${FEW} on`)
const folder = values.folder ?? (await mkdtemp(join(tmpdir(), 'portal-load-')))

try {
  // Loading takes longest, and is done once if the folder stays.
  for (const size of [tickets, FEW]) await filledAt(size)
  const few = await measureAt(FEW)
  const many = await measureAt(tickets)
  const report = reportOf(few, many)
  console.log(report)
  await writeFile(REPORT, report)
} finally {
  if (values.folder === undefined) await rm(folder, { recursive: true, force: true })
}

interface AtSize {
  readonly measured: readonly Measured[]
  readonly told: string
}

async function filledAt(size: number): Promise<void> {
  const place = join(folder, String(size))
  if (existsSync(join(place, 'filled.json'))) return
  // What a load that was cut short has left would be in its way.
  await rm(place, { recursive: true, force: true })
  const postgres = await startEmbeddedPostgres({ folder: place, durable: false })
  try {
    await fill(postgres.url, size, place)
  } finally {
    await postgres.stop()
  }
}

async function measureAt(size: number): Promise<AtSize> {
  const place = join(folder, String(size))
  const postgres = await startEmbeddedPostgres({ folder: place, durable: true })
  try {
    // A kept one may be older than the newest migration.
    await migrate(postgres.url)
    const told = await readFile(join(place, 'filled.json'), 'utf8')
    const measured = await measureAll(postgres.url, place)
    return { measured, told }
  } finally {
    await postgres.stop()
  }
}

/** Loads a database and notes how long it took. */
async function fill(url: string, size: number, place: string): Promise<void> {
  await migrate(url)
  const database = openDatabase(url)
  await seedProviderData(database, { mails: true })
  await database.close()
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  const steps: string[] = []
  await load(owner, new Date(), {
    size: sizeOf(size),
    searchable: 'all',
    tell: (said) => {
      console.log(`${size} tickets, ${said}`)
      steps.push(said)
    },
  })
  const { rows } = await owner.query<Record<string, string>>(`
    select (select count(*) from client where client_id > 700000) as clients, (select count(*) from contact where client_id > 700000) as contacts,
      (select count(*) from ticket) as tickets, (select count(*) from entry) as entries, (select count(*) from search_place) as words,
      (select max(n) from (select count(*) as n from ticket group by client_id) c) as largest,
      (select min(n) from (select count(*) as n from ticket group by client_id) c) as smallest,
      pg_size_pretty(pg_database_size(current_database())) as size`)
  await owner.end()
  const counts = Object.entries(rows[0] ?? {}).map(([name, value]) => `${name} ${value}`)
  await writeFile(join(place, 'filled.json'), `${counts.join(', ')}. Loaded: ${steps.join('; ')}.`)
}

async function measureAll(url: string, place: string): Promise<Measured[]> {
  const owner = new pg.Client({ connectionString: url })
  // If anything below fails, PostgreSQL ends first; then the failure is reported.
  owner.on('error', () => undefined)
  await owner.connect()
  const people = await enter(owner)
  const database = openDatabase(url, { connections: 2 })
  const staff = openDatabase(url, { role: 'portal_staff', connections: 2 })
  const recording = [recordingDatabase(database), recordingDatabase(staff)] as const
  const settings = await readSettings()
  const dependencies = {
    directUrl: url,
    log: pino({ level: 'silent' }),
    origin: 'http://127.0.0.1',
    secretKey: randomBytes(32),
    files: join(place, 'no-files'),
    pdfs: join(place, 'no-files'),
    settings: { ...settings, limits: withoutBudgets(settings.limits) },
    simulateTechnician: false,
  }
  const { app } = await buildApp({ ...dependencies, database, staff })
  const noting = await buildApp({ ...dependencies, database: recording[0].database, staff: recording[1].database })
  const measured: Measured[] = []
  for (const person of people) {
    for (const act of await actsOf(app, person)) {
      const times = await timesOf(app, person, act, place)
      const read = await readBy(noting.app, person, act, owner, recording)
      measured.push({ who: person.who, name: act.name, ...times, ...read })
      console.log(`${person.who}, ${act.name}: p95 ${times.p95.toFixed(1)} ms, read ${read.rowsRead}`)
    }
  }
  await app.close()
  await noting.app.close()
  await staff.close()
  await database.close()
  await owner.end()
  return measured
}

interface Entered {
  readonly who: string
  readonly cookie: string
  readonly isTechnician: boolean
}

/** A session of the first person of the largest client, of the smallest, and of a technician. */
async function enter(owner: pg.Client): Promise<Entered[]> {
  const now = new Date()
  const customers: Entered[] = []
  for (const [who, order] of [
    ['largest client', 'desc'],
    ['smallest client', 'asc'],
  ] as const) {
    const token = newToken()
    await owner.query(
      `update session set token_hash = $1, created_at = $2, seen_at = $2 where contact_id = 1 and client_id = (
        select client_id from ticket group by client_id order by count(*) ${order}, client_id limit 1)`,
      [hashOf(token), now],
    )
    customers.push({ who, cookie: `sesion=${token}`, isTechnician: false })
  }
  const token = newToken()
  await owner.query(
    'insert into technician_session (token_hash, username, enrolling, created_at, seen_at) values ($1, $2, false, $3, $3)',
    [hashOf(token), 'carga-1', now],
  )
  return [...customers, { who: 'technician', cookie: `consola=${token}`, isTechnician: true }]
}

async function actsOf(app: FastifyInstance, person: Entered): Promise<Act[]> {
  const one = (name: string, path: string, query: Readonly<Record<string, string>> = {}): Act => ({
    name,
    asked: [{ path, query }],
  })
  if (person.isTechnician) {
    const { items } = await dataOf(app, person, '/console/tickets', { view: 'open', limit: '25' })
    return [
      ...VIEWS.map((view) => one(`view ${view}`, '/console/tickets', { view, limit: '50' })),
      one('counts', '/console/ticket-counts'),
      one('ticket', '/console/ticket', { number: String(items[0].number) }),
      one('view of the largest client', '/console/tickets', { view: 'open', client: '700001', limit: '50' }),
      { name: 'search', asked: SEARCHES.map((q) => ({ path: '/console/search', query: { q } })) },
      one('search narrowed', '/console/search', { q: 'cliente:700001 factura' }),
    ]
  }
  const list = '/consultas/get_lista'
  const history = await dataOf(app, person, list, { estado: 'C' })
  const last = String(Math.max(1, Math.ceil(history.totalItems / 10)))
  return [
    one('list', list, { estado: 'P' }),
    one('history', list, { estado: 'C' }),
    one('history, last page', list, { estado: 'C', page: last }),
    ...['{"todas":true}', '{"mias":true}', '{"estado":"I"}', '{"entre":"2026-09-01"}', '{"turno":"soporte"}'].map(
      (filtros) => one(`filter ${filtros.replaceAll(/[{}"]/g, '')}`, list, { filtros }),
    ),
    one('counters', '/consultas/get_contadores'),
    one('turns', '/consultas/get_turnos'),
    one('ticket', '/consultas/ver_consulta', { llnumreg: String(history.items[0].llnumreg) }),
    { name: 'search', asked: SEARCHES.map((q) => ({ path: '/buscar', query: { q } })) },
  ]
}

async function dataOf(
  app: FastifyInstance,
  { cookie }: Entered,
  path: string,
  query: Readonly<Record<string, string>>,
) {
  const answer = await app.inject({ method: 'GET', url: `/api${path}`, query: { ...query }, headers: { cookie } })
  if (answer.statusCode !== 200) throw new Error(`${path} was answered with ${answer.statusCode}: ${answer.body}`)
  return answer.json().data.data
}

async function timesOf(app: FastifyInstance, person: Entered, { asked }: Act, place: string) {
  const run = async (index: number) => {
    const { [index % asked.length]: question } = asked
    if (question) await dataOf(app, person, question.path, question.query)
  }
  for (let warming = 0; warming < Math.max(WARM, asked.length); warming += 1) await run(warming)
  const times: number[] = []
  const cpu = process.cpuUsage()
  const before = await postgresTime(place)
  const began = performance.now()
  while (times.length < MOST_RUNS && (performance.now() - began < LONGEST_MS || times.length < asked.length)) {
    const started = performance.now()
    await run(times.length)
    times.push(performance.now() - started)
  }
  const { user, system } = process.cpuUsage(cpu)
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return {
    p50: at(0.5),
    p95: at(0.95),
    server: (user + system) / 1000 / times.length,
    postgres: ((await postgresTime(place)) - before) / times.length,
  }
}

/**
 * What the statements of one run read by the plan that PostgreSQL has chosen after seven executions, with the role's
 * rights.
 */
async function readBy(
  app: FastifyInstance,
  person: Entered,
  { asked }: Act,
  owner: pg.Client,
  recording: readonly [ReturnType<typeof recordingDatabase>, ReturnType<typeof recordingDatabase>],
) {
  for (const { recorded } of recording) recorded.length = 0
  const [question] = asked
  if (question) await dataOf(app, person, question.path, question.query)
  const { rows } = await owner.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > 1000",
  )
  const tables = new Set(rows.map(({ name }) => name))
  let rowsRead = 0
  let rowsAnswered = 0
  for (const statement of recording[person.isTechnician ? 1 : 0].recorded) {
    if (!/^\s*(select|with)/.test(statement.text) || /technician_session|set_config|for update/.test(statement.text))
      continue
    if (!person.isTechnician && statement.client === null) continue
    const role = person.isTechnician ? 'portal_staff' : 'portal_app'
    const plan = await chosenPlan({ owner, role, client: statement.client }, statement)
    rowsRead += readingOf(plan, tables).rows
    rowsAnswered += plan['Actual Rows']
  }
  return { rowsRead, rowsAnswered }
}

function reportOf(few: AtSize, many: AtSize): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const lines = many.measured.map((measured) => {
    const before = few.measured.find(({ who, name }) => who === measured.who && name === measured.name)
    const processor = ({ server, postgres }: Measured) => server + postgres
    const times = (after: number, earlier: number | undefined) =>
      earlier === undefined ? '' : `${(after / Math.max(earlier, 0.1)).toFixed(1)} ×`
    return `| ${[
      measured.who,
      measured.name,
      before?.p95.toFixed(1) ?? '',
      measured.p50.toFixed(1),
      measured.p95.toFixed(1),
      times(measured.p95, before?.p95),
      before ? processor(before).toFixed(1) : '',
      `${processor(measured).toFixed(1)} (${measured.postgres.toFixed(1)})`,
      times(processor(measured), before && processor(before)),
      measured.rowsRead,
      measured.rowsAnswered,
    ].join(' | ')} |`
  })
  return `# Performance at size

Written by \`npm run bench:load -- --tickets ${tickets}\` on ${new Date().toISOString().slice(0, 10)}, commit ${commit}; ${availableParallelism()} cores, Node ${process.version}.

**${FEW.toLocaleString('en')}**: ${few.told}

**${tickets.toLocaleString('en')}**: ${many.told}

| who | what | p95 at ${FEW.toLocaleString('en')}, ms | p50, ms | p95, ms | p95 | processor at ${FEW.toLocaleString('en')}, ms | processor (PostgreSQL's), ms | processor | rows read | rows answered |
|---|---|---|---|---|---|---|---|---|---|---|
${lines.join('\n')}

**What is measured.** Each request goes through the whole server, without a socket, one after the other; up to ${MOST_RUNS} times, after ${WARM} to warm up. *p95* and
*processor* without a number in their name are for ${tickets.toLocaleString('en')} tickets, those with × how many times as much that is. The processor's time is the server's and all of PostgreSQL's.
*Search* asks ${SEARCHES.length} different questions in turn. A count is one row of an answer, whatever it counts.

**On what.** \`server/testing/load/load.ts\` with all the product's indexes, the two of the technicians' lists and the words of the search included. The
largest client of each database is compared with that of the other: its size is told above.
`
}
