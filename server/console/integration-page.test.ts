import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { testAppForThisTest } from '../testing/test-app.ts'

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
