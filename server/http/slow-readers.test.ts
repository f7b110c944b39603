import { EventEmitter, once } from 'node:events'
import { type AddressInfo, type Socket, connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify, { type FastifyReply } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { LEVANTE } from '../isolation/isolation-cast.ts'
import { type TestApp, testAppForThisTest } from '../testing/test-app.ts'
import { atOnce } from './at-once.ts'
import { cutSlowReaders } from './slow-readers.ts'
import { patient } from '../testing/patience.ts'

const MIB = 1024 * 1024

/** A listening portal with a ticket of some megabytes, and clients that ask for it and never read. */
async function portalWith(patience: { silentMs: number; bytes: number }) {
  const portal = await testAppForThisTest({
    dependencies: { patience },
    // One person would soon be refused so many large answers, so many persons ask.
    settings: (given) => ({ ...given, limits: { ...given.limits, readsPerMinute: 100_000 } }),
  })
  const lucia = await portal.enter('LEV-01', 11)
  const { rows } = await portal.owner.query<{ number: number }>(
    `select number::int from ticket where client_id = $1 and installation_code = 'LEV-01' order by number limit 1`,
    [LEVANTE],
  )
  const number = rows[0]?.number ?? 0
  await portal.owner.query(
    `insert into entry (client_id, ticket_number, kind, text, author, origin, at)
     select $1, $2, 'answer', repeat('x', 20000), 'Sonia', '', now() + n * interval '1 s' from generate_series(1, 100) n`,
    [LEVANTE, number],
  )
  await portal.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = portal.app.server.address() as AddressInfo
  const ask = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    socket.pause()
    const path = `/api/consultas/ver_consulta?llnumreg=${number}`
    // A single answer would fit into the system's socket buffers.
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${lucia}\r\n\r\n`.repeat(8))
    return socket
  }
  return { portal, lucia, number, ask }
}

const connections = ({ app }: TestApp) =>
  new Promise<number>((resolve) => {
    app.server.getConnections((_error, open) => resolve(open))
  })

async function untilLeft(portal: TestApp, most: number, withinMs: number): Promise<number> {
  const end = performance.now() + patient(withinMs)
  while ((await connections(portal)) > most && performance.now() < end) await sleep(50)
  return connections(portal)
}

test('a client that asks and does not read is cut off, and its memory is freed; others are answered', async () => {
  const { portal, lucia, number, ask } = await portalWith({ silentMs: 1500, bytes: 1024 * MIB })
  await Promise.all(Array.from({ length: 3 }, ask))
  await sleep(500)
  const view = await portal.call(lucia, 'GET', '/consultas/ver_consulta', { llnumreg: number })
  expect(view.status).toBe(200)
  expect(await untilLeft(portal, 0, 15_000)).toBe(0)
  expect(portal.logged.filter((line) => line.includes('slow-reader')).length).toBeGreaterThan(0)
})

test('beyond what memory is for, those that wait for longest go first', async () => {
  const { portal, ask } = await portalWith({ silentMs: 60_000, bytes: 8 * MIB })
  for (let one = 0; one < 4; one += 1) {
    await ask()
    await sleep(300)
  }
  expect(await untilLeft(portal, 1, 10_000)).toBeLessThanOrEqual(1)
})

test('an answer that waits behind another on its connection goes, too', async () => {
  const app = fastify({ forceCloseConnections: true })
  onTestFinished(() => app.close())
  cutSlowReaders(app, { silentMs: 60_000, bytes: MIB })
  app.get('/never', () => new Promise(() => undefined))
  app.get('/large', () => 'x'.repeat(0.6 * MIB))
  const sent = new EventEmitter()
  app.addHook('onSend', async () => void sent.emit('large'))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const ask = async (...paths: string[]): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`).join(''))
    await once(sent, 'large')
    return socket
  }
  const first = await ask('/never', '/large')
  const gone = once(first, 'close')
  await ask('/large')
  expect(await Promise.race([gone, sleep(patient(3000), 'kept')])).not.toBe('kept')
})

test('thirty calls at once are a person’s, until their answers were taken', async () => {
  const { call } = atOnce()
  const lucia = { person: 1, limited: false }
  const reply = () => ({ raw: new PassThrough() }) as unknown as FastifyReply
  const replies = Array.from({ length: 30 }, reply)
  for (const each of replies) call(lucia, '10.0.0.1', each)
  expect(() => call(lucia, '10.0.0.2', reply())).toThrow('429')
  call({ person: 2, limited: false }, '10.0.0.1', reply())
  replies[0]?.raw.destroy()
  await sleep(1)
  call(lucia, '10.0.0.1', reply())
  expect(() => call(lucia, '10.0.0.1', reply())).toThrow('429')
})
