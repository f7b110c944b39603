// `npm run bench:cost [-- --folder FOLDER --profile FOLDER]`: what a request costs, in milliseconds of processor: the
// server's and all of PostgreSQL's. Other work of the machine changes these figures little. Writes
// docs/performance-cost.md. With a folder the database stays there; with a profile, V8's profile of the server is
// written there instead of the document.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { brotliDecompressSync } from 'node:zlib'
import pg from 'pg'
import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import { uploadPart } from '#contract/files/file-codec.ts'
import { type Data, type Endpoint, type Input, envelope } from '#contract/endpoint.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres.ts'
import { type LoadedPerson, HUNDRED_THOUSAND } from '#server/testing/load/load.ts'
import { SERVER, startPortal } from '#server/testing/portal-process.ts'
import { fill } from './filled.ts'
import { postgresTime, timeOf } from './processor.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const REPORT = join(ROOT, 'docs/performance-cost.md')
const AT_ONCE = 4
/** Compiled code, plans and caches settle with so many. */
const WARM = 0.4
const WANTED = { list: [1, 0.8], detail: [0.6, 0.4], create: [2, 1.5], reply: [1.5, 1.5] } as const
const SAID: Record<Act, string> = {
  list: 'a list of 25',
  detail: 'a ticket',
  create: 'a new ticket with a screenshot (two requests)',
  reply: 'a reply',
}
type Act = keyof typeof WANTED
const ACTS = ['list', 'detail', 'create', 'reply'] as const satisfies readonly Act[]

const { values: options } = parseArgs({
  options: {
    folder: { type: 'string' },
    profile: { type: 'string' },
    only: { type: 'string' },
    times: { type: 'string', default: '1' },
  },
})

/** One piece of a person's work. */
type Work = () => Promise<void>
interface Cost {
  readonly server: number
  readonly postgres: number
  readonly times: number
}

const screenshot = await readFile(join(ROOT, 'docs/tickets.png'))
const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'portal-cost-')))
const place = join(folder, 'postgres')
const postgres = await startEmbeddedPostgres({ folder: place, durable: true })
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
try {
  const people = await peopleIn(postgres.url)
  const costs: Partial<Record<Act, Cost>> = {}
  for (const act of ACTS) {
    if (options.only !== undefined && !options.only.split(',').includes(act)) continue
    costs[act] = await costOf(act, people)
    console.log(act, costs[act])
  }
  const report = reportOf(costs)
  console.log(report)
  if (options.profile === undefined && options.only === undefined) await writeFile(REPORT, report)
} finally {
  agent.destroy()
  await postgres.stop()
  if (options.folder === undefined) await rm(folder, { recursive: true, force: true })
}

async function peopleIn(url: string): Promise<LoadedPerson[]> {
  const kept = join(folder, 'people.json')
  if (!existsSync(kept)) await writeFile(kept, JSON.stringify(await fill(url, 'lists')))
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  // The people may be those of an earlier run, and their sessions must not have ended.
  await owner.query('update session set created_at = now(), seen_at = now()')
  await owner.end()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written above
  return JSON.parse(await readFile(kept, 'utf8')) as LoadedPerson[]
}

/** A server of its own for each act, so that none profits from caches that another has warmed. */
async function costOf(act: Act, people: readonly LoadedPerson[]): Promise<Cost> {
  const [node = '', ...main] = SERVER
  const { profile } = options
  const command = profile
    ? [node, '--cpu-prof', `--cpu-prof-dir=${profile}`, `--cpu-prof-name=${act}.cpuprofile`, ...main]
    : SERVER
  const portal = await startPortal({ DATABASE_URL: postgres.url, DATA_DIR: folder, NODE_ENV: 'production' }, command)
  try {
    const work = await workOf(act, people, portal.origin)
    const warm = Math.ceil(work.length * WARM)
    await runAll(work.slice(0, warm))
    const measured = work.slice(warm)
    const before = [await timeOf(portal.pid), await postgresTime(place)] as const
    await runAll(measured)
    return {
      server: ((await timeOf(portal.pid)) - before[0]) / measured.length,
      postgres: ((await postgresTime(place)) - before[1]) / measured.length,
      times: measured.length,
    }
  } finally {
    await portal.stop()
  }
}

async function workOf(act: Act, people: readonly LoadedPerson[], origin: string): Promise<Work[]> {
  const repeat = Number(options.times)
  const calls = people.map((person) => callsOf(origin, person))
  if (act === 'list')
    return repeated(calls, 3 * repeat, ({ get }) => get(api.tickets.list, '?itemsPerPage=25').then(ignore))
  if (act === 'create') return repeated(calls, repeat, createWithScreenshot)
  const filter = act === 'reply' ? `&filtros=${encodeURIComponent('{"turno":"respuesta"}')}` : ''
  const found: [Calls, number][] = []
  for (const call of calls) {
    const { items } = await call.get(api.tickets.list, `?itemsPerPage=10${filter}`)
    // Several people see the same ticket; only one of them replies to it.
    for (const { number } of items) {
      if (act === 'detail' || !found.some(([, known]) => known === number)) found.push([call, number])
    }
    if (act === 'reply' && found.length > 1500 * repeat) break
  }
  if (act === 'detail')
    return found.slice(0, 4000 * repeat).map(
      ([call, number]) =>
        () =>
          call.get(api.tickets.view, `?llnumreg=${number}`).then(ignore),
    )
  const text = 'Hemos repetido el cierre y el asiento sigue sin cuadrar por 12,40 €.'
  return found.map(
    ([call, ticket]) =>
      () =>
        call.post(api.tickets.reply, { ticket, text }).then(ignore),
  )
}

