import { describe, expect, test } from 'vitest'
import { openDatabase } from '../db/sql.ts'
import { mailed as allMailed, office, openMailDesk, pass, portal, server } from '../testing/mail/mail-desk.ts'
import { NOON } from '../testing/noon.ts'
import { testApp } from '../testing/test-app.ts'
import { sendMails } from './post-office.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const CUSTOMERS_PASSWORD = 'Otra-clave-1'
const TECHNICIANS_PASSWORD = 'otra contraseña larga'
const ANSWER = {
  status: 200,
  message:
    'Si hay un usuario con ese nombre o esa dirección, en unos minutos recibirá un correo con un enlace para poner otra contraseña. Sirve una hora',
  data: null,
}

openMailDesk(({ owner }) =>
  owner.query(`
    update contact set email = 'andres@levante.example' where client_id = 1001 and contact_id = 12;
    update technician set email = 'sonia@soporte.example' where username = 'sonia'`),
)

const now = () => portal.clock.now
const forget = async (usuario: string, headers: Record<string, string> = {}) => {
  const { status, message, data } = await portal.call(null, 'POST', '/login/olvidada', { usuario }, headers)
  return { status, message, data }
}
const forgetAtConsole = async (username: string) => {
  const { status, message, data } = await portal.console(null, 'POST', '/forgotten-password', { username })
  return { status, message, data }
}
const mailed = () => allMailed('/contrasena')
const look = (t: string) => portal.call(null, 'POST', '/login/ver_enlace_password', { t })
const set = (t: string, passwordNueva = CUSTOMERS_PASSWORD) =>
  portal.call(null, 'POST', '/login/poner_password', { t, passwordNueva, passwordNuevaRepetida: passwordNueva })
const setAtConsole = (token: string, next = TECHNICIANS_PASSWORD) =>
  portal.console(null, 'POST', '/password-link/use', { token, next, repeated: next })

describe('an administrator who has forgotten the password', () => {
  test('is mailed a link that sets another one, once, within an hour, and ends the sessions of before', async () => {
    const before = await portal.logIn('andres', 'Demo-andres-1')
    expect(await forget('andres')).toEqual(ANSWER)
    const [mail, ...more] = await mailed()
    expect(more).toEqual([])
    expect(mail?.to).toBe('andres@levante.example')
    expect(mail?.body).toContain('https://portal.example/public/contrasena#t=')
    const token = mail?.token ?? ''
    await pass(HOUR_MS - 1)
    expect((await look(token)).data).toEqual({ usuario: 'andres' })
    expect((await set(token)).status).toBe(200)
    expect((await portal.call(before, 'GET', '/login/check_session')).data.valida).toBe(false)
    expect(
      (await portal.call(null, 'POST', '/login/login', { usuario: 'andres', password: CUSTOMERS_PASSWORD })).status,
    ).toBe(200)
    expect((await set(token)).status).toBe(401)
  })

  test('gets no use of a link that is an hour old, or that another one has replaced', async () => {
    await forget('andres')
    const [first] = await mailed()
    await pass(2 * MINUTE_MS)
    await forget('andres')
    const [second] = await mailed()
    expect((await look(first?.token ?? '')).status).toBe(401)
    expect((await look(second?.token ?? '')).status).toBe(200)
    await pass(HOUR_MS)
    expect((await look(second?.token ?? '')).status).toBe(401)
  })

  test('may type the address instead, in any case, and is answered in their language', async () => {
    expect((await forget(' Andres@Levante.example ', { 'accept-language': 'en' })).status).toBe(200)
    const [mail] = await mailed()
    expect(mail?.to).toBe('andres@levante.example')
    expect(mail?.body).toContain('Your password for Online support')
  })

  test.each([
    ['nobody has that name', 'nadie', ''],
    ['the contact is disabled', 'andres', 'update contact set active = false where contact_id = 12'],
    ['the client is disabled', 'andres', 'update client set active = false where client_id = 1001'],
    ['there is no address', 'andres', `update contact set email = '' where contact_id = 12`],
    ['it is no administrator any more', 'andres', `update contact set visibility = 'own' where contact_id = 12`],
    ['it is a technician', 'sonia', ''],
    ['there is no password', 'lucia.ferrer@levante.example', ''],
  ])('is nobody if %s: the same answer, and no mail', async (_what, typed, statement) => {
    if (statement !== '') await portal.owner.query(statement)
    expect(await forget(typed)).toEqual(ANSWER)
    expect(await mailed()).toEqual([])
  })

  test('is looked up by nobody who asks: what the call does is the same for each name', async () => {
    const asked = []
    for (const typed of ['andres', 'nadie', 'marta']) {
      await forget(typed)
      const { rows } = await portal.owner.query(
        'select length(typed) - length($1) as sealing from forgotten_password',
        [typed],
      )
      asked.push(rows)
      await portal.owner.query('delete from forgotten_password')
    }
    expect(asked[1]).toEqual(asked[0])
    expect(asked[2]).toEqual(asked[0])
    const { rows } = await portal.owner.query(
      `select 1 from password_link union all select 1 from mail where kind = 'password-link'`,
    )
    expect(rows).toEqual([])
  })

  test('is mailed no flood: once a minute, three times an hour, ten times from an address', async () => {
    await forget('andres')
    await forget('andres')
    expect(await mailed()).toHaveLength(1)
    expect(await forget('andres')).toEqual(ANSWER)
    expect(await mailed()).toHaveLength(0)
    let mails = 1
    for (let asked = 3; asked < 10; asked++) {
      await pass(MINUTE_MS)
      expect(await forget('andres')).toEqual(ANSWER)
      mails += (await mailed()).length
    }
    expect(mails).toBe(3)
    // From here on requests from this address are ignored for a while.
    expect(await forget('marta')).toEqual(ANSWER)
    const { rows } = await portal.owner.query('select from forgotten_password')
    expect(rows).toEqual([])
  })
})

