import { describe, expect, test } from 'vitest'
import { sendMails } from '../../mail/post-office.ts'
import { mailed, openMailDesk, pass as passMs, portal, raul, server } from '../../testing/mail/mail-desk.ts'
import { mailOffice } from '../../testing/mail-office.ts'
import { NOON } from '../../testing/noon.ts'
import { technicianBounced } from '../mail/notification-mail-store.ts'

// Supervisors look at the mails to technicians, and send them again where that is safe.

const MINUTE_MS = 60_000
const SONIA = 'sonia@soporte.example'

let ticket: number
openMailDesk(async ({ owner, staff }) => {
  await owner.query(`
    delete from notification; insert into console_open values ('raul', '${NOON.toISOString()}', 'es');
    update technician set email = '${SONIA}' where username = 'sonia'`)
  await sendMails(await mailOffice(staff, undefined), () => NOON)
  ticket = (await owner.query('select number::int from ticket where merged_into is null limit 1')).rows[0].number
})

const pass = (minutes: number) => passMs(minutes * MINUTE_MS)
const post = (path: string, sent: object, cookie: string | null = raul) => portal.console(cookie, 'POST', path, sent)
const listed = async (question: object = {}) =>
  (await portal.console(raul, 'GET', '/outbox/technicians', question)).data.items
const resend = (mail: number) => post('/outbox/technicians/resend', { mail })
let cause = 0
const tell = () =>
  portal.owner.query(
    "insert into notification (username, kind, subject, number, cause, at) values ('sonia', 'claimed', 'ticket', $1, $2, $3)",
    [ticket, String((cause += 1)), portal.clock.now],
  )
const issue = () => post('/technicians/password-link', { username: 'sonia' })
const look = async (token: string) => (await post('/password-link', { token }, null)).status
const refuse = () => {
  server.behaviour.at = (stage) => (stage === 'recipient' ? 550 : null)
}

describe('the mails to technicians', () => {
  test('stand in the outbox, newest first, with the outcome of each and never its content', async () => {
    await issue()
    const [mail] = await mailed()
    const token = mail?.token ?? 'none'
    await pass(1)
    await tell()
    server.behaviour.at = (stage) => (stage === 'text' ? 'drop' : null)
    await mailed()
    await pass(1)
    server.behaviour.at = (stage) => (stage === 'connect' ? 'drop' : null)
    await post('/technicians/change', {
      username: 'sonia',
      name: 'Sonia Campos',
      role: 'technician',
      active: true,
      email: 'otra@soporte.example',
    })
    await mailed()
    const items = await listed()
    expect(items).toMatchObject([
      { kind: 'address-link', state: 'queued', email: 'otra@soporte.example', attempts: 0, mayResend: true },
      { kind: 'address-notice', state: 'queued', email: SONIA, attempts: 1, settledAt: null, mayResend: true },
      { kind: 'notifications', state: 'possibly-sent', attempts: 1, nextAt: null, mayResend: true },
      { kind: 'password-link', state: 'sent', reason: '', username: 'sonia', reader: 'Sonia Campos', email: SONIA },
    ])
    const { rows } = await portal.owner.query('select message_name, secret::text from technician_mail')
    const shown = JSON.stringify(items)
    for (const { message_name: name, secret } of rows) {
      expect(shown).not.toContain(name)
      if (secret !== null) expect(shown).not.toContain(String(secret).slice(2))
    }
    expect(shown).not.toContain(token)
    // Customers' mails stay apart.
    const customers = (await portal.console(raul, 'GET', '/outbox')).data.items
    expect(JSON.stringify(customers)).not.toContain(SONIA)
  })

  test('are searched by address, name, state, occasion and day, and read in parts', async () => {
    await portal.owner.query(
      `insert into technician_mail (kind, username, email, language, message_name, created_at, due_at, state, settled_at)
       select case when n = 1 then 'password-link' else 'notifications' end, 'sonia', $2, 'es', 'x' || n,
         $1::timestamptz + n * interval '1 second', $1, case when n = 2 then 'failed' else 'sent' end, $1
       from generate_series(1, 30) n`,
      [NOON, SONIA],
    )
    const count = async (question: object) => (await listed({ limit: 50, ...question })).length
    expect(await count({})).toBe(30)
    expect(await count({ kind: 'password-link' })).toBe(1)
    expect(await count({ state: 'failed' })).toBe(1)
    expect(await count({ search: 'CAMPOS' })).toBe(30)
    expect(await count({ search: 'sonia@sop' })).toBe(30)
    expect(await count({ search: 'raul' })).toBe(0)
    expect(await count({ from: new Date(NOON.getTime() + 5000).toISOString() })).toBe(26)
    expect(await count({ until: new Date(NOON.getTime() + 5000).toISOString() })).toBe(4)
    const first = (await portal.console(raul, 'GET', '/outbox/technicians', { limit: 25 })).data
    const second = (await portal.console(raul, 'GET', '/outbox/technicians', { limit: 25, after: first.next })).data
    const ids = [...first.items, ...second.items].map(({ id }: { id: number }) => id)
    expect([new Set(ids).size, second.next]).toEqual([30, null])
  })

  test('that come back say why', async () => {
    await issue()
    await mailed()
    const { rows } = await portal.owner.query('select message_name from technician_mail')
    const back = { messageId: rows[0].message_name, reason: '5.1.1 unknown' }
    expect(await portal.staff.acrossClients((tx) => technicianBounced(tx, back, NOON))).toBe(true)
    expect(await listed()).toMatchObject([{ state: 'failed', reason: '5.1.1 unknown', mayResend: true }])
  })
})

