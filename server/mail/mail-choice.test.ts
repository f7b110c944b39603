import { afterEach, beforeEach, expect, test } from 'vitest'
import { secretBox } from '../secret-box.ts'
import { mailOffice } from '../testing/mail-office.ts'
import { type MailServer, mailServer } from '../testing/mail-server.ts'
import { NOON } from '../testing/noon.ts'
import { TEST_KEY, testAppForThisTest } from '../testing/test-app.ts'
import { lucia, openTicketDesk, portal, raised, simulate } from '../testing/ticket-desk.ts'
import { linkToken, readerToken } from './mail-link.ts'
import { sendMails } from './post-office.ts'

openTicketDesk()

// People choose their mails in «Mis datos», by the link of a mail, or by the button of a mail client (RFC 8058).

const LUCIA = 'lucia.ferrer@levante.example'
const ONE_CLICK = 'List-Unsubscribe=One-Click'
const FORM = 'application/x-www-form-urlencoded'

let server: MailServer
beforeEach(async () => {
  server = await mailServer()
  portal.clock.now = NOON
  await portal.owner.query(
    'delete from ticket_code; delete from mail; delete from mail_address; delete from failed_login',
  )
  await sendMails(await mailOffice(portal.staff, undefined), () => NOON)
})
afterEach(() => server.close())

const DAY_MS = 24 * 3_600_000

async function sent(now = portal.clock.now): Promise<string[]> {
  server.received.length = 0
  await sendMails(await mailOffice(portal.staff, server.url), () => now)
  return server.received.map(({ body }) => body.replaceAll('=\r\n', '').replaceAll('=3D', '='))
}
const states = async () =>
  (await portal.owner.query('select kind, state, last_error as why from mail order by mail_id')).rows.map(
    ({ kind, state, why }) => `${kind} ${state} ${why}`.trim(),
  )
const choose = (eleccion: unknown, cookie: string | null = lucia) =>
  portal.call(cookie, 'POST', '/login/elegir_correos', { eleccion })
const own = async (cookie = lucia) => (await portal.call(cookie, 'GET', '/login/get_mis_datos')).data.correos
/** The signed part of a reader's link for choosing mails. */
const tokenOf = (body = ''): string => /\/public\/correos#e=([\w-]+)/.exec(body)?.[1] ?? ''
async function mailed(): Promise<{ ticket: number; body: string; enlace: string }> {
  const ticket = await raised()
  const [body = ''] = await sent()
  return { ticket, body, enlace: tokenOf(body) }
}
const unfolded = (body: string): string => body.split('\r\n\r\n', 1)[0]?.replaceAll(/\r\n[ \t]+/g, ' ') ?? ''
const oneClick = (enlace: string, body: string = ONE_CLICK, type = FORM) =>
  portal.app.inject({
    method: 'POST',
    url: `/api/correos/baja?e=${enlace}`,
    payload: body,
    headers: { 'content-type': type },
  })
const byLink = (enlace: unknown, eleccion: unknown) =>
  portal.call(null, 'POST', '/login/elegir_correos_enlace', { enlace, eleccion })
const seen = (enlace: unknown) => portal.call(null, 'POST', '/login/ver_correos', { enlace })

test('somebody chooses in «Mis datos» and can go back', async () => {
  expect(await own()).toEqual({ email: LUCIA, eleccion: 'inmediato' })
  expect(await choose('diario')).toMatchObject({ status: 200, data: null })
  expect(await own()).toEqual({ email: LUCIA, eleccion: 'diario' })
  const ticket = await raised()
  expect(await sent()).toEqual([])
  const [summary = ''] = await sent(new Date(NOON.getTime() + DAY_MS))
  expect(summary).toContain(`ticket ${ticket}`)
  await choose('inmediato')
  await raised()
  expect(await sent()).toHaveLength(1)
})

test('a reader who wants only mails that ask for an act gets no other, not even one that already waited', async () => {
  await choose('diario')
  const ticket = await raised()
  await sent()
  await choose('actos')
  await simulate(ticket)
  await sent()
  await simulate(ticket, { cerrar: 'S' })
  const mails = await sent(new Date(NOON.getTime() + DAY_MS))
  expect(mails.map((body) => /^Subject: (.*)$/m.exec(body)?.[1]?.trim())).toEqual([`Hemos cerrado su ticket ${ticket}`])
  expect(await states()).toEqual(['registered suppressed choice', 'answer suppressed choice', 'closing sent'])
})

test('a choice is one’s own: others’ addresses, other clients and whoever has no address are left alone', async () => {
  await choose('actos')
  const andres = await portal.enter('LEV-01', 12)
  expect(await own(andres)).toMatchObject({ eleccion: 'inmediato' })
  const nobody = await portal.enter('LEV-01', 'cliente', { company: '001' })
  expect(await own(nobody)).toBe(null)
  expect(await choose('diario', nobody)).toMatchObject({ status: 403, data: { codigo: 'rol' } })
  expect(await choose('diario', null)).toMatchObject({ status: 403 })
  const { rows } = await portal.owner.query('select client_id::int as client, email, choice from mail_address')
  expect(rows.filter(({ choice }) => choice !== 'at-once')).toEqual([{ client: 1001, email: LUCIA, choice: 'acts' }])
  for (const odd of ['', 'acts', 'INMEDIATO', null, 7, ['diario']])
    expect((await choose(odd)).status, String(odd)).toBeGreaterThanOrEqual(400)
})

