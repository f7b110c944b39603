import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../db/sql.ts'
import { EFFORT } from '../testing/effort.ts'
import { mailOffice } from '../testing/mail-office.ts'
import { type MailFault, type MailServer, type MailStage, mailServer } from '../testing/mail-server.ts'
import { NOON } from '../testing/noon.ts'
import { patient } from '../testing/patience.ts'
import { openTicketDesk, portal } from '../testing/ticket-desk.ts'
import { sendMails } from './post-office.ts'
import type { PostOffice } from './post-settlement.ts'

openTicketDesk()

// For an hour a mail server is away, refuses, hangs or dies: no mail is lost, and none arrives twice. The clock is set;
// the test does not wait.

const MINUTE_MS = 60_000
const PROCESS = fileURLToPath(new URL('../process/mail-server-process.ts', import.meta.url))
/** Minutes between two looks of a server. */
const OFTEN = EFFORT > 1 ? 6 : 15
const MANY = EFFORT > 1 ? 300 : 60
const READERS = ['a', 'b', 'c']
const SONIA = 'sonia@soporte.example'

let server: MailServer
let office: PostOffice
let now: Date
let ticket: number
beforeEach(async () => {
  server = await mailServer()
  office = await mailOffice(portal.staff, server.url)
  now = NOON
  await portal.owner.query(`
    delete from mail; delete from mail_address; update notification set mail_id = null; delete from technician_mail; delete from notification;
    update technician set email = case username when 'sonia' then '${SONIA}' end, email_refused_at = null, email_refusal = ''`)
  await sendMails(await mailOffice(portal.staff, undefined), () => now)
  const { rows } = await portal.owner.query(
    'select number::int from ticket where client_id = 1001 and merged_into is null order by number limit 1',
  )
  ticket = rows[0].number
})
afterEach(() => server.close())

/** Mails to customers, and one to a technician who is away. */
async function write(readers = READERS): Promise<void> {
  await portal.owner.query(
    `insert into mail (client_id, kind, cause, ticket_number, reader, email, language, message_name, created_at, due_at)
     select 1001, 'answer', 'test ' || r, $1, r, r || '@levante.example', 'es', '<' || r || '@portal.example>', $2, $2
     from unnest($3::text[]) r`,
    [ticket, now, readers],
  )
  await portal.owner.query(
    "insert into notification (username, kind, subject, number, cause, at) values ('sonia', 'claimed', 'ticket', $1, 'test', $2)",
    [ticket, now],
  )
}
const work = (offices = [office]) => Promise.all(offices.map((each) => sendMails(each, () => now)))
/** Stands for the servers' loops, which look again and again. */
async function passes(minutes: number, step: number, offices = [office]): Promise<void> {
  for (let passed = 0; passed < minutes; passed += step) {
    await work(offices)
    now = new Date(now.getTime() + step * MINUTE_MS)
  }
}
const states = async () => {
  const { rows } = await portal.owner.query<{ email: string; state: string }>(
    'select email, state from mail union all select email, state from technician_mail order by email',
  )
  return Object.fromEntries(rows.map(({ email, state }) => [email, state]))
}
const ALL = [...READERS.map((reader) => `${reader}@levante.example`), SONIA]
const each = (state: string) => Object.fromEntries(ALL.map((email) => [email, state]))
const arrived = () => server.received.flatMap(({ to }) => to).toSorted()

