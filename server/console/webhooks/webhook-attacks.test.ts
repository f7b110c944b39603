import { createHmac } from 'node:crypto'
import type { LookupAddress, lookup } from 'node:dns'
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { secretBox } from '../../secret-box.ts'
import { eventually } from '../../testing/eventually.ts'
import { patient } from '../../testing/patience.ts'
import { NOON, TEST_KEY, type TestApp, testApp } from '../../testing/test-app.ts'
import { type Courier, sendWebhooks, webhookRounds } from './courier.ts'
import { lookupOutside } from './outside-address.ts'
import { callWebhook } from './webhook-call.ts'

// Receivers that are hostile or broken, and addresses that lead inside.

const MINUTE_MS = 60_000
/** Long enough for a busy machine to answer from itself. */
const TIMEOUT_MS = patient(700)

/** A receiver that writes bytes: each connection gets these once it has sent something. */
let receiver: Server
let answer: (socket: Socket) => void
let connections: Socket[]
let received: string[]
let origin: string
beforeAll(async () => {
  receiver = createServer((socket) => {
    connections.push(socket)
    let text = ''
    socket.on('error', () => undefined)
    socket.on('data', (part: Buffer) => {
      if (text === '') answer(socket)
      text += part.toString()
      received[connections.indexOf(socket)] = text
    })
  })
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
  origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
})
beforeEach(() => {
  connections = []
  received = []
  answer = (socket) => void socket.end(status(204))
})
afterEach(() => {
  for (const socket of connections) socket.destroy()
})
afterAll(() => receiver.close())

const status = (code: number, headers = ''): string => `HTTP/1.1 ${code} Said\r\n${headers}\r\n`
/** Says something again and again for as long as somebody listens. */
const endlessly = (text: string) => (socket: Socket) => {
  const timer = setInterval(() => socket.write(text), 5)
  socket.on('close', () => clearInterval(timer))
}

describe('a call', () => {
  const call = (address = origin) =>
    callWebhook(
      { address, id: '1-1', body: '{}', secrets: [Buffer.alloc(32, 'key')] },
      { inside: ['127.0.0.1'], timeoutMs: TIMEOUT_MS },
      NOON,
    )

  test.each<[string, (socket: Socket) => void, number | string]>([
    [
      'wants to speak another protocol',
      (socket) => void socket.write(status(101, 'Connection: Upgrade\r\nUpgrade: websocket\r\n')),
      101,
    ],
    [
      'has headers without end',
      (socket) => (socket.write('HTTP/1.1 200 OK\r\n'), endlessly(`X: ${'x'.repeat(2000)}\r\n`)(socket)),
      'unreachable',
    ],
    [
      'has one header of 40 kB',
      (socket) => void socket.write(status(200, `X: ${'x'.repeat(40_000)}\r\n`)),
      'unreachable',
    ],
    [
      'sends a byte of its headers now and then',
      (socket) => (socket.write('HTTP/1.1 200 OK\r\nX: '), endlessly('x')(socket)),
      'timeout',
    ],
    ['says for ever that it will answer', endlessly(status(103, 'Link: </a>\r\n')), 'timeout'],
    ['says nothing', () => undefined, 'timeout'],
    ['says something that is not HTTP', (socket) => void socket.write('\0\0\0\0SSH-2.0-x\r\n'), 'unreachable'],
    ['hangs up', (socket) => void socket.end(), 'unreachable'],
    ['breaks the connection', (socket) => void socket.resetAndDestroy(), 'unreachable'],
    ['sends it inside', (socket) => void socket.end(status(307, `Location: ${origin}/inside\r\n`)), 307],
  ])('ends in time if its receiver %s', async (_what, said, outcome) => {
    answer = said
    expect(await call()).toBe(outcome)
    expect(connections).toHaveLength(1)
  })

  test('does not read an answer without end, and leaves no connection', async () => {
    answer = (socket) => (socket.write(status(200)), endlessly('x'.repeat(60_000))(socket))
    expect(await call()).toBe(200)
    await eventually(() => expect(connections[0]?.destroyed || connections[0]?.readableEnded).toBe(true))
    expect(connections[0]?.bytesWritten).toBeLessThan(20_000_000)
  })
})

describe('a name', () => {
  const resolving = (...addresses: LookupAddress[]): typeof lookup =>
    ((_name: string, _options: object, done: (error: null, found: LookupAddress[]) => void) =>
      done(null, addresses)) as unknown as typeof lookup
  const callTo = (...addresses: LookupAddress[]) =>
    callWebhook(
      { address: 'https://name.example/', id: '1-1', body: '{}', secrets: [Buffer.alloc(32)] },
      { inside: [], lookup: lookupOutside([], resolving(...addresses)), timeoutMs: TIMEOUT_MS },
      NOON,
    )

  test.each([
    '::1',
    '::',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::ffff:0:127.0.0.1',
    '64:ff9b::10.0.0.1',
    '2002:7f00:1::',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
  ])('leads nowhere that resolves to %s', async (address) => {
    expect(await callTo({ address, family: 6 })).toBe('inside')
  })

  test('leads nowhere if a single one of its addresses is inside', async () => {
    expect(await callTo({ address: '93.184.215.14', family: 4 }, { address: '127.0.0.1', family: 4 })).toBe('inside')
  })

  test('of this machine is inside, however it is written', async () => {
    for (const host of ['localhost', 'LOCALHOST', '127.1', '0177.0.0.1', '0x7f000001', '2130706433', '0'])
      // oxlint-disable-next-line no-await-in-loop -- one after another
      expect(
        await callWebhook({ address: `https://${host}/`, id: '1-1', body: '{}', secrets: [] }, { inside: [] }, NOON),
        host,
      ).toBe('inside')
  })
})

