// `npm run bench`: what the server adds to the transactions that it runs. List, detail and creation over HTTP beside the
// very statements of those requests through the driver alone, in turns, on the data of server/testing/load.ts.
// Writes docs/performance.md. `-- --cpu-prof <folder>` has the server write its profile there.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import autocannon, { type Request } from 'autocannon'
import pg from 'pg'
import { pino } from 'pino'
import { buildApp } from '#server/app.ts'
import { migrate } from '#server/db/migrate.ts'
import { seedProviderData } from '#server/db/provider-data.ts'
import { openDatabase } from '#server/db/sql.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres.ts'
import { readSettings } from '#server/provider-settings.ts'
import { type LoadedPerson, CLIENTS, TICKETS, load } from '#server/testing/load.ts'
import { SERVER, startPortal } from '#server/testing/portal-process.ts'
import { type Recorded, recordingDatabase } from '#server/testing/recording-database.ts'

const CONCURRENCY = 10
const ROUNDS = 5
const SECONDS = 3
/** Enough that nobody runs into the limit of calls a minute. */
const PEOPLE = 400
const TARGET = { throughput: 0.35, p99: 3 }
const OPERATIONS = ['list', 'detail', 'create'] as const
const REPORT = fileURLToPath(new URL('../docs/performance.md', import.meta.url))

type Operation = (typeof OPERATIONS)[number]

/** One way of doing an operation for as long as it lasts: operations a second, and milliseconds of each. */
interface Measured {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}
interface Round {
  readonly http: Measured
  readonly driver: Measured
}

/** How to close what has been opened, in the order of opening. */
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
  const { values: options } = parseArgs({ options: { 'cpu-prof': { type: 'string' } } })
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
  opened.push(() => pool.end())
  const profile = options['cpu-prof'] === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${options['cpu-prof']}`]
  const [node = '', ...server] = SERVER
  const portal = await startPortal({ DATABASE_URL: postgres.url, DATA_DIR: folder }, [node, ...profile, ...server])
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

/** The loaded database; of its people, some of every client, the larger the more. */
async function fill(url: string): Promise<LoadedPerson[]> {
  await migrate(url)
  const database = openDatabase(url)
  await seedProviderData(database)
  await database.close()
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  const started = performance.now()
  const people = await load(owner, new Date())
  await owner.end()
  console.log(`${TICKETS} tickets of ${CLIENTS} clients in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return people.filter((_, index) => index % Math.floor(people.length / PEOPLE) === 0)
}

/** A request as it is sent, and what it had the server run. */
interface Asked {
  readonly request: Request
  readonly statements: readonly Recorded[]
  /** What is another one each time. */
  readonly key: string | null
  readonly number: number | null
}

/** Every person's list, a ticket of it and a new one, with the statements that the server runs for them. */
async function requestsOf(url: string, people: readonly LoadedPerson[]): Promise<Record<Operation, Asked[]>> {
  const database = openDatabase(url)
  const recording = recordingDatabase(database)
  const { app } = await buildApp({
    database: recording.database,
    log: pino({ level: 'silent' }),
    origin: 'http://127.0.0.1',
    files: '/nonexistent',
    settings: await readSettings(),
    simulateTechnician: false,
  })
  const ask = async (request: Request, key: string | null = null) => {
    recording.recorded.length = 0
    const { method, path, headers, body } = request
    const answer = await app.inject({ method, url: path, headers, ...(body !== undefined && { payload: body }) })
    if (answer.statusCode !== 200) throw new Error(`${path} was answered with ${answer.statusCode}: ${answer.body}`)
    const { data } = answer.json<{ data: { data: unknown } }>().data
    return { data, asked: { request, statements: [...recording.recorded], key, number: null } }
  }
  const asked: Record<Operation, Asked[]> = { list: [], detail: [], create: [] }
  const [module] = (await ask(getting('/get_lista_modulos', people[0]))).data as { shnumreg: number }[]
  for (const person of people) {
    const list = await ask(getting('/get_lista', person))
    const { items } = list.data as { items: { llnumreg: number }[] }
    const history = (await ask(getting('/get_lista?estado=C', person))).data as typeof list.data as { items: typeof items }
    const number = [...items, ...history.items][0]?.llnumreg
    if (number === undefined) continue
    asked.list.push(list.asked)
    asked.detail.push((await ask(getting(`/ver_consulta?llnumreg=${number}`, person))).asked)
    const key = randomUUID()
    const created = await ask(creating(person, module?.shnumreg ?? 0, key), key)
    const [{ llnumreg } = { llnumreg: 0 }] = created.data as { llnumreg: number }[]
    asked.create.push({ ...created.asked, number: llnumreg })
  }
  await app.close()
  await database.close()
  return asked
}
