import { createHmac } from 'node:crypto'
import type { lookup } from 'node:dns'
import { type IncomingHttpHeaders, type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../db/sql.ts'
import { secretBox } from '../../secret-box.ts'
import { NOON, TEST_KEY, type TestApp, testApp } from '../../testing/test-app.ts'
import { type Courier, sendWebhooks } from './courier.ts'
import { lookupOutside } from './outside-address.ts'
import { callWebhook } from './webhook-call.ts'
import { takeDue } from './webhook-store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

let portal: TestApp
let raul: string
let receiver: Server
let address: string
let received: Received[]
/** The receiver's answer. */
let answer: { status: number; headers?: Record<string, string>; hangs?: true }
let courier: Courier
beforeAll(async () => {
  portal = await testApp({ dependencies: { webhookInside: ['127.0.0.1'] } })
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      if (answer.hangs) return
      response.writeHead(answer.status, answer.headers).end('x'.repeat(100_000))
    })
  })
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  const log = { warn: () => undefined, error: () => undefined }
  courier = {
    staff: portal.staff,
    secrets: secretBox(TEST_KEY),
    calling: { inside: ['127.0.0.1'], timeoutMs: 500 },
    log,
  }
})
afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await portal.close()
})
beforeEach(async () => {
  received = []
  answer = { status: 204 }
  portal.clock.now = NOON
  await portal.owner.query('delete from webhook')
  raul = await portal.consoleLogIn('raul')
})

const create = async (over: object = {}): Promise<{ webhook: { id: number; revision: number }; secret: string }> => {
  const sent = { name: 'CRM', address, kinds: ['internal-note'], ...over }
  return (await portal.console(raul, 'POST', '/webhooks/create', sent)).data
}
const send = () => sendWebhooks(courier, () => portal.clock.now)
const later = (ms: number) => {
  portal.clock.now = new Date(portal.clock.now.getTime() + ms)
}
const openTicket = async (): Promise<number> =>
  (await portal.console(raul, 'GET', '/tickets', { view: 'open' })).data.items[0].number
/** Makes an event for the webhooks. */
const happens = async (): Promise<number> => {
  raul = await portal.consoleLogIn('raul')
  const ticket = await openTicket()
  expect((await portal.console(raul, 'POST', '/ticket/note', { ticket, text: 'Un secreto' })).status).toBe(200)
  return ticket
}
const listed = async () => {
  raul = await portal.consoleLogIn('raul')
  return (await portal.console(raul, 'GET', '/webhooks')).data.items[0]
}
const deliveries = async (webhook: number) =>
  (await portal.console(raul, 'GET', '/webhooks/deliveries', { webhook })).data.items
/** The signature of Standard Webhooks, computed independently. */
const signatureOf = ({ headers, body }: Received, secret: string): string => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