describe('a technician who has forgotten the password', () => {
  test('is mailed a link that sets another one, once, ends the sessions, and leaves the second factor asked for', async () => {
    await portal.owner.query(
      `update technician set totp_secret = '\\x00', totp_confirmed = true, second_factor_exempt = false where username = 'sonia'`,
    )
    expect(await forgetAtConsole('sonia')).toEqual(ANSWER)
    const [mail, ...more] = await mailed()
    expect(more).toEqual([])
    expect(mail?.to).toBe('sonia@soporte.example')
    expect(mail?.body).toContain('https://portal.example/consola/contrasena#t=')
    expect(mail?.body).toContain('Auto-Submitted: auto-generated')
    const token = mail?.token ?? ''
    expect((await setAtConsole(token)).status).toBe(200)
    expect((await setAtConsole(token)).status).toBe(401)
    const entered = await portal.console(null, 'POST', '/login', { username: 'sonia', password: TECHNICIANS_PASSWORD })
    expect([entered.status, entered.data]).toEqual([200, null])
    const { rows } = await portal.owner.query(`select state, secret, last_error from technician_mail`)
    expect(rows).toEqual([{ state: 'sent', secret: null, last_error: '' }])
  })

  test.each([
    ['is unknown', 'nadie', ''],
    ['is disabled', 'sonia', `update technician set active = false where username = 'sonia'`],
    ['has no address', 'sonia', `update technician set email = null where username = 'sonia'`],
    [
      'enters by the company’s account alone',
      'sonia',
      `update technician set password_hash = null where username = 'sonia'`,
    ],
    ['is an administrator of a client', 'andres', ''],
  ])('gets no mail if nobody, who %s, and the same answer', async (_what, typed, statement) => {
    if (statement !== '') await portal.owner.query(statement)
    expect(await forgetAtConsole(typed)).toEqual(ANSWER)
    expect(await mailed()).toEqual([])
  })

  test('gets the mail once, whatever the mail server does meanwhile and however many servers send', async () => {
    const other = openDatabase(portal.url, { role: 'portal_staff', connections: 2 })
    try {
      server.behaviour.at = () => 451
      await forgetAtConsole('sonia')
      expect(await mailed()).toEqual([])
      server.behaviour.at = () => null
      await pass(5 * MINUTE_MS)
      await Promise.all([sendMails(office, now), sendMails({ ...office, staff: other }, now), sendMails(office, now)])
      expect(server.received.map(({ to }) => to)).toEqual([['sonia@soporte.example']])
    } finally {
      await other.close()
    }
  })
})

test('a technician’s link leaves by mail alone, and is returned, with the reason, where nobody could mail it', async () => {
  const raul = await portal.consoleLogIn('raul')
  const issue = () => portal.console(raul, 'POST', '/technicians/password-link', { username: 'sonia' })
  expect((await issue()).data).toMatchObject({ address: null, sentTo: 'sonia@soporte.example', unsent: null })
  const [mail] = await mailed()
  expect(mail?.to).toBe('sonia@soporte.example')
  expect((await setAtConsole(mail?.token ?? '')).status).toBe(200)
  await portal.owner.query(`update technician set email = null where username = 'sonia'`)
  expect((await issue()).data).toMatchObject({
    address: expect.stringContaining('/consola/contrasena#t='),
    sentTo: null,
    unsent: 'no-address',
  })
  expect(await mailed()).toEqual([])
})

test('the audit says to whom a link was mailed and who used it, and neither it nor the log has the link', async () => {
  await forget('andres')
  await forgetAtConsole('sonia')
  const mails = await mailed()
  for (const { to, token } of mails) await (to.startsWith('andres') ? set(token) : setAtConsole(token))
  const { rows } = await portal.owner.query<{ line: string }>(
    `select username || ' ' || act || ' ' || details as line from audit where act like '%password%' order by audit_id`,
  )
  const lines = rows.map(({ line }) => line)
  expect(lines).toEqual(
    expect.arrayContaining([
      'portal /console/forgotten-password {"contact": 12, "username": "andres"}',
      'portal /console/forgotten-password {"username": "sonia"}',
      'sonia /console/password-link/use {}',
      expect.stringMatching(/^portal \/console\/password-links .*"used": true/),
    ]),
  )
  const kept = [...lines, ...portal.logged].join('\n')
  expect(mails).toHaveLength(2)
  for (const { token } of mails) expect(kept).not.toContain(token)
  expect(portal.logged.join('\n')).not.toContain('andres')
})

test('without a mail server everybody is told so', async () => {
  const without = await testApp()
  try {
    for (const usuario of ['andres', 'nadie']) {
      const { status, message } = await without.call(null, 'POST', '/login/olvidada', { usuario })
      expect([status, message]).toEqual([409, 'Este portal no envía correos: pida el enlace a Soporte'])
    }
  } finally {
    await without.close()
  }
})

test('a request that waited longer than its link would be valid is forgotten', async () => {
  await forget('andres')
  portal.clock.now = new Date(NOON.getTime() + HOUR_MS)
  expect(await mailed()).toEqual([])
  expect((await portal.owner.query('select from forgotten_password')).rows).toEqual([])
})
