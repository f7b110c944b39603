import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { enterLimited } from '../isolation/attackers.ts'
import { LEVANTE } from '../isolation/isolation-cast.ts'
import { openStream, until } from '../process/read-stream.ts'
import { patient } from '../testing/patience.ts'
import { secondServer } from '../testing/second-server.ts'
import { type TestApp, testAppForThisTest } from '../testing/test-app.ts'

// Event streams of two servers on one database, read by sockets.

const LONG = { longestStreamMs: 600_000 }

async function twoServers() {
  const portal = await testAppForThisTest({ dependencies: LONG })
  const second = await secondServer(portal, LONG)
  onTestFinished(async () => {
    await second.close()
  })
  const addressOf = (app: FastifyInstance) => app.listen({ port: 0, host: '127.0.0.1' })
  return { portal, second, here: await addressOf(portal.app), there: await addressOf(second) }
}

/** A ticket of an installation's of LEVANTE, and its claim by a colleague of everybody there. */
async function ticketAt({ owner }: TestApp, installation: string): Promise<number> {
  const { rows } = await owner.query<{ number: number }>(
    `select number::int from ticket where client_id = ${LEVANTE} and installation_code = $1 and not accepted
      and limited_session_id is null order by number limit 1`,
    [installation],
  )
  return rows[0]?.number ?? 0
}
const answered = ({ owner }: TestApp, number: number, text = 'Mírelo.', times = 1) =>
  owner.query(
    `insert into entry (client_id, ticket_number, kind, text, author, origin, at)
    select client_id, number, 'answer', $2, 'Sonia', '', now() from ticket, generate_series(1, $3)
    where number = $1 and client_id = ${LEVANTE}`,
    [number, text, times],
  )
const noted = ({ owner }: TestApp, number: number) =>
  owner.query(
    `insert into internal_note (client_id, ticket_number, username, text, at) values (${LEVANTE}, $1, 'sonia', 'x', now())`,
    [number],
  )

test('an act committed at one server is told by the other within a second, to those who may see it, and without its words', async () => {
  const { portal, there } = await twoServers()
  const lucia = await openStream(there, await portal.enter('LEV-01', 11))
  const andres = await openStream(there, await portal.logIn('andres', 'Demo-andres-1'))
  const duero = await openStream(there, await portal.enter('DUE-01', 21))
  const limited = await openStream(there, await enterLimited(portal))
  const sonia = await openStream(there, await portal.consoleLogIn('sonia'), '/console/eventos')
  expect(lucia.headers.get('content-type')).toContain('text/event-stream')
  expect(lucia.headers.get('x-accel-buffering')).toBe('no')
  const [first, second] = [await ticketAt(portal, 'LEV-01'), await ticketAt(portal, 'LEV-02')]
  await noted(portal, first)
  await answered(portal, second)
  await portal.owner.query(`update valuation set description = description || '.' where client_id = ${LEVANTE}`)
  const begun = performance.now()
  await answered(portal, first)
  await until(() => lucia.events.length > 0 && andres.events.length > 2 && sonia.events.length > 3)
  expect(performance.now() - begun).toBeLessThan(patient(1000))
  expect(lucia.events.map(({ data }) => data)).toEqual([{ tipo: 'respuesta', llnumreg: first }])
  expect(andres.events.map(({ data }) => data)).toContainEqual({ tipo: 'respuesta', llnumreg: second })
  expect(andres.events.map(({ data }) => data)).toContainEqual({ tipo: 'cambio', vinreg: expect.any(Number) })
  expect(sonia.events[0]?.data).toEqual({ tipo: 'internal-note', llnumreg: first })
  expect(sonia.events.at(-1)?.data).toEqual({ tipo: 'answer', llnumreg: first })
  await sleep(100)
  expect([duero.events, limited.events]).toEqual([[], []])
  // Neither Support's internal events nor events of others' records reach a customer.
  expect(andres.events.map(({ data }) => data['llnumreg']).filter(Boolean)).toEqual([second, first])
})

