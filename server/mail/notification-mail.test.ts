import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { technicianBounced } from '../console/mail/notification-mail-store.ts'
import { openDatabase } from '../db/sql.ts'
import { type KeptDatabase, keepDatabase } from '../testing/kept-database.ts'
import { mailOffice } from '../testing/mail-office.ts'
import { type MailServer, mailServer } from '../testing/mail-server.ts'
import { NOON } from '../testing/noon.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { sendMails } from './post-office.ts'
import type { PostOffice } from './post-settlement.ts'

const MINUTE_MS = 60_000

let server: MailServer
let portal: TestApp
let kept: KeptDatabase
let office: PostOffice
let tickets: number[]
beforeAll(async () => {
  server = await mailServer()
  portal = await testApp({ dependencies: { smtpUrl: server.url } })
  office = await mailOffice(portal.staff, server.url)
  await portal.owner.query(`
    update technician set email = username || '@soporte.example' where username in ('sonia', 'raul');
    delete from notification`)
  // Nobody is told about the acts of the demo.
  await sendMails(await mailOffice(portal.staff, undefined), () => NOON)
  tickets = (
    await portal.owner.query('select number::int from ticket where merged_into is null order by number limit 3')
  ).rows.map(({ number }) => number)
  kept = await keepDatabase(portal.owner)
})
afterAll(async () => {
  await portal.close()
  await server.close()
})
beforeEach(async () => {
  await kept.restore()
  portal.clock.now = NOON
  server.received.length = 0
  server.behaviour.at = () => null
})

const pass = (minutes: number) => {
  portal.clock.now = new Date(portal.clock.now.getTime() + minutes * MINUTE_MS)
}
let cause = 0
const tell = (username: string, kind: string, place = 0) =>
  portal.owner.query(
    "insert into notification (username, kind, subject, number, cause, at) values ($1, $2, 'ticket', $3, $4, $5)",
    [username, kind, tickets[place], String((cause += 1)), portal.clock.now],
  )
const mailed = async () => {
  await sendMails(office, () => portal.clock.now)
  return server.received.splice(0).map(({ to, body }) => {
    const text = body.replaceAll('=\r\n', '').replaceAll('=3D', '=')
    return { to: to.join(), body: text }
  })
}
/** A supervisor corrects Sonia's address, and she confirms it by the link that is mailed there. */
async function correct(email: string): Promise<void> {
  const corrected = { username: 'sonia', name: 'Sonia Campos', role: 'technician', active: true, email }
  await portal.console(await portal.consoleLogIn('raul'), 'POST', '/technicians/change', corrected)
  const link = (await mailed()).find(({ to }) => to === email)
  const [, token] = /\/direccion#t=([\w-]{43})/.exec(link?.body ?? '') ?? []
  await portal.console(null, 'POST', '/address-link/use', { token })
}
const open = async (username = 'sonia', language = 'es') =>
  portal.console(
    await portal.consoleLogIn(username),
    'GET',
    '/notifications/unread',
    {},
    { 'accept-language': language },
  )
const settledAs = async () =>
  (
    await portal.owner.query("select state from technician_mail where kind = 'notifications' order by mail_id")
  ).rows.map(({ state }) => state)

