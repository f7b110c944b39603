import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testAppForThisTest } from '../testing/test-app.ts'
import { refuseExcess } from './overload.ts'

test('when all connections are taken and as many callers wait, reads are told to come again, and everything else goes on', async () => {
  const portal = await testAppForThisTest({ database: { connections: 2 } })
  const people = await Promise.all([portal.enter('LEV-01', 11), portal.enter('DUE-01', 21), portal.enter('TEI-01', 31)])
  const [lucia] = people
  await portal.owner.query('begin; lock table ticket in access exclusive mode')
  const stuck = [...people, ...people, ...people].map((cookie) => portal.call(cookie, 'GET', '/consultas/get_lista'))
  await expect.poll(() => portal.database.isCrowded()).toBe(true)

  const refused = await portal.call(lucia, 'GET', '/consultas/get_contadores')
  expect(refused.status).toBe(503)
  expect(refused.message).toBe('El servicio no está disponible en este momento: inténtelo de nuevo en unos segundos')
  expect(refused.raw.headers).toMatchObject({ 'retry-after': '2', 'x-frame-options': 'DENY' })
  // Refused before anybody is known: without a session it is the same.
  expect((await portal.call(null, 'GET', '/consultas/get_contadores')).status).toBe(503)
  expect((await portal.app.inject('/api/health')).statusCode).toBe(200)
  const raul = await portal.consoleLogIn('raul')
  expect((await portal.console(raul, 'GET', '/canned-answers')).status).toBe(200)
  const act = portal.call(lucia, 'POST', '/consultas/guardar_borrador', {})

  await portal.owner.query('commit')
  expect((await Promise.all(stuck)).map(({ status }) => status)).toEqual(stuck.map(() => 200))
  expect((await act).status).not.toBe(503)
  expect((await portal.call(lucia, 'GET', '/consultas/get_contadores')).status).toBe(200)
})

/** A hundred reads and a hundred changes in each tick, while the loop is as late as told. */
async function refusedWhileLate(lateness: readonly number[], each = 100) {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = Fastify()
  onTestFinished(() => app.close())
  const never = { isCrowded: () => false }
  const late = [...lateness]
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is asked of them
  refuseExcess(app, { database: never, staff: never } as never, () => late.shift() ?? 0)
  app.setErrorHandler((_error, _request, reply) => reply.code(503).send())
  app.get('/read', { config: { changes: false } }, () => '')
  app.post('/act', { config: { changes: true } }, () => '')
  app.get('/health', () => '')
  const refused = async (method: 'GET' | 'POST', url: string, times: number) => {
    let count = 0
    for (let time = 0; time < times; time += 1) count += Number((await app.inject({ method, url })).statusCode === 503)
    return count
  }
  const counts: number[] = []
  for (let tick = 0; tick <= lateness.length; tick += 1) {
    counts.push(await refused('GET', '/read', each))
    expect(await refused('POST', '/act', 10)).toBe(0)
    expect(await refused('GET', '/health', 10)).toBe(0)
    vi.advanceTimersByTime(250)
  }
  return counts
}

test('a loop that is late under many calls refuses more and more reads, and fewer and fewer once it is in time', async () => {
  expect(await refusedWhileLate([100, 100, 100, 10, 10, 10, 10, 10])).toEqual([0, 15, 30, 45, 35, 25, 15, 5, 0])
})

test('a loop that is late for another reason than calls refuses nobody', async () => {
  expect(await refusedWhileLate([500, 500, 500], 5)).toEqual([0, 0, 0, 0])
})
