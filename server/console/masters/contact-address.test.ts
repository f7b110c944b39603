import { describe, expect, test } from 'vitest'
import { mailed as allMailed, openMailDesk, pass, portal, raul, server } from '../../testing/mail/mail-desk.ts'
import { type Answer, NOON, testApp } from '../../testing/test-app.ts'

// The changed address of a client's administrator counts once it has been confirmed by the link that was mailed there.

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const OLD = 'andres@levante.example'
const NEW = 'andres.gil@levante.example'
const REFUSED = {
  status: 401,
  message: 'El enlace no es correcto, ya se ha usado o ha caducado: pida otro a Soporte',
  data: null,
}

openMailDesk(({ owner }) =>
  owner.query('update contact set email = $1 where client_id = 1001 and contact_id = 12', [OLD]),
)

const view = async (contact = 12) => (await portal.console(raul, 'GET', '/contact', { client: 1001, contact })).data
/** All fields as they are, except these. */
async function change(over: object, contact = 12, cookie = raul): Promise<Answer> {
  const { name, email, phone, visibility, places, active, revision } = await view(contact)
  const sent = { client: 1001, contact, name, email, phone, visibility, places, active, revision, ...over }
  return portal.console(cookie, 'POST', '/contacts/change', sent)
}
const act = (what: 'resend' | 'drop', cookie = raul) =>
  portal.console(cookie, 'POST', `/contacts/new-address/${what}`, { client: 1001, contact: 12 })
const shown = async (contact = 12) => {
  const { email, newAddress } = await view(contact)
  return { email, waits: newAddress && newAddress.email }
}
const look = (t: string) => portal.call(null, 'POST', '/login/ver_enlace_direccion', { t })
const confirm = (t: string) => portal.call(null, 'POST', '/login/confirmar_direccion', { t })
const bare = ({ status, message, data }: Answer) => ({ status, message, data })
const mailed = () => allMailed('/public/direccion')
const linkOf = async () => (await mailed()).find(({ token }) => token !== '')?.token ?? ''

