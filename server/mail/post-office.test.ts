import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../db/sql.ts'
import { mailOffice } from '../testing/mail-office.ts'
import { type MailServer, mailServer } from '../testing/mail-server.ts'
import { NOON } from '../testing/noon.ts'
import { lucia, openTicketDesk, portal, raised, simulate } from '../testing/ticket-desk.ts'
import { openMailer } from './mailer.ts'
import { sendMails } from './post-office.ts'
import type { PostOffice } from './post-settlement.ts'

openTicketDesk()

// The way of a mail from an act to the mail server.

const MINUTE_MS = 60_000
const LUCIA = 'lucia.ferrer@levante.example'

let server: MailServer
let office: PostOffice
let now: Date
beforeEach(async () => {
  server = await mailServer()
  office = await mailOffice(portal.staff, server.url)
  now = NOON
  await portal.owner.query('delete from mail; delete from mail_address')
  await sendMails({ ...office, mailer: openMailer(undefined, office.settings) }, () => now)
})
afterEach(() => server.close())

const work = () => sendMails(office, () => now)
const pass = (minutes: number) => {
  now = new Date(now.getTime() + minutes * MINUTE_MS)
}
const outbox = async () =>
  (
    await portal.owner.query<{ kind: string; state: string; attempts: number; last_error: string }>(
      'select kind, state, attempts, last_error from mail order by mail_id',
    )
  ).rows
const states = async () => (await outbox()).map(({ kind, state }) => `${kind} ${state}`)
const subjects = () => server.received.map(({ body }) => headerOf(body, 'Subject'))
/** A header's value, unfolded and with its words decoded. */
const headerOf = (body: string, name: string): string => {
  const [head = ''] = body.split('\r\n\r\n')
  const line = head
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .find((each) => each.startsWith(`${name}: `))
  return (line ?? '')
    .slice(name.length + 2)
    .replaceAll(/\?= =\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/g, (_all, word: string) =>
      decodeURIComponent(word.replaceAll('_', ' ').replaceAll('%', '%25').replaceAll('=', '%')),
    )
}

test('an event of a ticket is told once, in one thread, by a mail that machines recognise', async () => {
  const ticket = await raised()
  await work()
  await simulate(ticket)
  await work()
  await simulate(ticket, { cerrar: 'S' })
  await work()
  await work()
  expect(subjects()).toEqual([
    `Hemos registrado su ticket ${ticket}`,
    `Hemos contestado a su ticket ${ticket}`,
    `Hemos cerrado su ticket ${ticket}`,
  ])
  expect(server.received.map(({ to }) => to)).toEqual([[LUCIA], [LUCIA], [LUCIA]])
  const [first = '', , last = ''] = server.received.map(({ body }) => body)
  expect(headerOf(first, 'Auto-Submitted')).toBe('auto-generated')
  expect(headerOf(first, 'In-Reply-To')).toBe(`<ticket-${ticket}@portal.example>`)
  const ids = server.received.map(({ body }) => headerOf(body, 'Message-ID'))
  expect(new Set(ids).size).toBe(3)
  expect(headerOf(last, 'References')).toBe([`<ticket-${ticket}@portal.example>`, ids[0], ids[1]].join(' '))
  expect(await states()).toEqual(['registered sent', 'answer sent', 'closing sent'])
})

test('an answer and a closing that come before either has left are one mail, which says both', async () => {
  const ticket = await raised()
  await work()
  server.received.length = 0
  await simulate(ticket)
  await simulate(ticket, { cerrar: 'S' })
  await work()
  expect(subjects()).toEqual([`Hemos cerrado su ticket ${ticket}`])
  expect(server.received[0]?.body).toContain(`Soporte ha contestado a su ticket ${ticket},`)
  expect(server.received[0]?.body).toContain('y lo ha cerrado')
  expect(await states()).toEqual(['registered sent', 'closing sent'])
})

test('nobody gets a mail about their own act, nor about internal work', async () => {
  const ticket = await raised()
  await work()
  server.received.length = 0
  await portal.call(lucia, 'POST', '/consultas/responder_consulta', { llpadre: ticket, llobse: 'Algo más.' })
  await portal.owner.query(`update ticket set last_entry_at = last_entry_at - interval '3 days' where number = $1`, [
    ticket,
  ])
  await portal.call(lucia, 'POST', '/consultas/reclamar_consulta', { llnumreg: ticket })
  await work()
  expect(subjects()).toEqual([])
})

test.each([
  ['is away', 'connect', 'drop'],
  ['greets with a refusal', 'connect', 554],
  ['has no room for the recipient now', 'recipient', 452],
  ['says nothing to a recipient', 'recipient', 'hang'],
  ['takes no text now', 'text', 451],
] as const)('a mail server that %s gets the mail later, once', async (_what, where, fault) => {
  server.behaviour.at = (stage) => (stage === where ? fault : null)
  const ticket = await raised()
  for (let hour = 0; hour < 3; hour++) {
    await work()
    pass(60)
  }
  expect(server.received).toEqual([])
  expect(await states()).toEqual(['registered queued'])
  const [{ attempts, last_error: reason } = { attempts: 0, last_error: '' }] = await outbox()
  expect(attempts).toBe(3)
  expect(reason).not.toBe('')
  server.behaviour.at = () => null
  await work()
  await work()
  expect(subjects()).toEqual([`Hemos registrado su ticket ${ticket}`])
})

