import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { secretBox } from '../secret-box.ts'
import { eventually } from '../testing/eventually.ts'
import { TEST_KEY, testAppForThisTest } from '../testing/test-app.ts'
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

test('a receiver that follows the page takes what is signed, once, and nothing else', async () => {
  const portal = await testAppForThisTest({ dependencies: { webhookInside: ['127.0.0.1'] } })
  portal.clock.now = new Date()
  const raul = await portal.consoleLogIn('raul')
  const port = await freePort()
  const address = `http://127.0.0.1:${port}/hook`
  const made = await portal.console(raul, 'POST', '/webhooks/create', {
    name: 'CRM',
    address,
    kinds: ['internal-note'],
  })
  const [, receiving = ''] = await examples()
  const receiver = spawn(process.execPath, ['--input-type=module', '-e', receiving], {
    env: { PATH: process.env['PATH'], WEBHOOK_SECRET: made.data.secret, PORT: String(port) },
  })
  onTestFinished(async () => {
    if (receiver.kill()) await once(receiver, 'exit')
  })
  let printed = ''
  receiver.stdout.on('data', (part: Buffer) => (printed += part.toString()))
  await eventually(async () => expect((await fetch(address, { method: 'POST', body: '{}' })).status).toBe(401))

  const ticket = (await portal.console(raul, 'GET', '/tickets', { view: 'open' })).data.items[0].number
  await portal.console(raul, 'POST', '/ticket/note', { ticket, text: 'Una nota' })
  const log = { warn: () => undefined, error: () => undefined }
  const courier = { staff: portal.staff, secrets: secretBox(TEST_KEY), calling: { inside: ['127.0.0.1'] }, log }
  const send = () => sendWebhooks(courier, () => new Date())
  await send()
  await eventually(() => expect(printed).toBe(`ticket.internal-note ${ticket}\n`))
  const webhook = made.data.webhook.id
  const deliveries = () => portal.console(raul, 'GET', '/webhooks/deliveries', { webhook })
  const { event } = (await deliveries()).data.items[0]
  await portal.console(raul, 'POST', '/webhooks/resend', { webhook, event })
  await send()
  expect((await deliveries()).data.items).toMatchObject([{ state: 'delivered', outcome: '204' }])
  expect(printed).toBe(`ticket.internal-note ${ticket}\n`)
})

async function freePort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  holder.close()
  return port
}