test('read marks and notifications reach the person’s own browsers alone, at any server', async () => {
  const { portal, here, there } = await twoServers()
  const cookie = await portal.enter('LEV-01', 11)
  const lucia = [await openStream(here, cookie), await openStream(there, await portal.enter('LEV-01', 11))]
  const others = [
    await openStream(there, await portal.enter('LEV-01', 11, {}, 'colega')),
    await openStream(there, await portal.logIn('andres', 'Demo-andres-1')),
  ]
  const sonia = await openStream(there, await portal.consoleLogIn('sonia'), '/console/eventos')
  const raul = await openStream(there, await portal.consoleLogIn('raul'), '/console/eventos')
  const llnumreg = await ticketAt(portal, 'LEV-01')
  const { status } = await portal.call(cookie, 'POST', '/consultas/marcar_leida', { llnumreg, hasta: 999_999_999 })
  expect(status).toBe(200)
  await portal.owner.query(
    `insert into notification (username, kind, subject, number, cause, at)
    select 'sonia', 'mentioned', 'ticket', $1, n::text, now() from generate_series(1, 3) n`,
    [llnumreg],
  )
  await until(() => lucia.every(({ events }) => events.length > 0) && sonia.events.length > 0)
  await sleep(100)
  for (const { events } of lucia) expect(events.map(({ data }) => data)).toEqual([{ tipo: 'leido', llnumreg }])
  expect(sonia.events.map(({ data }) => data)).toEqual([{ tipo: 'notification', llnumreg }])
  expect([...others, raul].flatMap(({ events }) => events)).toEqual([])
})

test('a stream that has lasted for long enough ends, and has told what its reader missed', async () => {
  const portal = await testAppForThisTest({ dependencies: { longestStreamMs: patient(1000) } })
  const cookie = await portal.enter('LEV-01', 11)
  const number = await ticketAt(portal, 'LEV-01')
  await answered(portal, number)
  const { payload } = await portal.app.inject({ url: '/api/eventos', headers: { cookie, 'last-event-id': '0' } })
  expect(payload).toContain(`data: {"tipo":"respuesta","llnumreg":${number}}`)
})

test('a reader that comes back is told what it missed, each once, by whichever server', async () => {
  const { portal, here, there } = await twoServers()
  const cookie = await portal.enter('LEV-01', 11)
  const ticket = await ticketAt(portal, 'LEV-01')
  const first = await openStream(here, cookie)
  await answered(portal, ticket, '1')
  await until(() => first.events.length === 1)
  first.cut()
  await answered(portal, ticket, '2')
  await answered(portal, ticket, '3')
  const again = await openStream(there, cookie, '/eventos', first.lastId())
  await until(() => again.events.length === 2)
  await answered(portal, ticket, '4')
  await until(() => again.events.length === 3)
  const ids = [...first.events, ...again.events].map(({ id }) => Number(id))
  expect(new Set(ids).size).toBe(4)
  expect(ids).toEqual(ids.toSorted((one, other) => one - other))
  // Far too much, or an id of another database: read everything.
  for (const id of ['0', '999999999']) {
    // More than a server keeps in memory.
    if (id === '0') await answered(portal, ticket, 'más', 2001)
    // The newest of all events is another client's.
    await portal.owner.query(
      `insert into internal_note (client_id, ticket_number, username, text, at)
      select client_id, number, 'sonia', 'x', now() from ticket where client_id <> ${LEVANTE} limit 1`,
    )
    const lost = await openStream(there, cookie, '/eventos', id)
    await until(() => lost.events.length > 0)
    expect(lost.events.at(-1)?.data).toEqual({ tipo: 'todo' })
    ids.push(Number(lost.lastId()))
  }
  // No stream tells how much has happened at another client.
  const { rows } = await portal.owner.query<{ client: number }>(
    'select distinct client_id::int as client from event where event_id = any($1)',
    [ids],
  )
  expect(rows).toEqual([{ client: LEVANTE }])
})