function repeated(calls: readonly Calls[], times: number, work: (call: Calls) => Promise<void>): Work[] {
  return Array.from({ length: times }).flatMap(() => calls.map((call) => () => work(call)))
}

function ignore(): void {
  // Only the success of the answer matters here, not its content.
}

async function runAll(work: readonly Work[]): Promise<void> {
  let next = 0
  const worker = async () => {
    for (let own = work[next++]; own; own = work[next++]) await own()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

type Calls = ReturnType<typeof callsOf>

/** A person's calls, made and compressed as browsers make them. */
function callsOf(origin: string, { cookie, contact }: LoadedPerson) {
  const send = async <E extends Endpoint>(endpoint: E, address: string, body?: { bytes: Buffer; type: string }) => {
    const { method, path } = endpoint
    const asked = request(`${origin}/api${path}${address}`, {
      method,
      agent,
      headers: {
        cookie,
        'accept-encoding': 'gzip, deflate, br',
        'accept-language': 'es',
        ...(body && {
          'idempotency-key': randomUUID(),
          'content-type': body.type,
          'content-length': body.bytes.length,
        }),
      },
    })
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      asked.once('response', resolve).once('error', reject).end(body?.bytes)
    })
    const bytes = await buffer(answer)
    const text = (answer.headers['content-encoding'] === 'br' ? brotliDecompressSync(bytes) : bytes).toString()
    if (answer.statusCode !== 200) throw new Error(`${path} was answered with ${answer.statusCode}: ${text}`)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decoding finds out whether it is one
    return z.decode(endpoint.data, envelope.parse(JSON.parse(text)).data.data) as Data<E>
  }
  return {
    contact,
    get: <E extends Endpoint>(endpoint: E, address: string) => send(endpoint, address),
    post: <E extends Endpoint>(endpoint: E, input: Input<E>) =>
      send(endpoint, '', {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler cannot follow an endpoint that it does not know
        bytes: Buffer.from(JSON.stringify(z.encode(endpoint.input, input as never))),
        type: 'application/json',
      }),
    paste: (image: Buffer) =>
      send(api.tickets.uploadFromClipboard, '', {
        bytes: Buffer.concat([
          Buffer.from(
            `--b\r\nContent-Disposition: form-data; name="${uploadPart.name(0, 'file')}"; filename="image.png"\r\nContent-Type: image/png\r\n\r\n`,
          ),
          image,
          Buffer.from('\r\n--b--\r\n'),
        ]),
        type: 'multipart/form-data; boundary=b',
      }),
  }
}

async function createWithScreenshot({ contact, paste, post }: Calls): Promise<void> {
  const files = await paste(screenshot)
  await post(api.tickets.create, {
    kind: 'query',
    module: 1,
    title: 'No cuadra el cierre',
    text: 'El asiento de cierre no cuadra: faltan las facturas de octubre de dos proveedores.',
    contactName: `Persona ${contact}`,
    email: `p${contact}@carga.example`,
    urgency: '3',
    files,
  })
}

function reportOf(costs: Partial<Record<Act, Cost>>): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const changed = execFileSync('git', ['status', '--porcelain', '--untracked-files=no'], { encoding: 'utf8' }) !== ''
  const lines = ACTS.flatMap((act) => {
    const cost = costs[act]
    if (!cost) return []
    const { server, postgres: ofPostgres, times } = cost
    const [most, mostOfPostgres] = WANTED[act]
    const told = (ms: number, wanted: number) => `${ms.toFixed(2)}${ms > wanted ? ' (missed)' : ''}`
    return `| ${[SAID[act], told(server, most), most, told(ofPostgres, mostOfPostgres), mostOfPostgres, times].join(' | ')} |`
  })
  return `# What a request costs

Written by \`npm run bench:cost\` on ${new Date().toISOString().slice(0, 10)}, commit ${commit}${changed ? ' with changes' : ''}; ${availableParallelism()} cores, Node ${process.version}.

| | server, ms | wanted | PostgreSQL, ms | wanted | measured |
|---|---|---|---|---|---|
${lines.join('\n')}

Milliseconds of processor for each act, all threads of the server's process and all processes of PostgreSQL together, over HTTP and ${AT_ONCE} at once, asked for and
compressed as browsers do; ${HUNDRED_THOUSAND.tickets.toLocaleString('en')} tickets of ${HUNDRED_THOUSAND.clients} clients, durable, the texts indexed. Each act has a server of its own, warmed by
${WARM * 100} % as many. What the server does by itself meanwhile (mails, events, jobs) is included: of a new ticket and a reply it is a part.
`
}
