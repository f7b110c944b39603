import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { envelope } from '#contract/endpoint.ts'
import { draft } from '../isolation/walked-calls.ts'
import { freshFolder } from '../process/data-folders.ts'
import { signDemoEntry } from '../demo/entry-link.ts'
import { watchHealth } from '../testing/load/watch-health.ts'
import { type PortalProcess, databaseUrlOf, startPortal } from '../testing/portal-process.ts'

// Many customers at once, each nearly as busy as api.md's limits allow. `npm run bench` measures the server with its
// database. This test shows that half a minute of full work refuses nothing, loses nothing, doubles nothing and leaves
// nothing behind.

const CUSTOMERS = 40
const SECONDS = 30
/** One creation and some reads: 55 and 330 a minute, of 60 and 600. */
const ROUND_MS = 1100
/** The longest answer time of a call that needs the event loop alone, even with all customers at once on a busy machine. */
const STALL_MS = 2000

test(
  `${CUSTOMERS} customers who read and create for ${SECONDS} s`,
  async () => {
    const folder = await freshFolder()
    const portal = await startPortal({ DATA_DIR: folder })
    onTestFinished(async () => void (await portal.stop()))
    const times: Record<string, number[]> = { enter: [], list: [], view: [], counters: [], create: [], health: [] }
    const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
      const begun = performance.now()
      const result = await work()
      times[what]?.push(performance.now() - begun)
      return result
    }
    const customers = await Promise.all(
      Array.from({ length: CUSTOMERS }, (_, index) => timed('enter', () => enter(portal, `persona-${index}`))),
    )
    const modules = await customers[0]?.call('GET', '/get_lista_modulos')
    const module = MODULES.parse(modules?.data).find(({ shdeno }) => shdeno === 'Contabilidad')?.shnumreg ?? 0

    const end = performance.now() + SECONDS * 1000
    const acknowledged: number[] = []
    const failed: string[] = []
    const customer = async ({ call }: Customer, index: number) => {
      // Starts spread over the round, except in the first.
      for (let round = 0; performance.now() < end; round += 1) {
        const next = performance.now() + ROUND_MS
        const sent = { ...draft({ installation: 'LEV-01', company: '001' }, module), titulo: `Carga ${index}.${round}` }
        const created = await timed('create', () => call('POST', '/nueva_consulta', sent))
        const list = await timed('list', () => call('GET', '/get_lista?itemsPerPage=50'))
        const [number] = CREATED.safeParse(created.data).data ?? []
        if (number) acknowledged.push(number.llnumreg)
        const answers = [created, list]
        for (const what of ['view', 'counters', 'list', 'view'] as const) {
          answers.push(await timed(what, () => call('GET', PATHS[what](number?.llnumreg ?? 0))))
        }
        failed.push(...answers.filter(({ status }) => status !== 200).map(({ status, body }) => `${status} ${body}`))
        await sleep(Math.max(0, next - performance.now()))
      }
    }
    const watching = watchHealth(portal.origin, end, (ms) => times['health']?.push(ms))
    await Promise.all(customers.map(customer))
    await watching

    const requests = Object.values(times).flat().length
    const figures = Object.entries(times).map(([what, all]) => `${what}: ${figuresOf(all)}\n`)
    process.stdout.write(`${requests} requests, ${acknowledged.length} tickets\n${figures.join('')}`)
    expect(failed).toEqual([])
    expect(acknowledged.length).toBeGreaterThan(CUSTOMERS)

    // Each acknowledged ticket exists once, with its query, and there are no others.
    const owner = new Client(await databaseUrlOf(folder))
    await owner.connect()
    onTestFinished(() => owner.end())
    const { rows } = await owner.query<{ number: string; entries: string }>(`
      select t.number, count(e.*) as entries from ticket t
      left join entry e on e.client_id = t.client_id and e.ticket_number = t.number and e.kind = 'query'
      where t.title like 'Carga %' group by t.number`)
    expect(rows.map(({ number }) => Number(number)).toSorted((a, b) => a - b)).toEqual(
      acknowledged.toSorted((a, b) => a - b),
    )
    expect(rows.filter(({ entries }) => entries !== '1')).toEqual([])
    // No connection of the server is still in a transaction, and it answers as before.
    const { rows: left } = await owner.query("select 1 from pg_stat_activity where state like 'idle in transaction%'")
    expect(left).toEqual([])
    expect(Math.max(...(times['health'] ?? []))).toBeLessThan(STALL_MS)
    expect((await fetch(`${portal.origin}/api/ready`)).status).toBe(200)
    const after = await Promise.all(customers.map(({ call }) => call('GET', '/get_contadores')))
    expect(after.filter(({ status }) => status !== 200)).toEqual([])
    expect(portal.written()).not.toMatch(/unexpected error|"level":50/)
  },
  (SECONDS + 120) * 1000,
)

const PATHS = {
  view: (number: number) => `/ver_consulta?llnumreg=${number}`,
  counters: () => '/get_contadores',
  list: () => '/get_lista?estado=C&itemsPerPage=25',
}
const MODULES = z.array(z.object({ shdeno: z.string(), shnumreg: z.number() }))
const CREATED = z.array(z.object({ llnumreg: z.number() }))

type Customer = Awaited<ReturnType<typeof enter>>

/** A colleague at Lucía's desk: another person, with limits of their own. */
async function enter({ origin }: PortalProcess, caller: string) {
  const entry = { installation: 'LEV-01', subject: '11', caller, context: { company: '001' } }
  const json = { 'content-type': 'application/json' }
  const entered = await fetch(`${origin}/api/login/nuevo_ticket`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ t: await signDemoEntry(entry, new Date()) }),
  })
  await entered.arrayBuffer()
  expect(entered.status).toBe(200)
  const cookie = entered.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  const call = async (method: 'GET' | 'POST', path: string, sent?: object) => {
    const answer = await fetch(`${origin}/api/consultas${path}`, {
      method,
      headers: { ...json, cookie, ...(sent && { 'idempotency-key': randomUUID() }) },
      ...(sent && { body: JSON.stringify(sent) }),
    })
    const body = await answer.text()
    return { status: answer.status, body, data: envelope.parse(JSON.parse(body)).data.data }
  }
  return { call }
}

function figuresOf(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => `${(sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0)} ms`
  return `${sorted.length}, p50 ${at(0.5)}, p99 ${at(0.99)}, slowest ${at(1)}`
}
