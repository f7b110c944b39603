import { execFile, spawn } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { secretBox } from '../secret-box.ts'
import { eventually } from '../testing/eventually.ts'
import { TEST_KEY, type TestApp, testApp, testAppForThisTest } from '../testing/test-app.ts'
import { sendWebhooks } from './webhooks/courier.ts'

const run = promisify(execFile)

/** The code of docs/integration.md that is a program's, in the order of the page. */
const examples = async (): Promise<string[]> => {
  const page = await readFile(new URL('../../docs/integration.md', import.meta.url), 'utf8')
  return [...page.matchAll(/^```javascript\n(.*?)^```$/gms)].flatMap(([, text]) => text ?? [])
}

test('a program that follows the page reads tickets and leaves its note once, however often it runs', async () => {
  const portal = await testAppForThisTest()
  const raul = await portal.consoleLogIn('raul')
  const scopes = ['tickets-read', 'tickets-write']
  const made = await portal.console(raul, 'POST', '/api-keys/create', {
    name: 'CRM',
    scopes,
    expiresAt: '2027-01-01T00:00:00.000Z',
  })
  const [reading = ''] = await examples()
  const env = {
    PATH: process.env['PATH'],
    SUPPORT_URL: await portal.app.listen({ port: 0, host: '127.0.0.1' }),
    SUPPORT_KEY: made.data.secret,
  }
  const queue = (await portal.console(raul, 'GET', '/tickets', { view: 'unassigned' })).data.items
  const lines = queue.map(({ number, title }: { number: number; title: string }) => `${number} ${title}\n`).join('')
  for (const time of ['first', 'second']) {
    expect((await run(process.execPath, ['--input-type=module', '-e', reading], { env })).stdout, time).toBe(lines)
  }
  const { data } = await portal.console(raul, 'GET', '/ticket', { number: queue[0].number })
  expect(data.notes).toMatchObject([{ author: 'CRM', text: 'Seen by the CRM' }])
  await expect(
    run(process.execPath, ['--input-type=module', '-e', reading], { env: { ...env, SUPPORT_KEY: 'soporte_other' } }),
  ).rejects.toThrow('401: La clave de API no vale')
})

describe('a receiver that follows the page', () => {
  const log = { warn: () => undefined, error: () => undefined }
  let portal: TestApp
  let raul: string
  let address: string
  let webhook: { readonly id: number; readonly secret: string }
  /** What the receiver has printed. */
  let printed = ''
  beforeAll(async () => {
    portal = await testApp({ dependencies: { webhookInside: ['127.0.0.1'] } })
  })
  afterAll(() => portal.close())
  beforeEach(async () => {
    portal.clock.now = new Date()
    await portal.owner.query('delete from webhook')
    raul = await portal.consoleLogIn('raul')
    address = `http://127.0.0.1:${await freePort()}/hook`
    const { data } = await portal.console(raul, 'POST', '/webhooks/create', {
      name: 'CRM',
      address,
      kinds: ['internal-note'],
    })
    webhook = { id: data.webhook.id, secret: data.secret }
    printed = ''
  })

  const start = async () => {
    const [, receiving = ''] = await examples()
    const receiver = spawn(process.execPath, ['--input-type=module', '-e', receiving], {
      env: { PATH: process.env['PATH'], WEBHOOK_SECRET: webhook.secret, PORT: new URL(address).port },
    })
    onTestFinished(async () => {
      if (receiver.kill()) await once(receiver, 'exit')
    })
    receiver.stdout.on('data', (part: Buffer) => (printed += part.toString()))
    await eventually(async () => expect((await fetch(address, { method: 'POST', body: '{}' })).status).toBe(401))
  }
  const noted = async (): Promise<number> => {
    const ticket = (await portal.console(raul, 'GET', '/tickets', { view: 'open' })).data.items[0].number
    await portal.console(raul, 'POST', '/ticket/note', { ticket, text: 'Una nota' })
    return ticket
  }
  const send = (now = new Date()) => {
    const courier = { staff: portal.staff, secrets: secretBox(TEST_KEY), calling: { inside: ['127.0.0.1'] }, log }
    return sendWebhooks(courier, () => now)
  }
  const deliveries = async () =>
    (await portal.console(raul, 'GET', '/webhooks/deliveries', { webhook: webhook.id })).data.items
  const resend = async () => {
    const [{ event }] = await deliveries()
    await portal.console(raul, 'POST', '/webhooks/resend', { webhook: webhook.id, event })
  }

  test('takes each event once, also if it is sent again', async () => {
    await start()
    const ticket = await noted()
    await send()
    await eventually(() => expect(printed).toBe(`ticket.internal-note ${ticket}\n`))
    await resend()
    await send()
    expect(await deliveries()).toMatchObject([{ state: 'delivered', outcome: '204' }])
    expect(printed).toBe(`ticket.internal-note ${ticket}\n`)
  })

  test('gets a letter that died while it was away, once it is sent again', async () => {
    const ticket = await noted()
    // For a day nobody listens there.
    for (let minutes = 0; minutes <= 25 * 60; minutes += 30) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await send(new Date(portal.clock.now.getTime() + minutes * 60_000))
    }
    expect(await deliveries()).toMatchObject([{ state: 'dead', attempts: 10 }])
    await start()
    await send()
    expect(printed).toBe('')
    await resend()
    await send()
    expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 1, outcome: '204' }])
    await eventually(() => expect(printed).toBe(`ticket.internal-note ${ticket}\n`))
  })

  test('takes the signatures of both secrets after a change, and refuses every other letter', async () => {
    await start()
    const { data } = await portal.console(raul, 'POST', '/webhooks/rotate', { webhook: webhook.id })
    expect(data.secret).not.toBe(webhook.secret)
    const ticket = await noted()
    // It still has the secret before.
    await send()
    await eventually(() => expect(printed).toBe(`ticket.internal-note ${ticket}\n`))

    const body = JSON.stringify({ type: 'ticket.answer', data: { ticket } })
    const seconds = Math.floor(Date.now() / 1000)
    const posted = async ({ id = 'x-1', time = seconds, text = body, key = keyOf(webhook.secret) }) => {
      const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': String(time),
        'webhook-signature': `v1,${signature}`,
      }
      return (await fetch(address, { method: 'POST', headers, body: text })).status
    }
    expect(await posted({ key: randomBytes(32) })).toBe(401)
    expect(await posted({ text: body.replace('answer', 'claim') })).toBe(401)
    expect(await posted({ time: seconds - 301 })).toBe(401)
    expect(await posted({ time: seconds + 310 })).toBe(401)
    expect(printed).toBe(`ticket.internal-note ${ticket}\n`)
    expect(await posted({})).toBe(204)
    await eventually(() => expect(printed).toBe(`ticket.internal-note ${ticket}\nticket.answer ${ticket}\n`))
  })
})

const keyOf = (secret: string): Buffer => Buffer.from(secret.replace('whsec_', ''), 'base64')

async function freePort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  holder.close()
  return port
}
