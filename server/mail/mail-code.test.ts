import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customersEndpoints, endpoints } from '#contract/openapi.ts'
import { tidyConsole } from '../console/jobs/console-housekeeping.ts'
import { readSettings } from '../provider-settings.ts'
import { mailOffice } from '../testing/mail-office.ts'
import { type MailServer, mailServer } from '../testing/mail-server.ts'
import { NOON } from '../testing/noon.ts'
import { type Answer, answerOf, cookieOf } from '../testing/test-app.ts'
import { later, lucia, openTicketDesk, portal, post, raised, simulate } from '../testing/ticket-desk.ts'
import { sendMails } from './post-office.ts'

openTicketDesk()

// From a mail to its ticket, with a one-time code.

let server: MailServer
beforeAll(async () => {
  server = await mailServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await portal.owner.query('delete from ticket_code; delete from mail; delete from failed_login')
  server.received.length = 0
})

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const wrong = { status: 401, message: 'El código no es correcto o ya no sirve' }

async function sent(): Promise<string[]> {
  server.received.length = 0
  await sendMails(await mailOffice(portal.staff, server.url), () => portal.clock.now)
  return server.received.map(({ body }) => body.replaceAll('=\r\n', '').replaceAll('=3D', '='))
}
/** Raises a ticket and opens its receipt. */
async function mailed(): Promise<{ ticket: number; enlace: string }> {
  const ticket = await raised()
  const [body = ''] = (await sent()).filter((each) => each.includes(`ticket=${ticket}#e=`))
  return { ticket, enlace: /#e=([\w-]+)/.exec(body)?.[1] ?? '' }
}
async function asked(enlace: string): Promise<{ device: string; codigo: string; answer: Answer }> {
  const answer = await portal.call(null, 'POST', '/login/pedir_codigo', { enlace })
  return { device: cookieOf(answer), codigo: codeIn(await sent()), answer }
}
const codeIn = ([body = '']: readonly string[]): string => /Su c=C3=B3digo es (\d{6})\./.exec(body)?.[1] ?? ''
const use = (enlace: string, codigo: string, device: string | null) =>
  portal.call(device, 'POST', '/login/usar_codigo', { enlace, codigo })
const other = (codigo: string) => String((Number(codigo) + 1) % 1_000_000).padStart(6, '0')
async function entered(): Promise<{ ticket: number; cookie: string }> {
  const { ticket, enlace } = await mailed()
  const { device, codigo } = await asked(enlace)
  const answer = await use(enlace, codigo, device)
  expect(answer).toMatchObject({ status: 200, data: { llnumreg: ticket } })
  return { ticket, cookie: cookieOf(answer) }
}

test('a mail’s link and the code that is sent to its address open its ticket, which may be answered', async () => {
  const { ticket, cookie } = await entered()
  await simulate(ticket)
  const view = await portal.call(cookie, 'GET', '/consultas/ver_consulta', { llnumreg: ticket })
  expect(view).toMatchObject({ status: 200, data: { consultas: [{ llnumreg: ticket }] } })
  const replied = await portal.call(cookie, 'POST', '/consultas/responder_consulta', {
    llpadre: ticket,
    llobse: 'Ya va.',
  })
  expect(replied.status).toBe(200)
  const seen = await portal.call(lucia, 'GET', '/consultas/ver_consulta', { llnumreg: ticket })
  expect(seen.data.fcontsopor.at(-1)).toMatchObject({ texto: 'Ya va.', tipoRes: 'usuario', autor: 'Lucía Ferrer' })
})

test('the code goes to the address of the mail, and to no link that is not ours', async () => {
  const { enlace } = await mailed()
  const answers = [await portal.call(null, 'POST', '/login/pedir_codigo', { enlace })]
  await sent()
  expect(server.received.map(({ to }) => to)).toEqual([['lucia.ferrer@levante.example']])
  for (const made of ['', 'x', `${enlace.slice(0, -2)}AA`, Buffer.from('1001/1').toString('base64url'), null]) {
    answers.push(await portal.call(null, 'POST', '/login/pedir_codigo', { enlace: made }))
    expect(await sent(), String(made)).toEqual([])
  }
  answers.push(await portal.call(null, 'POST', '/login/pedir_codigo', {}))
  expect(new Set(answers.map(({ raw }) => raw.body)).size).toBe(1)
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, message: '', data: null })
})

test('a code is good for ten minutes, once, in the browser that asked, after at most four wrong tries', async () => {
  const { enlace } = await mailed()
  const { device, codigo } = await asked(enlace)
  const stranger = cookieOf(await portal.call(null, 'POST', '/login/pedir_codigo', { enlace: 'x' }))
  expect(await use(enlace, codigo, null)).toMatchObject(wrong)
  expect(await use(enlace, codigo, stranger)).toMatchObject(wrong)
  for (let tries = 0; tries < 4; tries++) expect(await use(enlace, other(codigo), device)).toMatchObject(wrong)
  expect((await use(enlace, codigo, device)).status).toBe(200)
  expect(await use(enlace, codigo, device)).toMatchObject(wrong)

  await portal.owner.query('delete from failed_login')
  const again = await asked(enlace)
  for (let tries = 0; tries < 5; tries++) await use(enlace, other(again.codigo), again.device)
  expect(await use(enlace, again.codigo, again.device)).toMatchObject(wrong)

  await portal.owner.query('delete from failed_login')
  const late = await asked(enlace)
  later(10 * MINUTE_MS)
  expect(await use(enlace, late.codigo, late.device)).toMatchObject(wrong)
  portal.clock.now = NOON
})

