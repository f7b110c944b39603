// Three servers as operators run them, on one database behind PgBouncer and one shared folder, with nginx in front; one is killed
// amid work (apt-get install nginx pgbouncer).
import { createHash, randomUUID } from 'node:crypto'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { draft } from './isolation/walked-calls.ts'
import { PNG } from './isolation/request.ts'
import { followEvents } from './process/read-stream.ts'
import { freshFolder } from './process/data-folders.ts'
import { CREATED, dataOf, enterAsColleague, type Person } from './testing/load/colleagues.ts'
import { freePort } from './testing/debian/ports.ts'
import { startNginx } from './testing/debian/nginx.ts'
import { startPooler } from './testing/debian/pgbouncer.ts'
import { eventually } from './testing/eventually.ts'
import { patient } from './testing/patience.ts'
import { type PortalProcess, startPortal } from './testing/portal-process.ts'
import { form, TEST_KEY, testAppForThisTest } from './testing/test-app.ts'

const PEOPLE = 6
/** Tickets before one server dies, and before it is back. */
const [BEFORE, WITHOUT, AFTER] = [20, 20, 20]

test(
  'behind nginx and a pooler one of three servers is killed: what was acknowledged is there once, sessions and streams go on, every server has every file',
  async () => {
    const { servers, start, origin, owner } = await threeServers()
    const people = await Promise.all(
      Array.from({ length: PEOPLE }, (_, nth) => enterAsColleague(origin, `turno-${nth}`)),
    )
    const streams = await Promise.all(people.map(({ cookie }) => followEvents(() => [origin], cookie)))
    const made: Made[] = []
    const refused: string[] = []
    let isOver = false
    const working = Promise.all(
      people.map(async (person, nth) => {
        for (let round = 0; !isOver; round += 1) {
          const done = await raise(person, `Turno ${nth}.${round}`, refused)
          if (done) made.push(done)
        }
      }),
    )
    const reached = (many: number) => eventually(() => expect(made.length).toBeGreaterThan(many), { within: 60_000 })

    await reached(BEFORE)
    const [victim] = servers
    if (!victim) throw new Error('There are three')
    victim.kill('SIGKILL')
    await victim.ended
    await reached(made.length + WITHOUT)
    servers[0] = await start(0)
    await reached(made.length + AFTER)
    isOver = true
    await working
    process.stdout.write(`${made.length} tickets with a file each acknowledged, ${refused.length} calls tried again\n`)

    // Nobody was logged out, and every refusal was one that browsers try again.
    expect(refused.filter((status) => !['cut', '502', '503'].includes(status))).toEqual([])
    const { rows } = await owner.query<{ title: string; number: number; files: number }>(
      `select t.title, t.number::int, count(a.*)::int as files from ticket t
        left join attachment a on a.client_id = t.client_id and a.ticket_number = t.number
        where t.title like 'Turno %' group by t.client_id, t.number`,
    )
    const inOrder = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)
    expect(inOrder(rows.map(({ number }) => number))).toEqual(inOrder(made.map(({ number }) => number)))
    expect(new Set(rows.map(({ title }) => title)).size).toBe(rows.length)
    expect(rows.filter(({ files }) => files !== 1)).toEqual([])

    for (const server of servers) {
      for (const { cookie } of people)
        expect((await fetch(`${server.origin}/api/login/check_session`, { headers: { cookie } })).status).toBe(200)
      // The people take turns, because each has a limit of calls per minute.
      for (const [nth, { number, sha256 }] of made.entries())
        expect(await shaAt(server, people[nth % PEOPLE]?.cookie ?? '', number)).toBe(sha256)
    }
    // Every stream was told of every ticket, once.
    await eventually(
      () => {
        for (const events of streams) {
          const ids = events.map(({ id }) => id)
          expect(new Set(ids).size).toBe(ids.length)
          const told = JSON.stringify(events.map(({ data }) => data))
          expect(made.filter(({ number }) => !told.includes(String(number)))).toEqual([])
        }
      },
      { within: 20_000 },
    )
  },
  patient(300_000),
)

async function threeServers() {
  const portal = await testAppForThisTest()
  const pooler = await startPooler(portal.url, 'transaction', 15)
  onTestFinished(pooler.stop)
  const folder = await freshFolder()
  await cp(portal.files, join(folder, 'files'), { recursive: true })
  const ports = await Promise.all([1, 2, 3].map(() => freePort()))
  const start = async (nth: number): Promise<PortalProcess> => {
    const server = await startPortal({
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: portal.url,
      DATA_DIR: folder,
      PORT: String(ports[nth]),
      SECRET_KEY: TEST_KEY.toString('base64'),
      TRUSTED_PROXIES: '127.0.0.1',
    })
    onTestFinished(async () => void (await server.stop()))
    return server
  }
  // One after the other, as after an update.
  const servers = [await start(0), await start(1), await start(2)]
  const nginx = await startNginx(ports)
  onTestFinished(nginx.stop)
  return { servers, start, origin: nginx.origin, owner: portal.owner }
}

interface Made {
  readonly number: number
  readonly sha256: string
}

/** Raises a ticket with a file of its own: a call without an answer is sent again with its key, as browsers do. */
async function raise(person: Person, title: string, refused: string[]): Promise<Made | null> {
  const bytes = Buffer.concat([PNG, Buffer.from(title)])
  const sent = form([{ name: 'documentos[0][file]', value: bytes, filename: 'captura.png', mime: 'image/png' }])
  const [staged] = STAGED.parse(await answered(person, 'subir_documentacion', sent, refused))
  const ticket = {
    ...draft({ installation: 'LEV-01', company: '001' }, person.module),
    titulo: title,
    documentos: [{ id_temporal: staged?.id_temporal }],
  }
  const json = { payload: JSON.stringify(ticket), headers: { 'content-type': 'application/json' } }
  const [created] = CREATED.parse(await answered(person, 'nueva_consulta', json, refused))
  await sleep(400)
  return created ? { number: created.llnumreg, sha256: createHash('sha256').update(bytes).digest('hex') } : null
}

interface Body {
  readonly payload: string | Buffer
  readonly headers: Record<string, string>
}

async function answered({ origin, cookie }: Person, path: string, { payload, headers }: Body, refused: string[]) {
  const key = randomUUID()
  for (;;) {
    const answer = await fetch(`${origin}/api/consultas/${path}`, {
      method: 'POST',
      headers: { ...headers, cookie, 'idempotency-key': key },
      body: typeof payload === 'string' ? payload : new Uint8Array(payload),
    })
      .then(async (response) => ({ status: String(response.status), text: await response.text() }))
      .catch(() => ({ status: 'cut', text: '' }))
    if (answer.status === '200') return dataOf(answer.text)
    refused.push(answer.status)
    if (!['cut', '502', '503'].includes(answer.status)) throw new Error(`${path}: ${answer.status} ${answer.text}`)
    await sleep(200)
  }
}

async function shaAt({ origin }: PortalProcess, cookie: string, number: number): Promise<string> {
  const get = (path: string) => fetch(`${origin}/api/consultas/${path}`, { headers: { cookie } })
  const listed = await get(`get_documentacion?llnumreg=${number}`)
  const [file] = FILES.parse(dataOf(await listed.text()))
  const found = await get(`get_documento?iaimagen=${file?.iaimagen}`)
  return createHash('sha256')
    .update(Buffer.from(await found.arrayBuffer()))
    .digest('hex')
}

const STAGED = z.array(z.object({ id_temporal: z.string() }))
const FILES = z.array(z.object({ iaimagen: z.string() }))
