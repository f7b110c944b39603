// A mailbox at a real Dovecot.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { ImapFlow } from 'imapflow'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Dovecot, startDovecot } from '../testing/debian/dovecot.ts'
import { mailInbox, testMailbox } from '../testing/mail/mail-inbox.ts'
import { MX, mailOf } from '../testing/mail/mail-of.ts'
import { eventually } from '../testing/eventually.ts'
import { openTicketDesk, portal, raised } from '../testing/ticket-desk.ts'
import { fetchMails } from './fetch-mails.ts'
import { type OpenMailbox, imapSource } from './mail-source.ts'

openTicketDesk()

const LEVANTE = 1001
const READER = fileURLToPath(new URL('../process/mail-reader-process.ts', import.meta.url))

let dovecot: Dovecot
let inbox: Awaited<ReturnType<typeof mailInbox>>
beforeAll(async () => {
  dovecot = await startDovecot()
  inbox = await mailInbox(portal, testMailbox())
  // Forty people, because nobody writes more than thirty entries an hour by mail.
  await portal.owner.query(`insert into contact (client_id, contact_id, name, email, visibility)
    select 1001, 9000 + n, 'Persona ' || n, 'persona' || n || '@levante.example', 'client' from generate_series(0, 39) n`)
})
afterAll(async () => {
  await inbox.close()
  await dovecot.close()
})

/** Answers to a ticket, each with different words. */
const answers = (ticket: number, words: string, count: number) =>
  Array.from({ length: count }, (_, n) =>
    mailOf({
      from: `persona${n % 40}@levante.example`,
      to: inbox.replyTo(LEVANTE, ticket),
      text: `${words} ${n}\r\n\r\nEl lun, 23 nov 2026, Soporte escribió:\r\n> Pruebe otra vez.\r\n`,
    }),
  )
