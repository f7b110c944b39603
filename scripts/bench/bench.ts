// `npm run bench`: measures the server's overhead over its transactions. Lists, details and creations run over HTTP, in
// turns with the same statements through the driver alone, on the data of server/testing/load/load.ts. Writes
// docs/performance.md.
import { execFileSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon, { type Request } from 'autocannon'
import pg from 'pg'
import { pino } from 'pino'
import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import { envelope } from '#contract/endpoint.ts'
import { buildApp } from '#server/app.ts'
import { settingsOf } from '#server/db/connections.ts'
import { openDatabase } from '#server/db/sql.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres.ts'
import { readSettings } from '#server/provider-settings.ts'
import { type LoadedPerson, HUNDRED_THOUSAND } from '#server/testing/load/load.ts'
import { startPortal } from '#server/testing/portal-process.ts'
import { type Recorded, recordingDatabase } from '#server/testing/recording-database.ts'
import { PEOPLE, fill } from './filled.ts'

const CONCURRENCY = 10
const ROUNDS = 7
const SECONDS = 2
const TARGET = { throughput: 0.35, p99: 3 }
const OPERATIONS = ['list', 'detail', 'create'] as const
const REPORT = fileURLToPath(new URL('../../docs/performance.md', import.meta.url))

type Operation = (typeof OPERATIONS)[number]

/** One way of running an operation for the whole time: operations a second, and milliseconds of each. */
interface Measured {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}
interface Round {
  readonly http: Measured
  readonly driver: Measured
}

/** Names of prepared statements by their text. */
const names = new Map<string, string>()

/** The functions that close everything, in the order of opening. */
const opened: (() => Promise<unknown>)[] = []
process.once('SIGINT', () => void close().then(() => process.exit(130)))

try {
  const report = reportOf(await bench())
  console.log(report)
  await writeFile(REPORT, report)
} finally {
  await close()
}

async function close(): Promise<void> {
  for (let last = opened.pop(); last; last = opened.pop()) await last()
}

async function bench(): Promise<Record<Operation, Round[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-'))
  opened.push(() => rm(folder, { recursive: true, force: true }))
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), durable: true })
  opened.push(postgres.stop)
  const people = await fill(postgres.url)
  const asked = await requestsOf(postgres.url, people)

  const pool = new pg.Pool({
    connectionString: postgres.url,
    max: CONCURRENCY,
    options: '-c role=portal_app -c timezone=UTC',
  })
  // Connections may still be closing when PostgreSQL ends.
  pool.on('connect', (connection) => void connection.on('error', () => undefined))
  pool.on('error', () => undefined)
  opened.push(() => pool.end())
  const portal = await startPortal({ DATABASE_URL: postgres.url, DATA_DIR: folder })
  opened.push(portal.stop)

  const rounds: Record<Operation, Round[]> = { list: [], detail: [], create: [] }
  // The first round warms up: plans, caches, compiled code.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const operation of OPERATIONS) {
      const http = await overHttp(portal.origin, asked[operation])
      const driver = await throughDriver(pool, asked[operation])
      if (round === 0) continue
      rounds[operation].push({ http, driver })
      console.log(`${round}/${ROUNDS} ${operation}: HTTP ${shown(http)}, driver ${shown(driver)}`)
    }
  }
  return rounds
}

/** A request, and the statements that the server ran for it. */
interface Asked {
  readonly request: Request
  readonly statements: readonly Recorded[]
  /** The values of a creation that differ each time. */
  readonly created?: { readonly key: string; readonly number: number }
}

