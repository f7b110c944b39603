import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sendMails } from '../../mail/post-office.ts'
import { mailOffice } from '../../testing/mail-office.ts'
import { type MailServer, mailServer } from '../../testing/mail-server.ts'
import { NOON } from '../../testing/noon.ts'
import { openTicketDesk, portal, raised, simulate } from '../../testing/ticket-desk.ts'
import { bounced } from './outbox-store.ts'

openTicketDesk()

// Supervisors look at the outbox and send mails again.

const MINUTE_MS = 60_000
const LUCIA = 'lucia.ferrer@levante.example'

let raul: string
let server: MailServer
beforeEach(async () => {
  server = await mailServer()
  await portal.owner.query('delete from mail; delete from mail_address; delete from audit')
  await sendMails(await mailOffice(portal.staff, undefined), () => NOON)
  raul = await portal.consoleLogIn('raul')
})
afterEach(async () => {
  await portal.owner.query('update contact set email = $1 where client_id = 1001 and contact_id = 11', [LUCIA])
  await server.close()
})

const work = async () => sendMails(await mailOffice(portal.staff, server.url), () => portal.clock.now)
const pass = async (minutes: number) => {
  portal.clock.now = new Date(portal.clock.now.getTime() + minutes * MINUTE_MS)
  raul = await portal.consoleLogIn('raul')
}
const listed = async (question: object = {}) => (await portal.console(raul, 'GET', '/outbox', question)).data.items
const resend = (mail: number, headers: Record<string, string> = {}, client = 1001) =>
  portal.console(raul, 'POST', '/outbox/resend', { client, mail }, headers)
const refuseRecipients = () => {
  server.behaviour.at = (stage) => (stage === 'recipient' ? 550 : null)
}

describe('the outbox', () => {
  test('shows the outcome of each mail, newest first, and never its content', async () => {
    const ticket = await raised()
    await work()
    server.behaviour.at = (stage) => (stage === 'text' ? 'drop' : null)
    await simulate(ticket)
    await pass(1)
    await work()
    server.behaviour.at = (stage) => (stage === 'connect' ? 'drop' : null)
    await pass(1)
    await simulate(ticket, { cerrar: 'S' })
    await work()
    const items = await listed()
    expect(items).toMatchObject([
      { kind: 'closing', state: 'queued', attempts: 1, settledAt: null, mayResend: true },
      { kind: 'answer', state: 'possibly-sent', attempts: 1, nextAt: null, mayResend: true },
      { kind: 'registered', state: 'sent', reason: '', ticket, email: LUCIA, client: { code: 1001 }, mayResend: true },
    ])
    expect(items[0].nextAt).toBe(new Date(portal.clock.now.getTime() + MINUTE_MS).toISOString())
    expect(items[0].reason).not.toBe('')
    await portal.owner.query(
      `insert into mail (client_id, kind, cause, ticket_number, reader, email, language, message_name, secret, created_at, due_at)
       values (1001, 'code', 'code x', $1, 'Lucía', $2, 'es', '<x@x>', 'sealed-secret', $3, $3)`,
      [ticket, LUCIA, NOON],
    )
    const shown = JSON.stringify(await listed())
    expect(shown).toContain('"code"')
    expect(shown).not.toMatch(/sealed-secret|c2VhbGVk|7365616c|message|secret/i)
  })

  test('is searched by address, ticket, client, state, occasion and day, and read in parts', async () => {
    const [one, other] = [await raised(), await raised()]
    await work()
    refuseRecipients()
    await simulate(other)
    await work()
    const found = async (question: object) => (await listed(question)).map(({ ticket }: { ticket: number }) => ticket)
    expect(await found({ ticket: one })).toEqual([one])
    expect(await found({ state: 'failed' })).toEqual([other])
    expect(await found({ kind: 'answer' })).toEqual([other])
    expect(await found({ search: 'FERRER@levante', ticket: other, kind: 'registered' })).toEqual([other])
    expect(await found({ search: 'Lucia', kind: 'answer' })).toEqual([other])
    expect(await found({ search: 'nobody@' })).toEqual([])
    expect(await found({ client: 1001 })).toHaveLength(3)
    expect(await found({ client: 1002 })).toEqual([])
    expect(await found({ from: new Date(NOON.getTime() + 1).toISOString() })).toEqual([])
    expect(await found({ from: NOON.toISOString(), until: new Date(NOON.getTime() + 1).toISOString() })).toHaveLength(3)
    await portal.owner.query(
      `insert into mail (client_id, kind, cause, reader, email, language, message_name, created_at, due_at, state)
       select 1002, 'valuation', 'x' || n, 'Otra', 'otra@duero.example', 'es', 'x' || n, $1, $1, 'sent' from generate_series(1, 30) n`,
      [NOON],
    )
    const first = (await portal.console(raul, 'GET', '/outbox', { client: 1002, limit: 25 })).data
    const second = (await portal.console(raul, 'GET', '/outbox', { client: 1002, limit: 25, after: first.next })).data
    const ids = [...first.items, ...second.items].map(({ id }: { id: number }) => id)
    expect(new Set(ids).size).toBe(30)
    expect(second.next).toBeNull()
  })
})