describe('an hour in which the mail server', () => {
  const fail = (where: MailStage, fault: MailFault) => {
    server.behaviour.at = (stage) => (stage === where ? fault : null)
  }

  test.each([
    ['drops each connection', 'connect', 'drop'],
    ['greets with 421', 'connect', 421],
    ['greets with 554', 'connect', 554],
    ['refuses the sender with 451', 'sender', 451],
    ['refuses the sender with 550', 'sender', 550],
    ['drops at the sender', 'sender', 'drop'],
    ['refuses recipients with 450', 'recipient', 450],
    ['drops at a recipient', 'recipient', 'drop'],
    ['says nothing to a recipient', 'recipient', 'hang'],
    ['refuses texts with 451', 'text', 451],
  ] as const)('%s: each mail arrives afterwards, once', async (_what, where, fault) => {
    await write()
    fail(where, fault)
    await passes(60, OFTEN)
    expect(arrived()).toEqual([])
    expect(await states()).toEqual(each('queued'))
    server.behaviour.at = () => null
    await passes(180, 2 * OFTEN)
    expect(arrived()).toEqual(ALL)
    expect(await states()).toEqual(each('sent'))
  })

  test.each([
    ['has the text and hangs', 'text', 'hang', []],
    ['has the text and drops', 'text', 'drop', []],
    ['keeps the text and drops before it says so', 'text', 'keep', ALL],
  ] as const)(
    '%s: possibly sent, seen by a supervisor, and never repeated by itself',
    async (_what, where, fault, had) => {
      await write()
      fail(where, fault)
      await passes(60, OFTEN)
      server.behaviour.at = () => null
      await passes(180, 2 * OFTEN)
      expect(await states()).toEqual(each('possibly-sent'))
      expect(arrived()).toEqual(had)
      const raul = await portal.consoleLogIn('raul')
      for (const path of ['/outbox', '/outbox/technicians']) {
        const { items } = (await portal.console(raul, 'GET', path)).data
        expect(items.every(({ state }: { state: string }) => state === 'possibly-sent')).toBe(true)
        expect(items.length).toBeGreaterThan(0)
      }
    },
  )

  test.each([
    ['refuses recipients with 550', 'recipient', 550],
    ['refuses texts with 554', 'text', 554],
  ] as const)(
    '%s: refused for good, seen with the reason, and sent when a supervisor says so',
    async (_what, where, fault) => {
      await write()
      fail(where, fault)
      await passes(60, OFTEN)
      server.behaviour.at = () => null
      await passes(60, 10)
      expect(await states()).toEqual(each('failed'))
      expect(arrived()).toEqual([])
      portal.clock.now = now
      const raul = await portal.consoleLogIn('raul')
      const customers = (await portal.console(raul, 'GET', '/outbox')).data.items
      for (const { id, reason } of customers) {
        expect(reason).toContain(String(fault))
        await portal.console(raul, 'POST', '/outbox/resend', { client: 1001, mail: id })
      }
      const [{ id: told, reason }] = (await portal.console(raul, 'GET', '/outbox/technicians')).data.items
      expect(reason).toContain(String(fault))
      await portal.console(raul, 'POST', '/outbox/technicians/resend', { mail: told })
      await passes(30, 10)
      // A ticket's mails go to the address on record today.
      expect(new Set(Object.values(await states()))).toEqual(new Set(['sent']))
      expect(arrived()).toEqual([...READERS.map(() => 'lucia.ferrer@levante.example'), SONIA].toSorted())
    },
  )

  test(`is away: ${MANY} mails arrive afterwards, once each, from three servers at once`, async () => {
    const others = [1, 2].map(() => openDatabase(portal.url, { role: 'portal_staff', connections: 2 }))
    onTestFinished(async () => {
      for (const other of others) await other.close()
    })
    const offices = [office, ...(await Promise.all(others.map((staff) => mailOffice(staff, server.url))))]
    const readers = Array.from({ length: MANY }, (_, index) => `r${index}`)
    await write(readers)
    fail('connect', 'drop')
    await passes(60, OFTEN, offices)
    server.behaviour.at = () => null
    const begun = performance.now()
    await passes(180, 20, offices)
    const took = performance.now() - begun
    expect(arrived()).toEqual([...readers.map((reader) => `${reader}@levante.example`), SONIA].toSorted())
    expect(new Set(Object.values(await states()))).toEqual(new Set(['sent']))
    expect(took).toBeLessThan(patient(120_000))
  })
})

describe('a mail server that is killed', () => {
  let folder: string
  let port: number
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-killed-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    port = Number(new URL(server.url).port)
    await server.close()
  })
  const kept = async () => {
    const text = await readFile(join(folder, 'kept'), 'utf8').catch(() => '')
    return text.split('\n').filter(Boolean).toSorted()
  }
  async function start(step: string): Promise<ChildProcess> {
    const child = spawn(process.execPath, [PROCESS, String(port), step, join(folder, 'kept')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const { stdout } = child
    if (stdout) await once(stdout, 'data')
    return child
  }

  test.each([
    ['at a connection', 'connect', 'sent', true],
    ['at the sender', 'sender', 'sent', true],
    ['at a recipient', 'recipient', 'sent', true],
    ['at the first bytes of the text', 'body', 'possibly-sent', false],
    ['with the whole text, before it has kept it', 'text', 'possibly-sent', false],
    ['when it has kept the mail, before it says so', 'kept', 'possibly-sent', true],
  ] as const)(
    '%s, and started again: the mail is %s, and no mail arrives twice',
    async (_when, step, state, arrives) => {
      await write(['a'])
      const child = await start(step)
      const killed = once(child, 'exit')
      await work()
      await killed
      expect(child.signalCode).toBe('SIGKILL')
      const other = await start('none')
      await passes(120, 10)
      other.kill('SIGKILL')
      const settled = await states()
      // The technician's mail leaves first, and meets the death.
      expect(settled).toEqual({ [SONIA]: state, 'a@levante.example': 'sent' })
      expect(await kept()).toEqual(['a@levante.example', ...(arrives ? [SONIA] : [])])
    },
  )
})