/** Each person's list, one of its tickets and a new ticket, with the statements that the server runs for them. */
async function requestsOf(url: string, people: readonly LoadedPerson[]): Promise<Record<Operation, Asked[]>> {
  const database = openDatabase(url)
  const staff = openDatabase(url, { role: 'portal_staff', connections: 1 })
  const recording = recordingDatabase(database)
  const { app } = await buildApp({
    database: recording.database,
    staff,
    directUrl: url,
    log: pino({ level: 'silent' }),
    origin: 'http://127.0.0.1',
    secretKey: randomBytes(32),
    files: join(tmpdir(), 'portal-bench-no-files'),
    pdfs: join(tmpdir(), 'portal-bench-no-files'),
    settings: await readSettings(),
    simulateTechnician: false,
  })
  const ask = async (request: Request) => {
    recording.recorded.length = 0
    const { method, path, headers, body } = request
    const answer = await app.inject({ method, url: path, headers, ...(body !== undefined && { payload: body }) })
    if (answer.statusCode !== 200) throw new Error(`${path} was answered with ${answer.statusCode}: ${answer.body}`)
    const { data } = envelope.parse(answer.json()).data
    return { data, asked: { request, statements: [...recording.recorded] } }
  }
  const asked: Record<Operation, Asked[]> = { list: [], detail: [], create: [] }
  for (const person of people) {
    const list = await ask(getting(api.tickets.list.path, person))
    const history = await ask(getting(`${api.tickets.list.path}?estado=C`, person))
    const [ticket] = [list, history].flatMap(({ data }) => z.parse(api.tickets.list.data, data).items)
    if (!ticket) continue
    const detail = await ask(getting(`${api.tickets.view.path}?llnumreg=${ticket.number}`, person))
    const key = randomUUID()
    const create = await ask(creating(person, key))
    const [{ number } = { number: 0 }] = z.parse(api.tickets.create.data, create.data)
    asked.list.push(list.asked)
    asked.detail.push(detail.asked)
    asked.create.push({ ...create.asked, created: { key, number } })
  }
  await app.close()
  await staff.close()
  await database.close()
  return asked
}

function getting(path: string, { cookie }: LoadedPerson): Request {
  return { method: 'GET', path: `/api${path}`, headers: { cookie } }
}