describe('a mail', () => {
  test('that failed for good is sent again, once for each key, and the audit says by whom', async () => {
    refuseRecipients()
    await raised()
    await work()
    const [{ id, reason }] = await listed()
    expect(reason).toContain('550')
    server.behaviour.at = () => null
    const key = { 'idempotency-key': 'resend-once' }
    const answers = [await resend(id, key), await resend(id, key)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[1]?.data).toEqual(answers[0]?.data)
    expect(answers[0]?.data).toMatchObject({ id, state: 'queued', reason: '', mayResend: false })
    await work()
    await work()
    expect(server.received).toHaveLength(1)
    expect(await listed()).toMatchObject([{ id, state: 'sent', attempts: 2 }])
    const { rows } = await portal.owner.query(
      `select username, client_id::int, details from audit where act = '/console/outbox/resend'`,
    )
    expect(rows).toEqual([
      { username: 'raul', client_id: 1001, details: { mail: id, kind: 'registered', state: 'failed', to: LUCIA } },
    ])
  })

  test('is not sent again within ten minutes, nor more than five times', async () => {
    await raised()
    await work()
    const [{ id }] = await listed()
    for (let times = 1; times <= 5; times++) {
      expect((await resend(id)).status).toBe(200)
      await work()
      expect((await resend(id)).status).toBe(409)
      await pass(10)
    }
    const refused = await resend(id)
    expect([refused.status, refused.message]).toEqual([
      409,
      'Ya se ha reenviado cinco veces: hable con el cliente por otro medio',
    ])
    expect(server.received).toHaveLength(6)
    // The receiver recognises it as the same mail.
    const names = server.received.map(({ body }) => /^Message-ID: (.*)$/m.exec(body)?.[1])
    expect(new Set(names).size).toBe(1)
  })

  test('that is sent again is tried as long as a new one', async () => {
    server.behaviour.at = () => 'drop'
    await raised()
    for (let quarter = 0; quarter < 35 * 4; quarter++) {
      await work()
      portal.clock.now = new Date(portal.clock.now.getTime() + 15 * MINUTE_MS)
    }
    await pass(0)
    const [{ id, state }] = await listed()
    expect(state).toBe('failed')
    await resend(id)
    await work()
    expect(await listed()).toMatchObject([{ state: 'queued', attempts: 16 }])
  })

  test('goes to the address that was corrected meanwhile', async () => {
    refuseRecipients()
    await raised()
    await work()
    const [{ id }] = await listed()
    await portal.owner.query(
      `update contact set email = 'l.ferrer@levante.example' where client_id = 1001 and contact_id = 11`,
    )
    server.behaviour.at = () => null
    expect((await resend(id)).data).toMatchObject({ email: 'l.ferrer@levante.example' })
    await work()
    expect(server.received).toMatchObject([{ to: ['l.ferrer@levante.example'] }])
  })

  test('whose secret has left, that was kept back, or that is being sent is not sent by hand', async () => {
    await raised()
    await work()
    const [{ id }] = await listed()
    const refusalOf = async (change: string) => {
      await portal.owner.query(`update mail set ${change} where mail_id = $1`, [id])
      expect((await listed())[0].mayResend).toBe(false)
      const { status, message } = await resend(id)
      expect(status).toBe(409)
      return message
    }
    expect(await refusalOf(`kind = 'code'`)).toBe('Su enlace o código ya no existe: hay que pedir otro')
    expect(await refusalOf(`kind = 'answer', state = 'suppressed'`)).toBe(
      'No se envió a propósito: tampoco se reenvía a mano',
    )
    expect(await refusalOf(`state = 'sending'`)).toBe('Se está enviando ahora mismo')
    expect((await resend(id, {}, 1002)).status).toBe(404)
    expect((await resend(98_765_432)).status).toBe(404)
  })
})