const expected = (words: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${words} ${n}`).toSorted((one, other) => one.localeCompare(other))
const said = async (ticket: number, words: string): Promise<string[]> => {
  const { rows } = await portal.owner.query('select text from entry where ticket_number = $1 and text like $2', [
    ticket,
    `${words} %`,
  ])
  return rows.map(({ text }) => String(text)).toSorted((one, other) => one.localeCompare(other))
}
const recorded = async (): Promise<number> =>
  (await portal.owner.query('select count(*)::int as n from received_mail')).rows[0].n
/** Lets another reader begin at once after one has died. */
const release = () => portal.owner.query('update mailbox set held_by = null, held_until = null')

const reading = (change: (mailbox: OpenMailbox) => OpenMailbox = (mailbox) => mailbox) => {
  const source = imapSource(dovecot.url)
  const server = { ...inbox.server(), server: randomUUID(), source: async () => change(await source()) }
  return fetchMails(server, () => portal.clock.now)
}

/** What people see in the mailbox. */
async function unseen(): Promise<number> {
  const { hostname, port, username, password } = new URL(dovecot.url)
  const imap = new ImapFlow({
    host: hostname, port: Number(port), secure: false, doSTARTTLS: false, auth: { user: username, pass: password }, logger: false,
  }) // prettier-ignore
  await imap.connect()
  await imap.mailboxOpen('INBOX')
  const found = await imap.search({ seen: false }, { uid: true })
  await imap.logout()
  return found ? found.length : 0
}

describe('nothing is lost, and nothing comes twice', () => {
  test('Dovecot killed between fetching and flagging', async () => {
    const ticket = await raised()
    await dovecot.deliver(answers(ticket, 'Antes de marcar', 20))
    await expect(
      reading((mailbox) => ({
        ...mailbox,
        flagUpTo: async (uid) => {
          if (uid > 0) await dovecot.kill()
          return mailbox.flagUpTo(uid)
        },
      })),
    ).rejects.toThrow('The mailbox cannot be read (unreachable)')
    expect(await said(ticket, 'Antes de marcar')).toEqual(expected('Antes de marcar', 20))
    await dovecot.start()
    expect(await unseen()).toBe(20)
    expect(await reading()).toBe(0)
    expect(await unseen()).toBe(0)
    expect(await said(ticket, 'Antes de marcar')).toEqual(expected('Antes de marcar', 20))
  })

  test('Dovecot killed between two fetches', async () => {
    const ticket = await raised()
    await dovecot.deliver(answers(ticket, 'Entre dos', 20))
    let fetched = 0
    await expect(
      reading((mailbox) => ({
        ...mailbox,
        fetch: async (uid, headersOnly) => {
          if ((fetched += 1) === 8) await dovecot.kill()
          return mailbox.fetch(uid, headersOnly)
        },
      })),
    ).rejects.toThrow('The mailbox cannot be read')
    expect(await said(ticket, 'Entre dos')).toHaveLength(7)
    await dovecot.start()
    expect(await reading()).toBe(13)
    expect(await unseen()).toBe(0)
    expect(await said(ticket, 'Entre dos')).toEqual(expected('Entre dos', 20))
  })

  test('the reading server killed again and again', async () => {
    const ticket = await raised()
    const before = await recorded()
    await portal.owner.query("update received_mail set received_at = received_at - interval '30 days'")
    await dovecot.deliver(answers(ticket, 'Sin parar', 200))
    let kills = 0
    const begin = (): ChildProcess => {
      const child = spawn(process.execPath, [READER, portal.url, dovecot.url, portal.files, MX], { stdio: 'ignore' })
      onTestFinished(() => void child.kill('SIGKILL'))
      return child
    }
    for (let aim = before + 15; aim < before + 200; aim += 15) {
      const child = begin()
      const exited = once(child, 'exit')
      await eventually(async () => expect(await recorded()).toBeGreaterThanOrEqual(aim), { interval: 2 })
      child.kill('SIGKILL')
      await exited
      kills += 1
      await release()
    }
    const last = begin()
    await eventually(async () => expect([await recorded(), await unseen()]).toEqual([before + 200, 0]))
    last.kill('SIGKILL')
    await release()
    expect(await said(ticket, 'Sin parar')).toEqual(expected('Sin parar', 200))
    expect(kills).toBeGreaterThan(10)
  })
})

test('a thousand answers join their tickets within a minute', async () => {
  await portal.owner.query("update received_mail set received_at = received_at - interval '30 days'")
  const tickets = await Promise.all(Array.from({ length: 10 }, () => raised()))
  for (const ticket of tickets) await dovecot.deliver(answers(ticket, 'De mil', 100))
  const began = performance.now()
  expect(await reading()).toBe(1000)
  const seconds = (performance.now() - began) / 1000
  process.stdout.write(`1,000 answers in ${seconds.toFixed(1)} s\n`)
  for (const ticket of tickets) expect(await said(ticket, 'De mil')).toEqual(expected('De mil', 100))
  expect(seconds).toBeLessThanOrEqual(60)
})

test("Dovecot's own words reach the supervisors", async () => {
  const shown = async () => (await portal.console(await portal.consoleLogIn('raul'), 'GET', '/jobs')).data.mailbox
  const wrong = async (change: (url: URL) => void) => {
    const url = new URL(dovecot.url)
    change(url)
    const server = { ...inbox.server(), server: randomUUID(), source: imapSource(url.href) }
    await fetchMails(server, () => portal.clock.now).catch(() => undefined)
    return shown()
  }
  expect(await wrong((url) => (url.password = 'otra'))).toMatchObject({
    reason: 'refused',
    said: '[AUTHENTICATIONFAILED] Authentication failed.',
  })
  expect(await wrong((url) => (url.pathname = '/Perdido'))).toMatchObject({
    reason: 'missing',
    said: expect.stringContaining("Mailbox doesn't exist: Perdido"),
  })
  expect(await wrong((url) => (url.protocol = 'imaps:'))).toMatchObject({ reason: 'insecure' })
  await reading()
  expect(await shown()).toBeNull()
})
