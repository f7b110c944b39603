import { describe, expect, test } from 'vitest'
import { mailed as allMailed, openMailDesk, pass, portal, raul, server } from '../../testing/mail/mail-desk.ts'
import { type Answer, NOON, testApp } from '../../testing/test-app.ts'

// A technician's changed address counts once it has been confirmed by the link that was mailed there.

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const OLD = 'sonia@soporte.example'
const NEW = 'sonia.campos@soporte.example'
const REFUSED = {
  status: 401,
  message: 'El enlace no es correcto, ya se ha usado o ha caducado: pida otro a Soporte',
  data: null,
}
const TOO_OFTEN = {
  status: 409,
  message: 'Ya se le ha enviado un enlace hace poco: espere un minuto, o una hora si han sido tres',
}

openMailDesk(({ owner }) => owner.query(`update technician set email = $1 where username = 'sonia'`, [OLD]))

const post = (path: string, sent: object, cookie: string | null = raul) => portal.console(cookie, 'POST', path, sent)
const change = (email: string | null, over: object = {}) =>
  post('/technicians/change', {
    username: 'sonia',
    name: 'Sonia Campos',
    role: 'technician',
    active: true,
    email,
    ...over,
  })
const resend = () => post('/technicians/new-address/resend', { username: 'sonia' })
const drop = () => post('/technicians/new-address/drop', { username: 'sonia' })
const shown = async () => {
  const { items } = (await portal.console(raul, 'GET', '/technicians', { search: 'sonia' })).data
  const [{ email, newAddress }] = items
  return { email, waits: newAddress && newAddress.email }
}
const look = (token: string) => post('/address-link', { token }, null)
const confirm = (token: string) => post('/address-link/use', { token }, null)
const bare = ({ status, message, data }: Answer) => ({ status, message, data })
const mailed = () => allMailed('/direccion')
const linkOf = async () => (await mailed()).find(({ token }) => token !== '')?.token ?? ''