describe('an address that a mail server refused for good', () => {
  const refused = async () => {
    refuseRecipients()
    const ticket = await raised()
    await work()
    server.behaviour.at = () => null
    return ticket
  }
  const contact = async () => (await portal.console(raul, 'GET', '/contact', { client: 1001, contact: 11 })).data
  const viewed = async (number: number) => (await portal.console(raul, 'GET', '/ticket', { number })).data
  const retry = (email = LUCIA, client = 1001) =>
    portal.console(raul, 'POST', '/outbox/retry-address', { client, email })

  test('is told at the ticket and at the contact, and no other mail is tried there', async () => {
    const ticket = await refused()
    const told = { email: LUCIA, at: NOON.toISOString(), reason: expect.stringContaining('550') }
    expect((await contact()).mailRefusal).toEqual(told)
    expect((await viewed(ticket)).mailRefusal).toEqual(told)
    await simulate(ticket)
    await work()
    expect(server.received).toEqual([])
    expect(await listed({ kind: 'answer' })).toMatchObject([
      { state: 'failed', reason: 'address refused', attempts: 0 },
    ])
  })

  test('is told to the technician of each ticket once, and to the supervisors of one that nobody has', async () => {
    await portal.owner.query('delete from notification')
    const ticket = await refused()
    const told = async () =>
      (
        await portal.owner.query<{ username: string; number: number }>(
          `select username, number::int from notification where kind = 'mail-refused' order by notification_id`,
        )
      ).rows.map(({ username, number }) => `${username} ${number}`)
    expect(await told()).toEqual([`raul ${ticket}`])
    const assign = (number: number) =>
      portal.console(raul, 'POST', '/ticket/assign', { ticket: number, technician: 'sonia', was: null })
    await assign(ticket)
    await simulate(ticket)
    await work()
    await simulate(ticket)
    await work()
    expect(await told()).toEqual([`raul ${ticket}`, `sonia ${ticket}`])
    const another = await raised()
    await work()
    await assign(another)
    await simulate(another)
    await work()
    expect(await told()).toEqual([`raul ${ticket}`, `sonia ${ticket}`, `sonia ${another}`])
    // A new refusal of the same address is news, and of every ticket that its mail tells of.
    await retry()
    await work()
    await work()
    const [sent] = await portal.owner
      .query<{ name: string }>(
        `select message_name as name from mail where state = 'sent' order by mail_id desc limit 1`,
      )
      .then(({ rows }) => rows)
    const back = { messageId: sent?.name ?? '', reason: '5.1.1 unknown' }
    expect(await portal.staff.acrossClients((tx) => bounced(tx, back, new Date(NOON.getTime() + 1000)))).toBe(true)
    expect((await told()).slice(3).toSorted()).toEqual([`sonia ${ticket}`, `sonia ${another}`].toSorted())
  })

  test('is tried again by a technician: what was held back leaves in one mail', async () => {
    const ticket = await refused()
    await simulate(ticket)
    await simulate(ticket, { cerrar: 'S' })
    await work()
    raul = await portal.consoleLogIn('sonia')
    expect((await retry()).status).toBe(200)
    expect((await viewed(ticket)).mailRefusal).toBeNull()
    await work()
    await work()
    expect(server.received).toHaveLength(1)
    expect((await retry()).status).toBe(404)
    expect((await retry(LUCIA, 1002)).status).toBe(404)
    const { rows } = await portal.owner.query(`select username from audit where act = '/console/outbox/retry-address'`)
    expect(rows).toEqual([{ username: 'sonia' }])
  })

  test('says nothing against another one: a corrected address gets mails at once', async () => {
    const ticket = await refused()
    await portal.owner.query(
      `update contact set email = 'l@levante.example' where client_id = 1001 and contact_id = 11`,
    )
    expect((await viewed(ticket)).mailRefusal).toBeNull()
    await simulate(ticket)
    await work()
    expect(server.received).toMatchObject([{ to: ['l@levante.example'] }])
  })

  test('is tried again by sending one of its mails again', async () => {
    const ticket = await refused()
    const [{ id }] = await listed()
    await resend(id)
    await work()
    expect(server.received).toHaveLength(1)
    expect((await viewed(ticket)).mailRefusal).toBeNull()
  })

  test('is known as well by a mail that comes back later', async () => {
    const ticket = await raised()
    await work()
    const {
      rows: [{ name }],
    } = await portal.owner.query('select message_name as name from mail')
    const back = (messageId: string) =>
      portal.staff.acrossClients((tx) => bounced(tx, { messageId, reason: '5.1.1 unknown' }, NOON))
    expect(await back('<other@portal.example>')).toBe(false)
    expect(await back(name)).toBe(true)
    expect(await back(name)).toBe(false)
    expect(await listed()).toMatchObject([{ state: 'failed', reason: '5.1.1 unknown' }])
    expect((await viewed(ticket)).mailRefusal).toMatchObject({ email: LUCIA, reason: '5.1.1 unknown' })
  })
})