test('of simultaneous tries at one code five count, and one right one opens one session', async () => {
  const { enlace } = await mailed()
  const { device, codigo } = await asked(enlace)
  const answers = await Promise.all([codigo, codigo, codigo].map((each) => use(enlace, each, device)))
  expect(answers.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([200, 401, 401])
})

test('guessing is limited like a log-in, and so is asking for codes', async () => {
  const { enlace } = await mailed()
  const statuses: number[] = []
  for (let tries = 0; tries < 12; tries++) statuses.push((await use(enlace, '000000', null)).status)
  expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401))
  expect(statuses.slice(10)).toEqual([429, 429])
  for (let times = 0; times < 14; times++) await portal.call(null, 'POST', '/login/pedir_codigo', { enlace })
  expect((await sent()).length).toBe(10)
})

// A mail that was forwarded: somebody else has its link, but not its mailbox.

/** A browser of its own at an address. It keeps its cookies. */
function browserAt(remoteAddress: string) {
  const cookies: Record<string, string> = {}
  const call = async (url: string, payload: object): Promise<Answer> => {
    const raw = await portal.app.inject({ method: 'POST', url: `/api/login/${url}`, remoteAddress, cookies, payload })
    for (const { name, value } of raw.cookies) cookies[name] = value
    return answerOf(raw)
  }
  return {
    /** The code that is mailed, or nothing. */
    ask: async (enlace: string): Promise<string> => {
      expect(await call('pedir_codigo', { enlace })).toMatchObject({ status: 200, message: '', data: null })
      return codeIn(await sent())
    },
    use: (enlace: string, codigo: string) => call('usar_codigo', { enlace, codigo }),
  }
}

test('a person to whom a mail was forwarded takes neither its reader’s code nor their tries', async () => {
  const { ticket, enlace } = await mailed()
  const [reader, stranger] = [browserAt('10.0.0.1'), browserAt('10.0.0.1')]
  const codigo = await reader.ask(enlace)
  const theirs = await stranger.ask(enlace)
  expect(theirs).not.toBe('')
  expect(await reader.use(enlace, theirs)).toMatchObject(wrong)
  expect(await stranger.use(enlace, codigo)).toMatchObject(wrong)
  for (let tries = 0; tries < 12; tries++) await stranger.use(enlace, other(codigo))
  for (let tries = 0; tries < 12; tries++) await browserAt('10.0.0.1').use(enlace, other(codigo))
  expect((await stranger.use(enlace, theirs)).status).toBe(429)
  expect(await reader.use(enlace, codigo)).toMatchObject({ status: 200, data: { llnumreg: ticket } })
})

test('a code that arrives late still opens its ticket when another was asked for meanwhile, once', async () => {
  const [one, two] = [await mailed(), await mailed()]
  const reader = browserAt('10.0.0.1')
  const early = await reader.ask(one.enlace)
  const second = await reader.ask(one.enlace)
  const ofTwo = await reader.ask(two.enlace)
  expect(await reader.use(one.enlace, early)).toMatchObject({ status: 200, data: { llnumreg: one.ticket } })
  expect(await reader.use(one.enlace, second)).toMatchObject(wrong)
  expect(await reader.use(two.enlace, ofTwo)).toMatchObject({ status: 200, data: { llnumreg: two.ticket } })
})

test('each code has five tries, also beside another of its browser', async () => {
  const { enlace } = await mailed()
  const reader = browserAt('10.0.0.1')
  const early = await reader.ask(enlace)
  for (let tries = 0; tries < 5; tries++) await reader.use(enlace, other(early))
  const second = await reader.ask(enlace)
  expect(await reader.use(enlace, early)).toMatchObject(wrong)
  expect((await reader.use(enlace, second)).status).toBe(200)
})

test('a mail’s link brings ten codes a day to a network and thirty in all, but as ever to a browser that its reader has used', async () => {
  const { enlace } = await mailed()
  const reader = browserAt('10.0.0.1')
  expect((await reader.use(enlace, await reader.ask(enlace))).status).toBe(200)
  const codesFor = async (address: string): Promise<number> => {
    await portal.owner.query('delete from failed_login')
    let codes = 0
    for (let times = 0; times < 11; times++) if ((await browserAt(address).ask(enlace)) !== '') codes++
    return codes
  }
  expect(await codesFor('10.0.0.1')).toBe(10)
  expect(await codesFor('10.0.0.1')).toBe(0)
  expect(await codesFor('10.0.0.2')).toBe(10)
  expect(await codesFor('10.0.0.3')).toBe(10)
  expect(await codesFor('10.0.0.4')).toBe(0)
  expect((await reader.use(enlace, await reader.ask(enlace))).status).toBe(200)
  later(DAY_MS)
  expect(await browserAt('10.0.0.4').ask(enlace)).not.toBe('')
})

