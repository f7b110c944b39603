import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { mailOffice } from '../testing/mail-office.ts'
import { type MailServer, type MailStage, mailServer } from '../testing/mail-server.ts'
import { NOON } from '../testing/noon.ts'
import { openTicketDesk, portal, raised } from '../testing/ticket-desk.ts'
import { sendMails } from './post-office.ts'

openTicketDesk()

// A process that sends mails is killed between any two steps: no mail is lost, and none arrives twice.

const PROCESS = fileURLToPath(new URL('../process/post-office-process.ts', import.meta.url))
/** After this time others take the mails of a server that died. */
const LATER = new Date(NOON.getTime() + 6 * 60_000)

let server: MailServer
beforeEach(async () => {
  server = await mailServer()
  await portal.owner.query('delete from mail; delete from mail_address')
  await sendMails(await mailOffice(portal.staff, undefined), () => NOON)
})
afterEach(() => server.close())

function startOffice(): ChildProcess {
  const child = spawn(process.execPath, [PROCESS, portal.url, server.url, NOON.toISOString()], { stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Kills a post office at this step. With `taken` the mail server has accepted the mail, but could no longer answer. */
async function killAt(stage: MailStage, taken = false): Promise<void> {
  const child = startOffice()
  const killed = once(child, 'exit')
  server.behaviour.at = (reached, to) => {
    if (reached !== stage) return null
    if (taken) server.received.push({ from: '', to: [to], body: '' })
    child.kill('SIGKILL')
    return 'hang'
  }
  await killed
  expect(child.signalCode).toBe('SIGKILL')
  server.behaviour.at = () => null
}

const othersWork = async () => {
  for (const at of [NOON, LATER, LATER]) await sendMails(await mailOffice(portal.staff, server.url), () => at)
}
const shown = async () => {
  const raul = await portal.consoleLogIn('raul')
  return (await portal.console(raul, 'GET', '/outbox')).data.items
}

test.each(['connect', 'recipient'] as const)(
  'killed at «%s», with a mail taken out but not handed over: another one sends it, once',
  async (stage) => {
    await raised()
    await killAt(stage)
    await othersWork()
    expect(server.received).toHaveLength(1)
    expect(await shown()).toMatchObject([{ state: 'sent', attempts: 2 }])
  },
)

test.each([
  ['before the mail server has kept it', false],
  ['after the mail server has kept it', true],
])('killed with the whole text handed over, %s: possibly sent, and never repeated', async (_when, taken) => {
  await raised()
  await killAt('text', taken)
  await othersWork()
  expect(server.received).toHaveLength(taken ? 1 : 0)
  expect(await shown()).toMatchObject([{ state: 'possibly-sent', attempts: 1, mayResend: true }])
})

test('killed when it has noted a mail as sent: it is not sent again', async () => {
  await raised()
  const child = startOffice()
  const exited = once(child, 'exit')
  await eventually(async () => expect(await shown()).toMatchObject([{ state: 'sent' }]), { interval: 5 })
  child.kill('SIGKILL')
  await exited
  await othersWork()
  expect(server.received).toHaveLength(1)
})

test('killed before it has taken anything out: nothing has happened', async () => {
  await raised()
  const child = startOffice()
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
  expect(await shown()).toEqual([])
  await othersWork()
  expect(server.received).toHaveLength(1)
})