test('a mail server that is killed and started again gets each mail once', async () => {
  const { port } = new URL(server.url)
  await server.close()
  const tickets = [await raised(), await raised()]
  await work()
  pass(60)
  server = await mailServer(Number(port))
  await work()
  expect(subjects().toSorted()).toEqual(tickets.map((ticket) => `Hemos registrado su ticket ${ticket}`))
})

test.each(['hang', 'drop'] as const)(
  'a mail server that has all of the text and then does %s may have taken it: it is not sent again',
  async (fault) => {
    server.behaviour.at = (stage) => (stage === 'text' ? fault : null)
    await raised()
    await work()
    server.behaviour.at = () => null
    pass(24 * 60)
    await work()
    expect(await states()).toEqual(['registered possibly-sent'])
    expect(server.received).toEqual([])
  },
)

test('a text that is refused for good says nothing against the address', async () => {
  server.behaviour.at = (stage) => (stage === 'text' ? 554 : null)
  await raised()
  await work()
  expect(await states()).toEqual(['registered failed'])
  expect((await portal.owner.query('select from mail_address where refused_at is not null')).rowCount).toBe(0)
})

test('a mail that nobody takes for over a day is given up, and stays in the outbox', async () => {
  server.behaviour.at = () => 'drop'
  await raised()
  for (let quarter = 0; quarter < 35 * 4; quarter++) {
    await work()
    pass(15)
  }
  expect(await states()).toEqual(['registered failed'])
})

test('a reader gets twenty mails an hour, and all further ones in one', async () => {
  const ticket = await raised()
  for (let times = 0; times < 23; times++) await simulate(ticket)
  await work()
  expect(server.received).toHaveLength(20)
  pass(61)
  await work()
  await work()
  expect(server.received).toHaveLength(21)
  expect(subjects().at(-1)).toBe('4 novedades en Soporte online')
  const mails = await outbox()
  expect(mails.filter(({ state }) => state === 'suppressed')).toHaveLength(4)
})

test('of three servers at work at once one sends each mail', async () => {
  const others = [1, 2].map(() => openDatabase(portal.url, { role: 'portal_staff', connections: 2 }))
  onTestFinished(async () => {
    for (const other of others) await other.close()
  })
  const offices = [office, ...(await Promise.all(others.map((staff) => mailOffice(staff, server.url))))]
  const tickets: number[] = []
  for (let times = 0; times < 8; times++) tickets.push(await raised())
  await Promise.all(offices.map((each) => sendMails(each, () => now)))
  expect(subjects().toSorted()).toEqual(tickets.map((ticket) => `Hemos registrado su ticket ${ticket}`).toSorted())
})

test('a mail that a dead server was sending is sent by another one, unless the mail server may have it', async () => {
  const [begun, handed] = [await raised(), await raised()]
  await sendMails(
    { ...office, mailer: { ...office.mailer, deliver: () => Promise.reject(new Error('dead')) } },
    () => now,
  )
  const dead = (ticket: number, at: Date | null) =>
    portal.owner.query(
      `update mail set state = 'sending', attempts = 1, taken_at = $2, handed_at = $3, settled_at = null where ticket_number = $1`,
      [ticket, now, at],
    )
  await dead(begun, null)
  await dead(handed, now)
  await work()
  expect(server.received).toEqual([])
  pass(6)
  await work()
  expect(subjects()).toEqual([`Hemos registrado su ticket ${begun}`])
  expect((await states()).toSorted()).toEqual(['registered possibly-sent', 'registered sent'])
})

test('without a mail server nothing waits, and events of that time are not told later', async () => {
  office = await mailOffice(portal.staff, undefined)
  await raised()
  await work()
  office = await mailOffice(portal.staff, server.url)
  await work()
  expect(await outbox()).toEqual([])
  expect(server.received).toEqual([])
})

test('a daily reader gets one mail in the morning, but at once what asks for an act; one who wants acts alone gets no other', async () => {
  await portal.owner.query(`insert into mail_address (client_id, email, choice) values (1001, $1, 'daily')`, [LUCIA])
  const ticket = await raised()
  await simulate(ticket)
  await work()
  expect(subjects()).toEqual([])
  await simulate(ticket, { cerrar: 'S' })
  await work()
  expect(subjects()).toEqual([`Hemos cerrado su ticket ${ticket}`])
  now = new Date('2026-11-19T07:00:00Z')
  await work()
  expect(subjects()).toEqual([`Hemos cerrado su ticket ${ticket}`, '2 novedades en Soporte online'])
  await portal.owner.query(`update mail_address set choice = 'acts'`)
  const other = await raised()
  await simulate(other, { cerrar: 'S' })
  await work()
  expect(subjects().slice(2)).toEqual([`Hemos cerrado su ticket ${other}`])
})

test('a title with a line break or markup stays text, in the reader’s language', async () => {
  await portal.owner.query(`insert into mail_address (client_id, email, language) values (1001, $1, 'en')`, [LUCIA])
  const ticket = await raised({ titulo: 'Cierre <b>x</b>' })
  await portal.owner.query(`update ticket set title = E'Cierre <b>x</b>\\r\\nBcc: otro@x.example' where number = $1`, [
    ticket,
  ])
  await work()
  const [{ body } = { body: '' }] = server.received
  expect(headerOf(body, 'Subject')).toBe(`We have registered your ticket ${ticket}`)
  expect(headerOf(body, 'Bcc')).toBe('')
  const html = body.slice(body.indexOf('<!doctype'))
  expect(html).toContain('&lt;b&gt;')
  expect(html).not.toContain('<b>')
})