describe('a webhook', () => {
  test('gets the events from then on, signed with the time, in identities and no words', async () => {
    await happens()
    const { webhook, secret } = await create()
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    const ticket = await happens()
    await portal.console(raul, 'POST', '/ticket/assign', { ticket, technician: 'sonia', was: null })
    await send()
    expect(received).toHaveLength(1)
    const [{ headers, body } = { headers: {}, body: '' }] = received
    expect(JSON.parse(body)).toEqual({
      type: 'ticket.internal-note',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      data: { event: expect.any(Number), client: expect.any(Number), ticket, actor: 'technician' },
    })
    expect(headers['webhook-timestamp']).toBe(String(NOON.getTime() / 1000))
    expect(headers['webhook-id']).toBe(`${webhook.id}-${JSON.parse(body).data.event}`)
    expect(headers['webhook-signature']).toBe(signatureOf({ headers, body }, secret))
    expect(await deliveries(webhook.id)).toMatchObject([
      { id: headers['webhook-id'], state: 'delivered', attempts: 1, outcome: '204', nextAt: null, body },
    ])
    await send()
    expect(received).toHaveLength(1)
  })

  test('is told of each event once by several servers at the same time', async () => {
    const { webhook } = await create()
    for (let times = 0; times < 25; times += 1) await happens()
    const others = [1, 2].map(() => openDatabase(portal.url, { role: 'portal_staff', connections: 2 }))
    await Promise.all(
      [portal.staff, ...others].map((staff) => sendWebhooks({ ...courier, staff }, () => portal.clock.now)),
    )
    await Promise.all(others.map((other) => other.close()))
    await send()
    const ids = received.map(({ headers }) => headers['webhook-id'])
    expect([ids.length, new Set(ids).size]).toEqual([25, 25])
    expect((await deliveries(webhook.id)).every(({ state }: { state: string }) => state === 'delivered')).toBe(true)
  })

  test('is told again under the same id by another server if one dies after taking a delivery', async () => {
    const { webhook } = await create()
    await happens()
    answer = { status: 500 }
    await send()
    later(MINUTE_MS)
    // It took the delivery and was killed.
    const until = new Date(portal.clock.now.getTime() + 2 * MINUTE_MS)
    expect(await takeDue(portal.staff, webhook.id, 10, portal.clock.now, until)).toHaveLength(1)
    answer = { status: 200 }
    await send()
    expect(received).toHaveLength(1)
    later(2 * MINUTE_MS)
    await send()
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(
      Array(2).fill(received[0]?.headers['webhook-id']),
    )
  })

  test('is tried again with growing pauses for a day, then the letter is dead, to be seen and sent again', async () => {
    const { webhook, secret } = await create()
    await happens()
    answer = { status: 503 }
    const tries: number[] = []
    for (let minute = 0; minute <= 25 * 60; minute += 1) {
      const before = received.length
      portal.clock.now = new Date(NOON.getTime() + minute * MINUTE_MS)
      // oxlint-disable-next-line no-await-in-loop -- minute after minute
      await send()
      if (received.length > before) tries.push(minute)
    }
    expect(tries).toEqual([0, 1, 6, 21, 51, 111, 231, 471, 951, 1431])
    expect(received.every((one) => one.headers['webhook-signature'] === signatureOf(one, secret))).toBe(true)
    expect(new Set(received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(10)
    expect(await listed()).toMatchObject({ waiting: 0, dead: 1, active: true, failingSince: NOON.toISOString() })
    const [dead] = await deliveries(webhook.id)
    expect(dead).toMatchObject({ state: 'dead', attempts: 10, outcome: '503' })
    answer = { status: 200 }
    const again = await portal.console(raul, 'POST', '/webhooks/resend', { webhook: webhook.id })
    expect(again.data).toEqual({ count: 1 })
    await send()
    expect(await listed()).toMatchObject({ waiting: 0, dead: 0, failingSince: null })
    expect(received.at(-1)?.headers['webhook-id']).toBe(dead.id)
  })

  test('is given up after three days in which nothing arrived, which the audit says; what happens meanwhile is not lost', async () => {
    const { webhook } = await create()
    answer = { status: 500 }
    for (const day of [0, 1, 2, 3]) {
      portal.clock.now = new Date(NOON.getTime() + day * 24 * HOUR_MS)
      // oxlint-disable-next-line no-await-in-loop -- day after day
      await happens()
      // oxlint-disable-next-line no-await-in-loop -- day after day
      await send()
    }
    const given = await listed()
    expect(given).toMatchObject({ active: false, givenUpAt: portal.clock.now.toISOString() })
    const audit = await portal.console(raul, 'GET', '/audit', { technician: 'portal', act: '/console/webhooks/change' })
    expect(JSON.stringify(audit.data.items[0].details)).toContain('CRM')
    received = []
    answer = { status: 200 }
    await happens()
    await send()
    expect(received).toEqual([])
    const change = { webhook: webhook.id, name: 'CRM', address, kinds: ['internal-note'], active: true }
    expect((await portal.console(raul, 'POST', '/webhooks/change', { ...change, revision: 1 })).status).toBe(409)
    await portal.console(raul, 'POST', '/webhooks/change', { ...change, revision: given.revision })
    await send()
    expect(received.length).toBeGreaterThanOrEqual(1)
    expect(await listed()).toMatchObject({ active: true, givenUpAt: null, failingSince: null })
  })

  test('that answers 410 is given up at once', async () => {
    await create()
    await happens()
    answer = { status: 410 }
    await send()
    expect(await listed()).toMatchObject({ active: false, givenUpAt: NOON.toISOString() })
  })

  test('is signed with both secrets for a day after a rotation', async () => {
    const { webhook, secret } = await create()
    const { data } = await portal.console(raul, 'POST', '/webhooks/rotate', { webhook: webhook.id })
    await happens()
    await send()
    later(24 * HOUR_MS)
    await happens()
    await send()
    const [during, after] = received
    if (!during || !after) throw new Error('not told')
    expect(during.headers['webhook-signature']).toBe(
      `${signatureOf(during, data.secret)} ${signatureOf(during, secret)}`,
    )
    expect(after.headers['webhook-signature']).toBe(signatureOf(after, data.secret))
  })

  test.each([
    ['a redirect, which is not followed', { status: 302, headers: { location: '/elsewhere' } }, '302'],
    ['silence', { status: 200, hangs: true as const }, 'timeout'],
  ])('does not take %s for an arrival', async (_what, given, outcome) => {
    const { webhook } = await create()
    await happens()
    answer = given
    await send()
    expect(received).toHaveLength(1)
    expect(await deliveries(webhook.id)).toMatchObject([{ state: 'waiting', outcome }])
  })

  test('that fails holds up no other one', async () => {
    await create({ name: 'A', address: address.replace(/:\d+/, ':1') })
    const good = await create({ name: 'B' })
    await happens()
    await send()
    expect(await deliveries(good.webhook.id)).toMatchObject([{ state: 'delivered' }])
    expect(await listed()).toMatchObject({ name: 'A', waiting: 1 })
  })

  test.each([
    ['http://hooks.example.com/', 'Una dirección https:// completa, sin usuario ni contraseña'],
    ['ftp://hooks.example.com/', 'Una dirección https:// completa, sin usuario ni contraseña'],
    ['https://user:word@hooks.example.com/', 'Una dirección https:// completa, sin usuario ni contraseña'],
    ['hooks.example.com', 'Una dirección https:// completa, sin usuario ni contraseña'],
    ['https://10.0.0.7/', INSIDE()],
    ['https://[::1]/', INSIDE()],
    ['https://2852039166/', INSIDE()],
    ['https://0xa.1/', INSIDE()],
    ['https://[::ffff:169.254.169.254]/', INSIDE()],
  ])('is not made for %s', async (given, sentence) => {
    const sent = { name: 'CRM', address: given, kinds: ['answer'] }
    const { status, raw } = await portal.console(raul, 'POST', '/webhooks/create', sent)
    expect([status, raw.json().data.data.errores]).toEqual([422, { address: sentence }])
  })
})

describe('a call to a webhook', () => {
  const letter = { id: '1-1', body: '{}', secrets: [Buffer.alloc(32)] }
  const resolving = (...addresses: string[]): typeof lookup =>
    ((_name: string, _options: object, done: (error: null, found: object[]) => void) =>
      done(null, [{ address: addresses.shift() ?? '', family: 4 }])) as unknown as typeof lookup

  test.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '172.20.0.1', '192.168.1.1', '100.64.0.1', '0.0.0.0'])(
    'goes nowhere if the name resolves to %s',
    async (inside) => {
      const lookup = lookupOutside([], resolving(inside))
      expect(await callWebhook({ ...letter, address: 'https://rebind.example/' }, { inside: [], lookup }, NOON)).toBe(
        'inside',
      )
    },
  )

  test('goes to the address that was checked, whatever the name says a moment later', async () => {
    const asked = resolving('127.0.0.1', '10.0.0.1')
    const { port } = receiver.address() as AddressInfo
    const lookup = lookupOutside(['moving.example'], asked)
    const called = { ...letter, address: `http://moving.example:${port}/hook` }
    expect(await callWebhook(called, { inside: ['moving.example'], lookup }, NOON)).toBe(204)
    expect(received).toHaveLength(1)
  })

  test.each(['https://127.0.0.1/', 'https://[fd00::1]/', 'https://[fe80::1]/', 'https://[64:ff9b::7f00:1]/'])(
    'goes not to %s, which needs no name',
    async (address) => {
      expect(await callWebhook({ ...letter, address }, { inside: [] }, NOON)).toBe('inside')
    },
  )

  test('goes by https alone, but to hosts that the operator named', async () => {
    expect(await callWebhook({ ...letter, address: 'http://example.com/' }, { inside: [] }, NOON)).toBe('insecure')
  })
})

function INSIDE(): string {
  return 'Esa dirección es de la red interna: solo se admiten las que permite WEBHOOK_INSIDE_HOSTS'
}