test('of simultaneous askers no more than the day’s codes are sent', async () => {
  const { enlace } = await mailed()
  for (let from = 0; from < 28; from++) await browserAt(`10.0.1.${from}`).ask(enlace)
  const ask = (from: number) =>
    portal.app.inject({
      method: 'POST',
      url: '/api/login/pedir_codigo',
      remoteAddress: `10.0.2.${from}`,
      payload: { enlace },
    })
  await Promise.all([1, 2, 3, 4, 5, 6].map(ask))
  expect((await sent()).length).toBe(2)
})

test('a mail goes after 90 days, with its codes, but not while a code of its link still counts', async () => {
  const { enlace } = await mailed()
  expect(await browserAt('10.0.0.1').ask(enlace)).not.toBe('')
  await portal.owner.query(`update mail set created_at = created_at - interval '90 days 1 hour'`)
  const left = async (): Promise<string> => {
    await tidyConsole(portal.staff, await readSettings(), portal.clock.now)
    const { rows } = await portal.owner.query(
      `select (select count(*) from mail) as mails, (select count(*) from ticket_code) as codes`,
    )
    return `${rows[0].mails} of mails, ${rows[0].codes} of codes`
  }
  expect(await left()).toBe('1 of mails, 1 of codes')
  later(DAY_MS)
  expect(await left()).toBe('0 of mails, 0 of codes')
})

test('a former reader of the ticket gets no code', async () => {
  const { enlace } = await mailed()
  await portal.owner.query(`update contact set email = 'otra@levante.example' where contact_id = 11`)
  await portal.call(null, 'POST', '/login/pedir_codigo', { enlace })
  expect(await sent()).toEqual([])
  await portal.owner.query(`update contact set email = 'lucia.ferrer@levante.example' where contact_id = 11`)
})

test('the session of a code reaches its ticket and nothing else, by any call', async () => {
  const { ticket, cookie } = await entered()
  const foreign = await raised()
  const allowed = customersEndpoints().filter(({ endpoint }) => endpoint.isOfOneTicket)
  expect(allowed.map(({ endpoint }) => endpoint.path).toSorted()).toEqual([
    '/consultas/anadir_informacion',
    '/consultas/get_documentacion',
    '/consultas/get_documento',
    '/consultas/responder_consulta',
    '/consultas/subir_documentacion',
    '/consultas/ver_anteriores',
    '/consultas/ver_consulta',
  ])
  for (const { endpoint } of endpoints()) {
    if (endpoint.access === 'public' || endpoint.isOfOneTicket) continue
    const { status, data } = await portal.call(cookie, endpoint.method, endpoint.path, {})
    expect([status, data?.codigo], endpoint.path).toEqual([
      403,
      endpoint.path.startsWith('/console/') ? 'sesion' : 'rol',
    ])
  }
  const get = (path: string, sent: object) => portal.call(cookie, 'GET', `/consultas/${path}`, sent)
  expect((await get('ver_consulta', { llnumreg: foreign })).status).toBe(404)
  expect((await get('get_documentacion', { llnumreg: foreign })).status).toBe(404)
  expect((await get('get_documentacion', { pcnpet: 50_001 })).status).toBe(404)
  const { rows } = await portal.owner.query(
    'select attachment_id from attachment where client_id = 1001 and ticket_number is not null limit 5',
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { attachment_id: iaimagen } of rows) expect((await get('get_documento', { iaimagen })).status).toBe(404)
  expect((await get('get_documento', { documento: 'manual' })).status).toBe(404)
  const reply = await portal.call(cookie, 'POST', '/consultas/responder_consulta', { llpadre: foreign, llobse: 'x' })
  expect(reply.status).toBe(404)
  const inform = (llnumreg: number) =>
    portal.call(cookie, 'POST', '/consultas/anadir_informacion', { llnumreg, llobse: 'Y otra cosa' })
  expect((await inform(foreign)).status).toBe(404)
  expect((await inform(ticket)).status).toBe(200)
  expect((await get('ver_consulta', { llnumreg: ticket })).status).toBe(200)
  // The portal treats it as a visitor without a session.
  expect((await portal.call(cookie, 'GET', '/login/check_session')).data).toEqual({ valida: false, usuario: null })
  expect((await portal.call(cookie, 'GET', '/login/get_persona')).data).toBe(null)
})

test('it ends with the log-out and with its contact', async () => {
  const one = await entered()
  await portal.call(one.cookie, 'POST', '/login/logout')
  const view = ({ cookie, ticket }: typeof one) =>
    portal.call(cookie, 'GET', '/consultas/ver_consulta', { llnumreg: ticket })
  expect((await view(one)).status).toBe(403)
  const two = await entered()
  await portal.owner.query('update contact set active = false where contact_id = 11')
  expect((await view(two)).status).toBe(403)
  await portal.owner.query('update contact set active = true where contact_id = 11')
  expect((await post('responder_consulta', { llpadre: two.ticket, llobse: 'x' })).status).not.toBe(500)
})