describe('a technician without an open console', () => {
  test('is told by mail, with a link to the place; several are one mail, and the next one waits a quarter of an hour', async () => {
    await tell('sonia', 'assigned')
    const [mail, ...others] = await mailed()
    expect(others).toEqual([])
    expect(mail?.to).toBe('sonia@soporte.example')
    expect(mail?.body).toContain(`https://portal.example/consola/ticket/${tickets[0]}`)
    expect(mail?.body).toContain('Auto-Submitted: auto-generated')
    pass(1)
    await tell('sonia', 'replied', 1)
    await tell('sonia', 'claimed', 2)
    pass(13)
    expect(await mailed()).toEqual([])
    pass(1)
    const [bundle, ...more] = await mailed()
    expect(more).toEqual([])
    expect(bundle?.body).toContain('Subject: 2 notificaciones de la consola de Soporte')
    for (const place of [1, 2]) expect(bundle?.body).toContain(`/consola/ticket/${tickets[place]}`)
    expect(bundle?.body).not.toContain(`/consola/ticket/${tickets[0]}`)
    pass(60)
    expect(await mailed()).toEqual([])
  })

  test('not while one is open, nor of events meanwhile; in the language of the last one', async () => {
    await open('sonia', 'en')
    await tell('sonia', 'assigned')
    expect(await mailed()).toEqual([])
    pass(1)
    await open('sonia', 'en')
    pass(5)
    await tell('sonia', 'mentioned', 1)
    expect(await mailed()).toEqual([])
    pass(1)
    const [mail] = await mailed()
    expect(mail?.body).toContain('You are mentioned in a note')
    expect(mail?.body).not.toContain(`/consola/ticket/${tickets[0]}`)
  })

  test('not of kinds that they silenced or want no mail of, nor of events that they have read', async () => {
    const sonia = await portal.consoleLogIn('sonia')
    const chosen = await portal.console(sonia, 'POST', '/notifications/unmail', { kinds: ['claimed', 'claimed'] })
    expect(chosen.data).toEqual({ unmailed: ['claimed'] })
    await portal.console(sonia, 'POST', '/notifications/silence', { kinds: ['replied'] })
    expect((await portal.console(sonia, 'GET', '/notifications')).data).toMatchObject({
      unmailed: ['claimed'],
      email: 'sonia@soporte.example',
    })
    await tell('sonia', 'claimed')
    await tell('sonia', 'replied')
    expect(await mailed()).toEqual([])
    await tell('sonia', 'assigned', 1)
    // Read between the moment when the mail was made and the one when it leaves.
    server.behaviour.at = () => 451
    await mailed()
    server.behaviour.at = () => null
    await portal.console(sonia, 'POST', '/notifications/read', {})
    pass(60)
    expect(await mailed()).toEqual([])
    expect(await settledAs()).toEqual(['suppressed'])
  })

  test('nobody without an address, nobody who is disabled, and nothing older than a day', async () => {
    await portal.owner.query(
      "update technician set email = null where username = 'raul'; update technician set active = false where username = 'sonia'",
    )
    await tell('raul', 'third-claim')
    await tell('sonia', 'assigned')
    expect(await mailed()).toEqual([])
    await portal.owner.query("update technician set active = true where username = 'sonia'")
    pass(24 * 60)
    expect(await mailed()).toEqual([])
  })

  test('once, by three servers at the same time', async () => {
    for (const place of [0, 1, 2]) await tell('sonia', 'assigned', place)
    const others = [1, 2].map(() => openDatabase(portal.url, { role: 'portal_staff', connections: 2 }))
    await Promise.all([portal.staff, ...others].map((staff) => sendMails({ ...office, staff }, () => portal.clock.now)))
    await Promise.all(others.map((other) => other.close()))
    expect(server.received).toHaveLength(1)
  })
})

describe('an address that a mail server refuses', () => {
  const refusal = async () => {
    const { data } = await portal.console(await portal.consoleLogIn('raul'), 'GET', '/technicians')
    return data.items.find(({ username }: { username: string }) => username === 'sonia').emailRefusal
  }

  test('gets no more of them until somebody corrects it; supervisors see why', async () => {
    await tell('sonia', 'assigned')
    server.behaviour.at = (stage) => (stage === 'recipient' ? 550 : null)
    expect(await mailed()).toEqual([])
    server.behaviour.at = () => null
    expect(await refusal()).toContain('550')
    await tell('sonia', 'replied', 1)
    pass(60)
    expect(await mailed()).toEqual([])
    await correct('sonia.campos@soporte.example')
    expect(await refusal()).toBeNull()
    expect((await mailed()).map(({ to }) => to)).toEqual(['sonia.campos@soporte.example'])
  })

  test('also if the mail comes back later', async () => {
    await tell('sonia', 'assigned')
    await mailed()
    const { rows } = await portal.owner.query("select message_name from technician_mail where kind = 'notifications'")
    const bounce = { messageId: rows[0].message_name, reason: '5.1.1 no such user' }
    const come = (about: typeof bounce) =>
      portal.staff.acrossClients((tx) => technicianBounced(tx, about, portal.clock.now))
    expect(await come({ ...bounce, messageId: '<other@portal.example>' })).toBe(false)
    expect(await come(bounce)).toBe(true)
    expect(await refusal()).toBe('5.1.1 no such user')
    expect(await settledAs()).toEqual(['failed'])
  })
})

test('many notifications do not use up the links for a password, and none is mailed to an address changed within seven days', async () => {
  for (const place of [0, 1, 2]) {
    await tell('sonia', 'assigned', place)
    await mailed()
    pass(16)
  }
  const forget = async () => {
    await portal.console(null, 'POST', '/forgotten-password', { username: 'sonia' })
    return (await mailed()).filter(({ body }) => body.includes('/consola/contrasena#t=')).map(({ to }) => to)
  }
  expect(await forget()).toEqual(['sonia@soporte.example'])
  pass(2)
  await correct('otra@soporte.example')
  expect(await forget()).toEqual([])
  pass(7 * 24 * 60 - 1)
  expect(await forget()).toEqual([])
  pass(2)
  expect(await forget()).toEqual(['otra@soporte.example'])
})