describe('the changed address of an administrator', () => {
  test('counts once its reader has confirmed it, by the link that goes there alone; the one before is told', async () => {
    const { status, data } = await change({ email: NEW })
    expect([status, data.email, data.newAddress]).toEqual([
      200,
      OLD,
      { email: NEW, askedAt: NOON.toISOString(), expiresAt: '2026-11-21T11:00:00.000Z', refusal: null },
    ])
    const mails = await mailed()
    expect(new Map(mails.map(({ to, token }) => [to, token !== '']))).toEqual(
      new Map([
        [NEW, true],
        [OLD, false],
      ]),
    )
    expect(mails.find(({ to }) => to === OLD)?.body).not.toContain(NEW)
    const token = mails.find(({ to }) => to === NEW)?.token ?? ''
    expect((await look(token)).data).toEqual({ nombre: (await view()).name, email: NEW })
    // Opening the page confirms nothing.
    expect(await shown()).toEqual({ email: OLD, waits: NEW })
    expect((await confirm(token)).status).toBe(200)
    expect(await shown()).toEqual({ email: NEW, waits: null })
    expect(bare(await confirm(token))).toEqual(REFUSED)
    expect(bare(await look(token))).toEqual(REFUSED)
  })

  test('gets no link for a password until then, nor for seven days after it', async () => {
    const forget = (usuario: string) => portal.call(null, 'POST', '/login/olvidada', { usuario })
    await change({ email: NEW })
    const token = await linkOf()
    await forget(NEW)
    expect(await mailed()).toEqual([])
    await forget('andres')
    expect((await mailed()).map(({ to }) => to)).toEqual([OLD])
    await pass(2 * HOUR_MS)
    await confirm(token)
    await forget('andres')
    await pass(7 * 24 * HOUR_MS - MINUTE_MS)
    await forget('andres')
    expect(await mailed()).toEqual([])
    await pass(MINUTE_MS)
    await forget('andres')
    expect((await mailed()).map(({ to }) => to)).toEqual([NEW])
  })

  test('ends the link for a password that lies in the mailbox before, once it counts or that address is removed', async () => {
    const asked = async () => {
      await portal.call(null, 'POST', '/login/olvidada', { usuario: 'andres' })
      const [mail] = await mailed()
      expect(mail?.to).toBe(OLD)
      return /\/contrasena#t=([\w-]{43})/.exec(mail?.body ?? '')?.[1] ?? ''
    }
    const isGood = async (t: string) =>
      (await portal.call(null, 'POST', '/login/ver_enlace_password', { t })).status === 200
    const first = await asked()
    await change({ email: NEW })
    const token = await linkOf()
    // Until it is confirmed, the address before counts.
    expect(await isGood(first)).toBe(true)
    await confirm(token)
    expect(await isGood(first)).toBe(false)
    const typed = { passwordNueva: 'Otra-clave-1', passwordNuevaRepetida: 'Otra-clave-1' }
    expect((await portal.call(null, 'POST', '/login/poner_password', { t: first, ...typed })).status).toBe(401)

    await portal.owner.query(
      'update contact set email = $1, email_changed_at = null where client_id = 1001 and contact_id = 12',
      [OLD],
    )
    await pass(2 * HOUR_MS)
    const second = await asked()
    await change({ phone: '+34 600 111 222' })
    expect(await isGood(second)).toBe(true)
    await change({ email: '' })
    expect(await isGood(second)).toBe(false)
  })

  test('is asked for in the language in which its reader uses the portal, and told in that of the one before', async () => {
    await portal.owner.query(
      `insert into mail_address (client_id, email, language) values (1001, $1, 'en')
       on conflict (client_id, email) do update set language = 'en'`,
      [OLD],
    )
    await change({ email: NEW })
    const mails = await mailed()
    expect(mails.find(({ to }) => to === OLD)?.body).toContain('Support has changed the e-mail address')
    expect(mails.find(({ to }) => to === NEW)?.body).toContain('Confirmar la direcci')
  })

  test('is told whatever mails its reader chose', async () => {
    await portal.owner.query(
      `insert into mail_address (client_id, email, choice) values (1001, $1, 'acts')
       on conflict (client_id, email) do update set choice = 'acts'`,
      [OLD],
    )
    await change({ email: NEW })
    expect((await mailed()).map(({ to }) => to).toSorted()).toEqual([NEW, OLD].toSorted())
  })

  test('may be confirmed for 72 hours; another link takes the place of the one before', async () => {
    await change({ email: NEW })
    const first = await linkOf()
    await pass(72 * HOUR_MS)
    expect(bare(await confirm(first))).toEqual(REFUSED)
    expect(await shown()).toEqual({ email: OLD, waits: NEW })
    expect((await act('resend')).data.expiresAt).toBe('2026-11-24T11:00:00.000Z')
    const mails = await mailed()
    // The reader of the old mailbox has been told already.
    expect(mails.map(({ to }) => to)).toEqual([NEW])
    expect((await confirm(mails[0]?.token ?? '')).status).toBe(200)
  })

  test('is given up by a supervisor, by entering another one, or by removing it; the removal is told', async () => {
    await change({ email: NEW })
    const first = await linkOf()
    expect((await act('drop')).status).toBe(200)
    expect(bare(await confirm(first))).toEqual(REFUSED)
    expect([(await act('drop')).status, (await act('resend')).status]).toEqual([404, 404])
    await change({ email: NEW })
    const second = await linkOf()
    await change({ email: 'a.gil@levante.example' })
    expect(bare(await confirm(second))).toEqual(REFUSED)
    const third = await linkOf()
    await change({ email: '' })
    expect((await mailed()).map(({ to }) => to)).toEqual([OLD])
    expect(bare(await confirm(third))).toEqual(REFUSED)
    expect(await shown()).toEqual({ email: '', waits: null })
  })

  test('stays waiting if only something else is changed', async () => {
    await change({ email: NEW })
    expect((await change({ phone: '+34 600 111 222' })).status).toBe(200)
    expect(await shown()).toEqual({ email: OLD, waits: NEW })
  })

  test('of somebody who may not enter is confirmed by nobody, nor of a client who has left', async () => {
    await change({ email: NEW })
    const token = await linkOf()
    await change({ active: false })
    expect(bare(await look(token))).toEqual(REFUSED)
    expect(bare(await confirm(token))).toEqual(REFUSED)
    await change({ active: true })
    await portal.owner.query('update client set active = false where client_id = 1001')
    expect(bare(await confirm(token))).toEqual(REFUSED)
    await portal.owner.query('update client set active = true where client_id = 1001')
    expect((await confirm(token)).status).toBe(200)
  })

  test('is confirmed once by two who use the link at the same moment', async () => {
    await change({ email: NEW })
    const token = await linkOf()
    const answers = await Promise.all([confirm(token), confirm(token)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  })

  test('is not overwritten by a form that was open while it was confirmed', async () => {
    await change({ email: NEW })
    const token = await linkOf()
    const { revision } = await view()
    await confirm(token)
    expect((await change({ phone: '+34 600 111 222', email: OLD, revision })).status).toBe(409)
    expect(await shown()).toEqual({ email: NEW, waits: null })
  })

  test('is a supervisor’s alone to change, to send again and to give up', async () => {
    await change({ email: NEW })
    const sonia = await portal.consoleLogIn('sonia')
    expect((await change({ email: 'otra@levante.example' }, 12, sonia)).status).toBe(422)
    expect([(await act('resend', sonia)).status, (await act('drop', sonia)).status]).toEqual([403, 403])
  })
})

test('links go three times an hour to a person, a minute apart, and six times to an address', async () => {
  await change({ email: NEW })
  expect((await act('resend')).status).toBe(409)
  await pass(MINUTE_MS)
  expect((await act('resend')).status).toBe(200)
  expect((await change({ email: 'a.gil@levante.example' })).status).toBe(200)
  await pass(MINUTE_MS)
  expect((await act('resend')).status).toBe(409)
  expect((await change({ email: NEW })).status).toBe(409)
  expect(await shown()).toEqual({ email: OLD, waits: 'a.gil@levante.example' })
  await portal.owner.query(`
    insert into contact (client_id, contact_id, name, email, visibility)
    select 1001, 900 + n, 'Bea ' || n, '', 'client' from generate_series(1, 7) n`)
  const statuses = []
  for (let n = 1; n <= 7; n++) statuses.push((await change({ email: 'b@levante.example' }, 900 + n)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 409])
})

test('a link that a mail server refuses is seen, and says nothing against the address that counts', async () => {
  server.behaviour.at = (stage, to) => (stage === 'recipient' && to === NEW ? 550 : null)
  await change({ email: NEW })
  await mailed()
  const { mailRefusal, newAddress } = await view()
  expect(mailRefusal).toBeNull()
  expect(newAddress.refusal).toContain('550')
  server.behaviour.at = () => null
  await pass(MINUTE_MS)
  expect((await act('resend')).data.refusal).toBeNull()
  expect((await confirm(await linkOf())).status).toBe(200)
})

test('the link lies readable nowhere, and the audit says who asked and that it was confirmed, without the address', async () => {
  await change({ email: NEW })
  const token = await linkOf()
  const rows = async (table: string) => JSON.stringify((await portal.owner.query(`select * from ${table}`)).rows)
  for (const table of ['contact_new_address', 'mail', 'audit']) expect(await rows(table)).not.toContain(token)
  expect(portal.logged.join('\n')).not.toContain(token)
  await confirm(token)
  const { rows: lines } = await portal.owner.query(
    `select username, client_id::int as client, details from audit where act = '/console/contacts/change' order by audit_id`,
  )
  expect(lines).toMatchObject([
    { username: 'raul', client: 1001, details: { contact: 12, personal: ['email'] } },
    { username: 'portal', client: 1001, details: { contact: 12, personal: ['email'] } },
  ])
  expect(await rows('audit')).not.toContain(NEW)
})

test('the address of a contact without a password counts at once, by whoever changes it', async () => {
  const sonia = await portal.consoleLogIn('sonia')
  expect((await change({ email: 'lucia@otra.example' }, 11, sonia)).status).toBe(200)
  expect(await shown(11)).toEqual({ email: 'lucia@otra.example', waits: null })
  expect(await mailed()).toEqual([])
})

test('without a mail server a changed address counts at once: nobody could confirm it', async () => {
  const without = await testApp()
  try {
    const cookie = await without.consoleLogIn('raul')
    const { data } = await without.console(cookie, 'GET', '/contact', { client: 1001, contact: 12 })
    const { name, phone, visibility, places, active, revision } = data
    const sent = { client: 1001, contact: 12, name, phone, visibility, places, active, revision, email: NEW }
    const changed = await without.console(cookie, 'POST', '/contacts/change', sent)
    expect([changed.data.email, changed.data.newAddress]).toEqual([NEW, null])
    const { rows } = await without.owner.query(`select from mail where kind like 'address%'`)
    expect(rows).toEqual([])
  } finally {
    await without.close()
  }
})

test('a file that names the changed address asks for its confirmation once, however often it is loaded', async () => {
  const text = `Cliente;Número;Nombre;Correo\n1001;12;Andrés;${NEW}\n`
  const given = { kind: 'contacts', file: Buffer.from(text).toString('base64') }
  const load = async () => {
    const { data } = await portal.console(raul, 'POST', '/record-sheets/preview', given)
    const { status } = await portal.console(raul, 'POST', '/record-sheets/load', { ...given, seen: data.seen })
    return [status, data.changed, data.same]
  }
  expect(await load()).toEqual([200, 1, 0])
  expect(await shown()).toEqual({ email: OLD, waits: NEW })
  expect(await mailed()).toHaveLength(2)
  expect(await load()).toEqual([200, 0, 1])
  expect(await mailed()).toEqual([])
})