describe('a mail sent again', () => {
  test('of notifications is the same one, to the address of today, and tells what is still unread', async () => {
    refuse()
    await tell()
    await mailed()
    const [{ id, state }] = await listed()
    expect(state).toBe('failed')
    await portal.owner.query(`update technician set email = 'sonia.c@soporte.example' where username = 'sonia'`)
    server.behaviour.at = () => null
    expect((await resend(id)).data).toMatchObject({
      id,
      state: 'queued',
      email: 'sonia.c@soporte.example',
      mayResend: false,
    })
    expect((await mailed()).map(({ to }) => to)).toEqual(['sonia.c@soporte.example'])
    expect(await listed()).toMatchObject([{ id, state: 'sent', attempts: 2 }])
    await pass(10)
    await portal.owner.query('update notification set read_at = $1', [portal.clock.now])
    await resend(id)
    expect(await mailed()).toEqual([])
    expect(await listed()).toMatchObject([{ state: 'suppressed', mayResend: false }])
    expect((await resend(id)).message).toBe('No se envió a propósito: tampoco se reenvía a mano')
  })

  test('goes ten minutes apart, and five times', async () => {
    await tell()
    await mailed()
    const [{ id }] = await listed()
    for (let times = 1; times <= 5; times++) {
      expect((await resend(id)).status).toBe(200)
      await mailed()
      expect((await resend(id)).status).toBe(409)
      await pass(10)
    }
    expect((await resend(id)).message).toBe('Ya se ha reenviado cinco veces: hable con el cliente por otro medio')
  })

  test('with a link for a password is another one: the link before is no longer valid', async () => {
    await issue()
    const [first] = await mailed()
    const [{ id }] = await listed()
    expect((await resend(id)).message).toBe(
      'Ya se le ha enviado un enlace hace poco: espere un minuto, o una hora si han sido tres',
    )
    await pass(1)
    const again = await resend(id)
    expect(again.data.id).not.toBe(id)
    expect(again.data).toMatchObject({ kind: 'password-link', state: 'queued', email: SONIA })
    const [second] = await mailed()
    expect(second?.name).not.toBe(first?.name)
    expect([await look(first?.token ?? ''), await look(second?.token ?? '')]).toEqual([401, 200])
    expect(JSON.stringify(again.raw.json())).not.toContain(second?.token)
    expect(portal.logged.join('\n')).not.toContain(second?.token)
    // Its row cannot send another at once, nor can others send more than three an hour.
    expect((await listed()).find((mail: { id: number }) => mail.id === id)).toMatchObject({ mayResend: false })
    await pass(1)
    expect((await resend(again.data.id)).status).toBe(200)
    await mailed()
    await pass(1)
    const [{ id: newest }] = await listed()
    expect((await resend(newest)).status).toBe(409)
    const { rows } = await portal.owner.query(
      `select username, details from audit where act = '/console/outbox/technicians/resend' order by audit_id limit 1`,
    )
    expect(rows).toEqual([
      {
        username: 'raul',
        details: { username: 'sonia', mail: id, kind: 'password-link', state: 'sent', to: SONIA, gives: true },
      },
    ])
  })

  test('with a link that waits for the mail server is the same one, tried now', async () => {
    server.behaviour.at = () => 'drop'
    await issue()
    await mailed()
    server.behaviour.at = () => null
    const [{ id, state }] = await listed()
    expect(state).toBe('queued')
    expect((await resend(id)).data).toMatchObject({ id, state: 'queued' })
    const [mail] = await mailed()
    expect(await look(mail?.token ?? '')).toBe(200)
  })

  test('is none for somebody who may not enter or has no address, nor for an address that waits no more', async () => {
    await issue()
    await tell()
    await portal.owner.query(`update technician set active = false where username = 'sonia'`)
    await mailed()
    const unwanted = async () => (await listed()).map(({ mayResend }: { mayResend: boolean }) => mayResend)
    expect(await unwanted()).toEqual([false])
    await portal.owner.query(`update technician set active = true, email = null where username = 'sonia'`)
    expect(await unwanted()).toEqual([false])
    const [{ id }] = await listed()
    expect((await resend(id)).status).toBe(409)
    await portal.owner.query(
      `insert into technician_mail (kind, username, email, language, message_name, ends_at, created_at, due_at, state)
       values ('address-link', 'sonia', 'otra@soporte.example', 'es', 'x', $1, $1, $1, 'failed')`,
      [new Date(NOON.getTime() + 1)],
    )
    expect(await unwanted()).toEqual([false, false])
    expect((await resend(98_765_432)).status).toBe(404)
  })

  test('clears what a mail server had said against the address', async () => {
    refuse()
    await issue()
    await mailed()
    const refusal = async () =>
      (await portal.console(raul, 'GET', '/technicians', { search: 'sonia' })).data.items[0].emailRefusal
    expect(await refusal()).toContain('550')
    await pass(1)
    const [{ id }] = await listed()
    expect((await resend(id)).status).toBe(200)
    expect(await refusal()).toBeNull()
  })
})