test('a mail that asks for no act can be unsubscribed from, and one that does says so by no header', async () => {
  const { ticket, body, enlace } = await mailed()
  const head = unfolded(body)
  expect(head).toContain(`List-Unsubscribe: <https://portal.example/api/correos/baja?e=`)
  expect(head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  expect(body).toContain('Elegir qu=C3=A9 correos recibo')
  await simulate(ticket, { cerrar: 'S' })
  const [closing = ''] = await sent()
  expect(unfolded(closing)).toContain(`Hemos cerrado su ticket ${ticket}`)
  expect(unfolded(closing)).not.toContain('List-Unsubscribe')
  expect(tokenOf(closing)).not.toBe('')
  // It reveals neither the address nor anything that two mails share.
  expect(Buffer.from(enlace, 'base64url').toString('latin1')).not.toContain('levante')
  expect(tokenOf(closing)).not.toBe(enlace)
  // The code is a secret that somebody waits for: no choice applies to it.
  const ofTicket = /#e=([\w-]+)/.exec(body)?.[1]
  await portal.call(null, 'POST', '/login/pedir_codigo', { enlace: ofTicket })
  const [code = ''] = await sent()
  expect(unfolded(code)).not.toContain('List-Unsubscribe')
  expect(code).not.toContain('/public/correos')
})

test.each([
  ['a form', FORM, ONE_CLICK],
  [
    'a form of parts',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  ],
])('one click of a mail client ends what asks for nothing: %s', async (_what, type, body) => {
  const { enlace } = await mailed()
  expect((await oneClick(enlace, body, type)).statusCode).toBe(200)
  expect(await own()).toMatchObject({ eleccion: 'actos' })
  expect((await oneClick(enlace, body, type)).statusCode).toBe(200)
  await raised()
  expect(await sent()).toEqual([])
})

test('following the link changes nothing and leads to the page that asks, on this portal alone', async () => {
  const { enlace } = await mailed()
  for (const method of ['GET', 'HEAD'] as const) {
    const { statusCode, headers } = await portal.app.inject({ method, url: `/api/correos/baja?e=${enlace}` })
    expect([statusCode, headers.location]).toEqual([302, `http://portal.test/public/correos#e=${enlace}`])
  }
  const { headers } = await portal.app.inject({ url: '/api/correos/baja?e=%0d%0aX:%20y/../%2f%2fevil.example&e=2' })
  expect(headers.location).toBe('http://portal.test/public/correos#e=')
  expect((await seen(enlace)).data).toEqual({ eleccion: 'inmediato', informeMensual: null })
  expect(await own()).toMatchObject({ eleccion: 'inmediato' })
})

test('the page of a mail offers every choice, and the way back', async () => {
  const { enlace } = await mailed()
  for (const eleccion of ['actos', 'diario', 'inmediato']) {
    expect(await byLink(enlace, eleccion)).toMatchObject({ status: 200, data: null })
    expect(await seen(enlace)).toMatchObject({ status: 200, data: { eleccion } })
    expect(await own()).toMatchObject({ eleccion })
  }
})

test('no link but ours does anything, and none reads or chooses for another', async () => {
  const { enlace, body } = await mailed()
  const ofTicket = /ticket=\d+#e=([\w-]+)/.exec(body)?.[1] ?? ''
  const other = secretBox(Buffer.alloc(32, 7))
  const forged = [
    '',
    'x',
    null,
    ofTicket,
    `${enlace.slice(0, -3)}AAA`,
    readerToken(other, { client: 1001, email: LUCIA }),
    Buffer.from(`1001/${LUCIA}`).toString('base64url'),
    linkToken(secretBox(TEST_KEY), { client: 1001, mail: 1 }),
  ]
  const refused = {
    status: 401,
    message: 'El enlace no es correcto, ya se ha usado o ha caducado: pida otro a Soporte',
  }
  for (const each of forged) {
    expect(await byLink(each, 'actos'), String(each)).toMatchObject(refused)
    expect(await seen(each), String(each)).toMatchObject(refused)
    expect((await oneClick(String(each))).statusCode, String(each)).toBe(401)
  }
  // Nor does the link for choosing mails open a ticket.
  server.received.length = 0
  await portal.call(null, 'POST', '/login/pedir_codigo', { enlace })
  expect(await sent()).toEqual([])
  expect((await oneClick(enlace, 'something=else')).statusCode).toBe(400)
  expect((await oneClick(enlace, 'x'.repeat(5000))).statusCode).toBe(413)
  expect(await own()).toMatchObject({ eleccion: 'inmediato' })
  // Another client's reader at the same address is another reader.
  const elsewhere = readerToken(secretBox(TEST_KEY), { client: 1002, email: LUCIA })
  expect((await oneClick(elsewhere)).statusCode).toBe(200)
  expect(await own()).toMatchObject({ eleccion: 'inmediato' })
})

test('the button of a mail client has a budget', async () => {
  const { app } = await testAppForThisTest({
    settings: (given) => ({ ...given, limits: { ...given.limits, writesPerMinute: 1, colleagues: 1 } }),
  })
  const click = async () =>
    (
      await app.inject({
        method: 'POST',
        url: '/api/correos/baja?e=x',
        payload: ONE_CLICK,
        headers: { 'content-type': FORM },
      })
    ).statusCode
  expect([await click(), await click()]).toEqual([401, 429])
})