describe('a changed address', () => {
  test('counts once its reader has confirmed it, by the link that goes there alone; the one before is told', async () => {
    const { status, data } = await change(NEW)
    expect([status, data]).toEqual([
      200,
      { email: NEW, askedAt: NOON.toISOString(), expiresAt: '2026-11-21T11:00:00.000Z', refusal: null },
    ])
    expect(await shown()).toEqual({ email: OLD, waits: NEW })
    const mails = await mailed()
    expect(new Map(mails.map(({ to, token }) => [to, token !== '']))).toEqual(
      new Map([
        [NEW, true],
        [OLD, false],
      ]),
    )
    expect(mails.find(({ to }) => to === OLD)?.body).not.toContain(NEW)
    const token = mails.find(({ to }) => to === NEW)?.token ?? ''
    expect((await look(token)).data).toEqual({ username: 'sonia', name: 'Sonia Campos', email: NEW })
    // Opening the page confirms nothing.
    expect(await shown()).toEqual({ email: OLD, waits: NEW })
    expect((await confirm(token)).status).toBe(200)
    expect(await shown()).toEqual({ email: NEW, waits: null })
    expect(bare(await confirm(token))).toEqual(REFUSED)
    expect(bare(await look(token))).toEqual(REFUSED)
  })

  test('gets nothing until then: links and notifications go to the one before', async () => {
    await change(NEW)
    await mailed()
    const issued = await post('/technicians/password-link', { username: 'sonia' })
    expect(issued.data.sentTo).toBe(OLD)
    expect((await mailed()).map(({ to }) => to)).toEqual([OLD])
  })

  test('gets no link by «He olvidado la contraseña» for seven days after it was confirmed', async () => {
    await change(NEW)
    await pass(2 * 24 * HOUR_MS)
    await confirm(await linkOf())
    const forget = () => post('/forgotten-password', { username: 'sonia' }, null)
    await forget()
    expect(await mailed()).toEqual([])
    await pass(7 * 24 * HOUR_MS - MINUTE_MS)
    await forget()
    expect(await mailed()).toEqual([])
    await pass(MINUTE_MS)
    await forget()
    expect((await mailed()).map(({ to }) => to)).toEqual([NEW])
  })

  test('ends the link for a password that lies in the mailbox before, once it counts or that address is removed', async () => {
    const issued = async () => {
      await post('/technicians/password-link', { username: 'sonia' })
      const [mail] = await mailed()
      expect(mail?.to).toBe(OLD)
      return /\/contrasena#t=([\w-]{43})/.exec(mail?.body ?? '')?.[1] ?? ''
    }
    const isGood = async (token: string) => (await post('/password-link', { token }, null)).status === 200
    const first = await issued()
    await change(NEW)
    const token = await linkOf()
    // Until it is confirmed, the address before counts.
    expect(await isGood(first)).toBe(true)
    await confirm(token)
    expect(await isGood(first)).toBe(false)
    const next = 'otra contraseña larga'
    expect((await post('/password-link/use', { token: first, next, repeated: next }, null)).status).toBe(401)

    await portal.owner.query(`update technician set email = $1 where username = 'sonia'`, [OLD])
    const second = await issued()
    await change(OLD, { name: 'Sonia C.' })
    expect(await isGood(second)).toBe(true)
    await change(null)
    expect(await isGood(second)).toBe(false)
  })

  test('ends no link that was handed over because there was no address', async () => {
    await change(null)
    const { address } = (await post('/technicians/password-link', { username: 'sonia' })).data
    await change(NEW)
    await confirm(await linkOf())
    expect((await post('/password-link', { token: address.split('#t=')[1] }, null)).status).toBe(200)
  })

  test('may be confirmed for 72 hours; another link takes the place of the one before', async () => {
    await change(NEW)
    const first = await linkOf()
    await pass(72 * HOUR_MS - 1)
    expect((await look(first)).status).toBe(200)
    await pass(1)
    expect(bare(await confirm(first))).toEqual(REFUSED)
    expect(await shown()).toEqual({ email: OLD, waits: NEW })
    expect((await resend()).data.expiresAt).toBe('2026-11-24T11:00:00.000Z')
    const mails = await mailed()
    // The reader of the old mailbox has been told already.
    expect(mails.map(({ to }) => to)).toEqual([NEW])
    expect((await confirm(mails[0]?.token ?? '')).status).toBe(200)
  })

  test('is given up by a supervisor, by entering another one, or by removing it', async () => {
    await change(NEW)
    const [first, ...none] = [await linkOf()]
    expect(none).toEqual([])
    expect((await drop()).status).toBe(200)
    expect(bare(await confirm(first))).toEqual(REFUSED)
    expect((await drop()).status).toBe(404)
    expect((await resend()).status).toBe(404)
    await change(NEW)
    const second = await linkOf()
    await change('s.campos@soporte.example')
    expect(bare(await confirm(second))).toEqual(REFUSED)
    const third = await linkOf()
    await change(null)
    expect(bare(await confirm(third))).toEqual(REFUSED)
    expect(await shown()).toEqual({ email: null, waits: null })
  })

  test('that is removed is told, so that nobody changes it unseen in two steps', async () => {
    await change(null)
    expect((await mailed()).map(({ to }) => to)).toEqual([OLD])
    expect((await change('otra@persona.example')).data.email).toBe('otra@persona.example')
    expect(await shown()).toEqual({ email: null, waits: 'otra@persona.example' })
  })

  test('stays waiting if only something else is changed, also where there was none before', async () => {
    await change(NEW)
    expect((await change(OLD, { name: 'Sonia C.' })).data).toBeNull()
    expect(await shown()).toEqual({ email: OLD, waits: NEW })
    await change(null)
    await change(NEW)
    await change(null, { name: 'Sonia Campos' })
    expect(await shown()).toEqual({ email: null, waits: NEW })
  })

  test('of somebody who may not enter is confirmed by nobody', async () => {
    await change(NEW)
    const token = await linkOf()
    await change(OLD, { active: false })
    expect(bare(await look(token))).toEqual(REFUSED)
    expect(bare(await confirm(token))).toEqual(REFUSED)
    await change(OLD, { active: true })
    expect((await confirm(token)).status).toBe(200)
  })

  test('that somebody else has got meanwhile is refused as any other', async () => {
    await change(NEW)
    const token = await linkOf()
    await portal.owner.query(`update technician set email = $1 where username = 'raul'`, [NEW])
    expect(bare(await look(token))).toEqual(REFUSED)
    expect(bare(await confirm(token))).toEqual(REFUSED)
  })

  test('is confirmed once by two who use the link at the same moment', async () => {
    await change(NEW)
    const token = await linkOf()
    const answers = await Promise.all([confirm(token), confirm(token)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  })

  test('has the form of an address', async () => {
    for (const email of ['sonia', 'sonia@soporte', 'a@b.example\r\nBcc: c@d.example']) {
      expect(await change(email)).toMatchObject({
        status: 422,
        data: { errores: { email: 'Formato email incorrecto' } },
      })
    }
    expect(await mailed()).toEqual([])
  })
})

describe('the links', () => {
  test('go three times an hour to a person, a minute apart, whatever the address', async () => {
    await change(NEW)
    expect(bare(await resend())).toMatchObject(TOO_OFTEN)
    await pass(MINUTE_MS)
    expect((await resend()).status).toBe(200)
    await pass(MINUTE_MS)
    expect((await change('s.campos@soporte.example')).status).toBe(200)
    await pass(MINUTE_MS)
    expect(bare(await resend())).toMatchObject(TOO_OFTEN)
    expect(bare(await change(NEW))).toMatchObject(TOO_OFTEN)
    expect(await shown()).toEqual({ email: OLD, waits: 's.campos@soporte.example' })
    await pass(HOUR_MS)
    expect((await resend()).status).toBe(200)
  })

  test('go six times an hour to an address, whoever’s it is to be', async () => {
    await portal.owner.query(`
      insert into technician (username, name, role) select 'b' || n, 'Bea ' || n, 'technician' from generate_series(1, 7) n`)
    const statuses = []
    for (let n = 1; n <= 7; n++) {
      statuses.push((await change(NEW, { username: `b${n}`, name: `Bea ${n}` })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 409])
    expect(await mailed()).toHaveLength(6)
  })

  test('that a mail server refuses are seen by the supervisor, and say nothing against the address that counts', async () => {
    server.behaviour.at = (stage, to) => (stage === 'recipient' && to === NEW ? 550 : null)
    await change(NEW)
    await mailed()
    const [{ emailRefusal, newAddress }] = (await portal.console(raul, 'GET', '/technicians', { search: 'sonia' })).data
      .items
    expect(emailRefusal).toBeNull()
    expect(newAddress.refusal).toContain('550')
    server.behaviour.at = () => null
    await pass(MINUTE_MS)
    expect((await resend()).data.refusal).toBeNull()
  })

  test('lie readable nowhere, and the audit says who asked and who confirmed', async () => {
    await change(NEW)
    const token = await linkOf()
    const rows = async (table: string) => JSON.stringify((await portal.owner.query(`select * from ${table}`)).rows)
    for (const table of ['technician_new_address', 'technician_mail', 'audit']) {
      expect(await rows(table)).not.toContain(token)
    }
    expect(portal.logged.join('\n')).not.toContain(token)
    await confirm(token)
    const { rows: lines } = await portal.owner.query(
      `select username, act, details ->> 'email' as email from audit where details ->> 'email' = $1 order by audit_id`,
      [NEW],
    )
    expect(lines).toEqual([
      { username: 'raul', act: '/console/technicians/change', email: NEW },
      { username: 'sonia', act: '/console/address-link/use', email: NEW },
    ])
  })
})

test('without a mail server a changed address counts at once: nobody could confirm it', async () => {
  const without = await testApp()
  try {
    const cookie = await without.consoleLogIn('raul')
    const { status, data } = await without.console(cookie, 'POST', '/technicians/change', {
      username: 'sonia',
      name: 'Sonia Campos',
      role: 'technician',
      active: true,
      email: NEW,
    })
    expect([status, data]).toEqual([200, null])
    const { rows } = await without.owner.query(
      `select email, (select count(*)::int from technician_mail) as mails from technician where username = 'sonia'`,
    )
    expect(rows).toEqual([{ email: NEW, mails: 0 }])
  } finally {
    await without.close()
  }
})