/** With a key, as the portal sends it, so that a retry raises no second ticket. */
function creating({ cookie, contact }: LoadedPerson, key: string): Request {
  return {
    method: 'POST',
    path: `/api${api.tickets.create.path}`,
    headers: { cookie, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(
      z.encode(api.tickets.create.input, {
        kind: 'query',
        module: 1,
        title: 'No cuadra el cierre',
        text: 'El asiento de cierre no cuadra: faltan las facturas de octubre de dos proveedores.',
        contactName: `Persona ${contact}`,
        email: `p${contact}@carga.example`,
        urgency: '3',
      }),
    ),
  }
}

async function overHttp(url: string, asked: readonly Asked[]): Promise<Measured> {
  const again = (request: Request): Request => ({
    ...request,
    headers: { ...request.headers, 'idempotency-key': randomUUID() },
  })
  const requests = asked.map(({ request, created }) => (created ? { ...request, setupRequest: again } : request))
  const times: number[] = []
  let connection = 0
  const run = autocannon({
    url,
    connections: CONCURRENCY,
    duration: SECONDS,
    // Each connection begins with another person. Otherwise the first people would make all the requests.
    setupClient: (client) => {
      const first = Math.floor((requests.length * (connection += 1)) / CONCURRENCY)
      client.setRequests([...requests.slice(first), ...requests.slice(0, first)])
    },
  })
  run.on('response', (_client, _status, _bytes, time: number) => times.push(time))
  const started = performance.now()
  const result = await run
  const failed = result.non2xx + result.errors + result.timeouts
  if (failed > 0) throw new Error(`${failed} of ${times.length} requests failed`)
  return measuredOf(times, (performance.now() - started) / 1000)
}

/** Runs the same statements in the same transactions, as many at once. */
async function throughDriver(pool: pg.Pool, asked: readonly Asked[]): Promise<Measured> {
  const times: number[] = []
  const started = performance.now()
  const end = started + SECONDS * 1000
  let next = 0
  const worker = async () => {
    while (performance.now() < end) {
      const one = asked[(next += 1) % asked.length]
      if (!one) return
      const begun = performance.now()
      await runThroughDriver(pool, one)
      times.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return measuredOf(times, (performance.now() - started) / 1000)
}

async function runThroughDriver(pool: pg.Pool, { statements, created }: Asked): Promise<void> {
  const inside = statements.filter(({ client }) => client !== null)
  for (const { text, values } of statements.filter(({ client }) => client === null)) {
    await pool.query({ name: nameOf(text), text, values: [...values] })
  }
  const connection = await pool.connect()
  try {
    await connection.query(`begin; select ${settingsFor(inside[0]?.client ?? null)}`)
    const key = randomUUID()
    let number: unknown
    for (const { text, values } of inside) {
      const given = values.map((value) => {
        if (!created) return value
        return value === created.key ? key : value === created.number ? number : value
      })
      const { rows } = await connection.query<{ number?: unknown }>({ name: nameOf(text), text, values: given })
      if (created && text.includes('insert into ticket ')) number = rows[0]?.number
    }
    await connection.query('commit')
  } finally {
    connection.release()
  }
}

/** The settings that the server makes for each of its transactions. */
function settingsFor(client: number | null): string {
  const settings = Object.entries({ ...settingsOf('portal_app'), 'app.client': client ?? '' })
  return settings.map(([name, value]) => `set_config('${name}', '${value}', true)`).join(', ')
}

function nameOf(text: string): string {
  const name = names.get(text) ?? `b${names.size}`
  names.set(text, name)
  return name
}

function measuredOf(times: number[], seconds: number): Measured {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return { perSecond: sorted.length / seconds, p50: at(0.5), p99: at(0.99) }
}

function shown({ perSecond, p50, p99 }: Measured): string {
  return `${perSecond.toFixed(0)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
}

/** The rounds alternate, so that the machine's other work affects both sides alike. */
function reportOf(rounds: Record<Operation, readonly Round[]>): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const changed = execFileSync('git', ['status', '--porcelain', '--untracked-files=no'], { encoding: 'utf8' }) !== ''
  const lines = OPERATIONS.map((operation) => {
    const of = (pick: (round: Round) => number) => median(rounds[operation].map(pick))
    const throughput = of(({ http, driver }) => http.perSecond / driver.perSecond)
    const p99 = of(({ http, driver }) => http.p99 / driver.p99)
    const cells = [
      operation,
      ...[of(({ http }) => http.perSecond), of(({ driver }) => driver.perSecond)].map((perSecond) =>
        perSecond.toFixed(0),
      ),
      `${(throughput * 100).toFixed(0)} %${throughput < TARGET.throughput ? ' (missed)' : ''}`,
      ...[
        of(({ http }) => http.p50),
        of(({ driver }) => driver.p50),
        of(({ http }) => http.p99),
        of(({ driver }) => driver.p99),
      ].map((time) => time.toFixed(1)),
      `${p99.toFixed(1)} ×${p99 > TARGET.p99 ? ' (missed)' : ''}`,
    ]
    return `| ${cells.join(' | ')} |`
  })
  return `# Performance

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}, commit ${commit}${changed ? ' with changes' : ''}; ${availableParallelism()} cores, Node ${process.version}.

| | HTTP, /s | driver, /s | throughput (≥ ${TARGET.throughput * 100} %) | HTTP p50, ms | driver p50, ms | HTTP p99, ms | driver p99, ms | p99 (≤ ${TARGET.p99} ×) |
|---|---|---|---|---|---|---|---|---|
${lines.join('\n')}

**What is compared.** One server process over HTTP, with the very same transactions through the \`pg\` driver alone, as one
writes them with it: session look-up, \`begin\` with the server's settings, the statements one after the other, \`commit\`. (The server
sends what a page asks for at once in one message, so that it makes fewer round trips than the driver beside it.) The statements and their values are recorded from the
requests themselves, so that the two cannot drift apart. *list*: the first page of «En curso» with its total. *detail*: a
ticket with timeline and incidents. *create*: a new ticket with an \`Idempotency-Key\`, as the portal sends it.

**On what.** PostgreSQL as it comes with the portal, durable, with ${HUNDRED_THOUSAND.tickets.toLocaleString('en')} tickets of ${HUNDRED_THOUSAND.clients} clients, a fifth of them of
one client (\`server/testing/load/load.ts\`); some ${PEOPLE} people, the larger a client the more of them. What searches
read is left out: the two text indexes of titles and messages (the words of \`search_place\` are there for new tickets alone), so that *create* here
costs PostgreSQL less than in life. \`npm run bench:load\` measures with all of them, at a million tickets.

**How.** ${CONCURRENCY} at once on both sides, ${ROUNDS} rounds of ${SECONDS} s each after one to warm up, HTTP and driver in turns; each figure is the
median of its rounds, each ratio the median of the rounds' ratios. Load generator, server and PostgreSQL share the machine, so
that the ratios say more than the figures.

**Plans.** \`server/tickets/plans.test.ts\` reads how PostgreSQL answers lists, counters and details on the same data, as the
server's role and with bind parameters, for the largest and the smallest client, one installation and one person.
`
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