test('a connection that listens no more loses nothing and tells nothing twice', async () => {
  const { portal, here } = await twoServers()
  const sonia = await openStream(here, await portal.consoleLogIn('sonia'), '/console/eventos')
  const ticket = await ticketAt(portal, 'LEV-01')
  for (let round = 1; round <= 3; round += 1) {
    await portal.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ~ 'listen|select 1'
        and pid <> pg_backend_pid()`,
    )
    await noted(portal, ticket)
    await until(() => sonia.events.length === round)
  }
  await noted(portal, ticket)
  await until(() => sonia.events.length === 4)
  expect(new Set(sonia.events.map(({ id }) => id)).size).toBe(4)
})

test('a stream ends with its session, wherever that is ended, and is no use of it', async () => {
  const { portal, here, there } = await twoServers()
  const cookie = await portal.enter('LEV-01', 11)
  const open = await openStream(there, cookie)
  await portal.call(cookie, 'POST', '/login/logout')
  await until(open.isOver)
  const sonia = await portal.consoleLogIn('sonia')
  const atConsole = await openStream(there, sonia, '/console/eventos')
  await portal.console(sonia, 'POST', '/logout')
  await until(atConsole.isOver)
  expect((await fetch(`${here}/api/eventos`, { headers: { cookie } })).status).toBe(403)

  // Opening streams again and again keeps no session alive, and an expired session learns nothing more.
  const other = await portal.enter('LEV-01', 11)
  const seen = async () => (await portal.owner.query('select max(seen_at) as at from session')).rows[0].at
  const before = await seen()
  portal.clock.now = new Date(portal.clock.now.getTime() + 10 * 60_000)
  const idle = await openStream(here, other)
  expect(await seen()).toEqual(before)
  portal.clock.now = new Date(portal.clock.now.getTime() + 24 * 3_600_000)
  await sleep(2100)
  await answered(portal, await ticketAt(portal, 'LEV-01'))
  await until(idle.isOver)
  expect(idle.events).toEqual([])
})

test('a HEAD opens no stream', async () => {
  const { portal, here } = await twoServers()
  const cookie = await portal.enter('LEV-01', 11)
  for (let times = 0; times < 25; times += 1) {
    const { status } = await fetch(`${here}/api/eventos`, { method: 'HEAD', headers: { cookie } })
    expect(status).toBe(404)
  }
  expect((await openStream(here, cookie)).status).toBe(200)
})

test('a person has twenty streams at the most, and a server that stops ends them', async () => {
  const { portal, here, second, there } = await twoServers()
  const cookie = await portal.enter('LEV-01', 11)
  const streams = await Promise.all(Array.from({ length: 20 }, () => openStream(here, cookie)))
  const refused = await fetch(`${here}/api/eventos`, { headers: { cookie } })
  await refused.text()
  expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true])
  streams[0]?.cut()
  let answer = 429
  while (answer === 429) {
    await sleep(20)
    const more = await openStream(here, cookie)
    answer = more.status
  }
  const elsewhere = await openStream(there, cookie)
  const begun = performance.now()
  await second.close()
  await until(elsewhere.isOver)
  expect(performance.now() - begun).toBeLessThan(patient(2000))
})

test('a page is told what has happened since it began to read, or to read everything where a server does not know', async () => {
  const { portal, here, there } = await twoServers()
  const cookie = await portal.enter('LEV-01', 11)
  const technician = await portal.consoleLogIn('sonia')
  const ticket = await ticketAt(portal, 'LEV-01')
  const steady = performance.now.bind(performance)
  let later = 0
  vi.spyOn(performance, 'now').mockImplementation(() => steady() + later)
  onTestFinished(() => void vi.restoreAllMocks())

  const first = await openStream(here, cookie, '/eventos')
  await answered(portal, ticket, 'antes')
  await until(() => first.events.length === 1)
  later += 20_000
  await answered(portal, ticket, 'mientras')
  await until(() => first.events.length === 2)
  const known = [
    await openStream(here, cookie, '/eventos?edad=1500'),
    // Nobody has opened a stream there before: the server reads the events since its start.
    await openStream(there, cookie, '/eventos?edad=1500'),
    await openStream(here, technician, '/console/eventos?age=1500'),
  ]
  await until(() => known.every(({ events }) => events.length > 0))
  await sleep(50)
  expect(known.map(({ events }) => events.map(({ data }) => data))).toEqual([
    [{ tipo: 'respuesta', llnumreg: ticket }],
    [{ tipo: 'respuesta', llnumreg: ticket }],
    [{ tipo: 'answer', llnumreg: ticket }],
  ])
  const unknown = await openStream(here, cookie, '/eventos?edad=60000')
  await until(() => unknown.events.length > 0)
  expect(unknown.events.map(({ data }) => data)).toEqual([{ tipo: 'todo' }])
})