describe('the courier', () => {
  let portal: TestApp
  let raul: string
  let courier: Courier
  let logged: unknown[]
  beforeAll(async () => {
    portal = await testApp({ dependencies: { webhookInside: ['127.0.0.1'] } })
    const log = {
      warn: (...said: unknown[]) => void logged.push(said),
      error: (...said: unknown[]) => void logged.push(said),
    }
    courier = {
      staff: portal.staff,
      secrets: secretBox(TEST_KEY),
      calling: { inside: ['127.0.0.1'], timeoutMs: TIMEOUT_MS },
      log,
    }
  })
  afterAll(() => portal.close())
  beforeEach(async () => {
    logged = []
    portal.clock.now = NOON
    await portal.owner.query('delete from webhook')
    raul = await portal.consoleLogIn('raul')
  })
  const create = async (path: string): Promise<{ webhook: { id: number }; secret: string }> => {
    const sent = { name: path, address: `${origin}/${path}`, kinds: ['internal-note'] }
    return (await portal.console(raul, 'POST', '/webhooks/create', sent)).data
  }
  const happens = async (): Promise<void> => {
    const ticket = (await portal.console(raul, 'GET', '/tickets', { view: 'open' })).data.items[0].number
    expect((await portal.console(raul, 'POST', '/ticket/note', { ticket, text: 'Algo' })).status).toBe(200)
  }
  const deliveries = async (webhook: number) =>
    (await portal.console(raul, 'GET', '/webhooks/deliveries', { webhook })).data.items
  const arrivedAt = (path: string) => received.filter((text) => text.startsWith(`POST /${path} `))

  test('goes on with the others while one receiver is slow, and lets its calls end when it stops', async () => {
    const slow = await create('slow')
    const good = await create('good')
    // Every connection gets an answer to its own request; the slow one gets it only when it is told to.
    const waiting: Socket[] = []
    answer = (socket) =>
      void setImmediate(() => {
        if (received[connections.indexOf(socket)]?.startsWith('POST /slow ')) waiting.push(socket)
        else socket.end(status(204))
      })
    const patientCourier = { ...courier, calling: { ...courier.calling, timeoutMs: patient(20_000) } }
    const rounds = webhookRounds(patientCourier, () => portal.clock.now)
    await happens()
    await rounds.round()
    await happens()
    await rounds.round()
    expect([arrivedAt('slow').length, arrivedAt('good').length]).toEqual([1, 2])
    const stopped = rounds.stop()
    for (const socket of waiting) socket.end(status(204))
    await stopped
    expect((await deliveries(good.webhook.id)).map(({ state }: { state: string }) => state)).toEqual([
      'delivered',
      'delivered',
    ])
    // Events that came meanwhile wait for the next start.
    expect((await deliveries(slow.webhook.id)).map(({ state }: { state: string }) => state)).toEqual(['delivered'])
    expect(logged).toEqual([])
  })

  test('sends a dead letter once more, and once only, however often and by how many it is asked for', async () => {
    const { webhook } = await create('dead')
    await happens()
    await sendWebhooks(courier, () => portal.clock.now)
    await portal.owner.query(`update webhook_delivery set state = 'dead', attempts = 10`)
    const [{ event }] = await deliveries(webhook.id)
    received = []
    connections = []
    const again = (one: object) => portal.console(raul, 'POST', '/webhooks/resend', { webhook: webhook.id, ...one })
    const asked = await Promise.all([again({ event }), again({ event }), again({}), again({})])
    expect(asked.map(({ status: of }) => of)).toEqual([200, 200, 200, 200])
    // It is requested again while it is on its way.
    let during: Promise<unknown> | undefined
    answer = (socket) => {
      during ??= again({ event }).then(() => socket.end(status(204)))
    }
    await sendWebhooks(courier, () => portal.clock.now)
    await during
    await sendWebhooks(courier, () => portal.clock.now)
    expect(arrivedAt('dead')).toHaveLength(1)
    expect(await deliveries(webhook.id)).toMatchObject([{ state: 'delivered', attempts: 1 }])
    expect((await again({ event: event + 1000 })).status).toBe(404)
  })

  test('keeps its secret out of log and audit, signs each try anew, and an old one does not verify in another’s place', async () => {
    const { webhook, secret } = await create('secret')
    answer = (socket) => void socket.end(status(500))
    await happens()
    await sendWebhooks(courier, () => portal.clock.now)
    portal.clock.now = new Date(NOON.getTime() + 10 * MINUTE_MS)
    await sendWebhooks(courier, () => portal.clock.now)
    const tries = arrivedAt('secret').map((text) => {
      const header = (name: string) => new RegExp(`^webhook-${name}: (.*)\r$`, 'm').exec(text)?.[1] ?? ''
      return {
        time: header('timestamp'),
        signature: header('signature'),
        id: header('id'),
        body: text.split('\r\n\r\n')[1],
      }
    })
    const [first, second] = tries
    if (!first || !second) throw new Error('not tried twice')
    expect(Number(second.time) - Number(first.time)).toBe(600)
    expect(first.id).toBe(second.id)
    expect(first.signature).not.toBe(second.signature)
    // The old signature with a fresh time: the time is signed.
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const right = createHmac('sha256', key).update(`${second.id}.${second.time}.${second.body}`).digest('base64')
    expect([second.signature, first.signature === `v1,${right}`]).toEqual([`v1,${right}`, false])
    const audit = await portal.console(raul, 'GET', '/audit', { limit: 50 })
    const bare = secret.replace('whsec_', '')
    for (const told of [logged, portal.logged, audit.data, await deliveries(webhook.id)]) {
      expect(JSON.stringify(told)).not.toContain(bare)
    }
  })
})
