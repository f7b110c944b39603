import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { entrySnippet } from '#contract/console/start/entry-snippet.ts'
import { SHIPPED_CONTENT } from '../../provider-settings.ts'
import { mailServer } from '../../testing/mail-server.ts'
import { newCustomer } from '../../testing/new-customer.ts'
import { testAppForThisTest } from '../../testing/test-app.ts'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

test('the steps are done one after the other, as far as the data says', async () => {
  const content = await mkdtemp(join(tmpdir(), 'portal-steps-'))
  onTestFinished(() => rm(content, { recursive: true, force: true }))
  await cp(SHIPPED_CONTENT, content, { recursive: true })
  const server = await mailServer()
  onTestFinished(server.close)
  const portal = await testAppForThisTest({ dependencies: { smtpUrl: server.url, contentFolder: content } })
  portal.clock.now = new Date()
  const raul = await portal.consoleLogIn('raul')
  const seen = async () => (await portal.console(raul, 'GET', '/first-steps')).data
  const done = async () => (await seen()).done
  // The demo's clients, keys and entries count for nothing.
  await portal.enter('LEV-01', 11)
  const before = await seen()
  expect(before).toMatchObject({ done: [], mailServer: true })
  expect(before.sampleFields).toEqual(expect.arrayContaining(['contact.phone', 'personalData.es']))
  expect(before.sampleDocuments).toBeGreaterThan(10)

  const picture = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')
  await portal.console(raul, 'POST', '/settings/logo', { newest: 0, theme: 'light', picture })
  expect(await done()).toEqual(['logo'])

  const { calendar, revision } = (await portal.console(raul, 'GET', '/office-calendar')).data
  expect((await portal.console(raul, 'POST', '/office-calendar/change', { calendar, revision })).status).toBe(200)
  expect(await done()).toEqual(['logo', 'calendar'])

  const sent = await portal.console(raul, 'POST', '/first-steps/test-mail', { to: 'raul@soporte.example' })
  expect(sent.data).toEqual({ accepted: true, said: expect.stringMatching(/^250 /) })
  expect(server.received).toMatchObject([{ to: ['raul@soporte.example'] }])
  expect(await done()).toEqual(['logo', 'calendar', 'mail'])

  const { data } = await portal.console(raul, 'POST', '/clients/take-on', newCustomer(2001))
  expect(await done()).toEqual(['logo', 'calendar', 'mail', 'customer'])

  const snippet = entrySnippet({ origin: 'https://soporte.example.com', ...data })
  const env = { PATH: process.env['PATH'], SUPPORT_SECRET: data.secret }
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', snippet], { env })
  portal.clock.now = new Date()
  await portal.call(null, 'POST', '/login/nuevo_ticket', { t: stdout.trim().split('#t=')[1] })
  expect(await done()).toEqual(['logo', 'calendar', 'mail', 'customer', 'entry'])
})

test('a test mail that the server refuses is told with its words, and the step is not done', async () => {
  const server = await mailServer()
  onTestFinished(server.close)
  const portal = await testAppForThisTest({ dependencies: { smtpUrl: server.url } })
  const raul = await portal.consoleLogIn('raul')
  const testMail = (cookie: string, to: string) => portal.console(cookie, 'POST', '/first-steps/test-mail', { to })
  server.behaviour.at = (stage) => (stage === 'recipient' ? 550 : null)
  const refused = await testMail(raul, 'nadie@soporte.example')
  expect(refused.data).toEqual({ accepted: false, said: expect.stringContaining('not today') })
  expect(server.received).toEqual([])
  expect((await portal.console(raul, 'GET', '/first-steps')).data.done).not.toContain('mail')
  const wrong = await testMail(raul, 'nadie')
  expect([wrong.status, wrong.data]).toEqual([422, { errores: { to: 'Formato email incorrecto' } }])
  expect((await testMail(await portal.consoleLogIn('sonia'), 'nadie@soporte.example')).status).toBe(403)
})

test('without a mail server that is said', async () => {
  const portal = await testAppForThisTest()
  const raul = await portal.consoleLogIn('raul')
  const { data } = await portal.console(raul, 'POST', '/first-steps/test-mail', { to: 'raul@soporte.example' })
  expect(data).toEqual({ accepted: false, said: 'no mail server' })
  expect((await portal.console(raul, 'GET', '/first-steps')).data.mailServer).toBe(false)
})
