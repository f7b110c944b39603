import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { TooManyWaiting } from '../db/away.ts'
import { sql } from '../db/sql.ts'
import { testAppForThisTest } from '../testing/test-app.ts'
import { refuseExcess } from './overload.ts'

test('in a queue for the database that stays, whoever has waited too long is told to come again, and everything else goes on', async () => {
  const portal = await testAppForThisTest({ database: { connections: 2 } })
  const people = await Promise.all([portal.enter('LEV-01', 11), portal.enter('DUE-01', 21), portal.enter('TEI-01', 31)])
  const [lucia] = people
  await portal.owner.query('begin; lock table ticket in access exclusive mode')
  const stuck = people.map((cookie) => portal.call(cookie, 'GET', '/consultas/get_lista'))

  const first = Promise.race(stuck)
  await expect
    .poll(async () => {
      // The queue is long, and each new caller triggers the search for callers who have waited too long.
      for (const cookie of people) void portal.call(cookie, 'GET', '/consultas/get_contadores')
      return Promise.race([first, sleep(50)])
    })
    .toBeDefined()
  const refused = await first
  expect(refused.status).toBe(503)
  expect(refused.message).toBe('El servicio no está disponible en este momento: inténtelo de nuevo en unos segundos')
  expect(refused.raw.headers).toMatchObject({ 'retry-after': '2', 'x-frame-options': 'DENY' })
  expect((await portal.app.inject('/api/health')).statusCode).toBe(200)
  const raul = await portal.consoleLogIn('raul')
  expect((await portal.console(raul, 'GET', '/canned-answers')).status).toBe(200)

  await portal.owner.query('commit')
  expect((await Promise.all(stuck)).filter(({ status }) => status === 503)).toHaveLength(1)
  expect((await portal.call(lucia, 'GET', '/consultas/get_contadores')).status).toBe(200)
})

test('in a queue for the database that stays, an act and what it reads before wait longer than a read or a look-up of a session before it is told to come again, and a job waits', async () => {
  const { database } = await testAppForThisTest({ database: { connections: 2 } })
  const held = Promise.withResolvers<undefined>()
  const holding = [1001, 1002].map((client) => database.inClient(client, () => held.promise))
  const endOf = async (work: Promise<unknown>) => {
    const began = performance.now()
    const error: unknown = await work.then(
      () => null,
      (reason: unknown) => reason,
    )
    return { error, after: performance.now() - began }
  }
  const reads: ReturnType<typeof endOf>[] = []
  // Each new caller triggers the search for callers who have waited too long.
  const readUntil = (end: Promise<unknown>) =>
    expect
      .poll(() => {
        for (let more = 0; more < 60; more += 1)
          reads.push(endOf(database.readClient(1001, async (tx) => tx.rows(ONE), 12)))
        return Promise.race([end, sleep(20)])
      })
      .toBeDefined()
  const soon = endOf(database.readClient(1001, async (tx) => tx.rows(ONE), 14))
  await readUntil(soon)
  // From here on the queue stays.
  const act = endOf(database.inClient(1001, async () => null, 11))
  const look = endOf(database.readClient(1001, async (tx) => tx.rows(ONE), 13, undefined, true))
  const job = endOf(database.inClient(1001, async () => null))
  const stranger = endOf(database.inLineOf('stranger').rows(ONE))
  await readUntil(Promise.all([act, look]))
  held.resolve(undefined)
  await Promise.all(reads)
  expect((await soon).error).toBeInstanceOf(TooManyWaiting)
  expect((await act).error).toBeInstanceOf(TooManyWaiting)
  expect((await act).after).toBeGreaterThan(500)
  expect((await look).error).toBeInstanceOf(TooManyWaiting)
  expect((await look).after).toBeGreaterThan(500)
  expect((await stranger).error).toBeInstanceOf(TooManyWaiting)
  expect((await job).error).toBeNull()
  await Promise.all(holding)
})
const ONE = sql`select 1 as one`

test('in a queue of technicians that stays, their reads are told to come again, their acts wait, and customers notice nothing', async () => {
  const portal = await testAppForThisTest()
  const raul = await portal.consoleLogIn('raul')
  const sonia = await portal.consoleLogIn('sonia')
  const lucia = await portal.enter('LEV-01', 11)
  await portal.owner.query('begin; lock table canned_answer in access exclusive mode')
  const read = (cookie: string) => portal.console(cookie, 'GET', '/canned-answers')
  const stuck = [raul, sonia].flatMap((cookie) => Array.from({ length: 29 }, () => read(cookie)))
  await expect.poll(() => portal.staff.isCrowded()).toBe(true)

  expect((await read(raul)).status).toBe(503)
  const act = portal.console(raul, 'POST', '/logout', {})
  expect((await portal.call(lucia, 'GET', '/consultas/get_lista')).status).toBe(200)

  await portal.owner.query('commit')
  expect(new Set((await Promise.all(stuck)).map(({ status }) => status))).toEqual(new Set([200]))
  expect((await act).status).toBe(200)
  expect((await read(sonia)).status).toBe(200)
})

/**
 * Makes a hundred reads and ten acts in each tick, with the given delay of the loop and number of refusals in the
 * database's queue.
 */
async function refusedIn(ticks: readonly { readonly late?: number; readonly there?: number }[], each = 100) {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = Fastify()
  onTestFinished(() => app.close())
  let tick = 0
  let there = 0
  refuseExcess(
    app,
    { database: { refused: () => (there += ticks[tick]?.there ?? 0) }, staff: { isCrowded: () => false } },
    () => ticks[tick]?.late ?? 0,
  )
  app.setErrorHandler((_error, _request, reply) => reply.code(503).send())
  app.get('/read', { config: { changes: false } }, () => '')
  app.post('/act', { config: { changes: true } }, () => '')
  app.get('/health', () => '')
  const refused = async (method: 'GET' | 'POST', url: string, times: number) => {
    let count = 0
    for (let time = 0; time < times; time += 1) count += Number((await app.inject({ method, url })).statusCode === 503)
    return count
  }
  const reads: number[] = []
  const acts: number[] = []
  for (; tick <= ticks.length; tick += 1) {
    reads.push(await refused('GET', '/read', each))
    acts.push(await refused('POST', '/act', 10))
    expect(await refused('GET', '/health', 10)).toBe(0)
    vi.advanceTimersByTime(250)
  }
  return { reads, acts }
}

const LATE = { late: 100 }
const IN_TIME = {}

test('a loop that is late under many calls refuses more and more reads, and fewer and fewer once it is in time', async () => {
  const { reads, acts } = await refusedIn([LATE, LATE, LATE, IN_TIME, IN_TIME, IN_TIME, IN_TIME, IN_TIME])
  expect(reads).toEqual([0, 15, 30, 45, 35, 25, 15, 5, 0])
  expect(new Set(acts)).toEqual(new Set([0]))
})

test('a loop that is late for another reason than calls refuses nobody', async () => {
  expect((await refusedIn([LATE, LATE, LATE], 5)).reads).toEqual([0, 0, 0, 0])
})

test('if the database refuses more than one call of fifty, reads are refused here instead, and acts when that is not enough', async () => {
  expect((await refusedIn([{ there: 2 }, { there: 2 }])).reads).toEqual([0, 0, 0])
  const { reads, acts } = await refusedIn(Array.from({ length: 12 }, () => ({ there: 8 })))
  expect(reads).toEqual([0, 15, 30, 45, 60, 75, 90, 90, 90, 90, 90, 90, 90])
  expect(acts.slice(0, 5)).toEqual([0, 0, 0, 0, 0])
  expect(acts.at(-1)).toBeGreaterThanOrEqual(8)
})
