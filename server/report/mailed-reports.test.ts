import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import PostalMime, { type Email } from 'postal-mime'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../db/sql.ts'
import { readerToken } from '../mail/mail-link.ts'
import { sendMails } from '../mail/post-office.ts'
import { secretBox } from '../secret-box.ts'
import { eventually } from '../testing/eventually.ts'
import { mailOffice } from '../testing/mail-office.ts'
import { type MailServer, mailServer } from '../testing/mail-server.ts'
import { TEST_KEY } from '../testing/test-app.ts'
import { openTicketDesk, portal } from '../testing/ticket-desk.ts'
import { mailReports } from './mailed-reports.ts'

openTicketDesk()

// The report of the past month goes by mail to the contacts that a client's administrator chose.

const PROCESS = fileURLToPath(new URL('../process/report-job-process.ts', import.meta.url))
const LUCIA = 'lucia.ferrer@levante.example'
const HOST = 'portal.example'
/** In Madrid: a minute before midnight, a minute after, and the morning. */
const BEFORE_MIDNIGHT = new Date('2026-11-30T22:59:00Z')
const AFTER_MIDNIGHT = new Date('2026-11-30T23:01:00Z')
const MORNING = new Date('2026-12-01T07:00:00Z')

let server: MailServer
let andres: string
beforeEach(async () => {
  server = await mailServer()
  await portal.owner.query(
    'delete from mail; delete from mail_address; delete from report_reader; delete from mailed_report',
  )
  await sendMails(await mailOffice(portal.staff, undefined), () => portal.clock.now)
  andres = await portal.logIn('andres', 'Demo-andres-1')
})
afterEach(() => server.close())

const readers = async (cookie = andres) => {
  const { status, data, raw } = await portal.call(cookie, 'GET', '/consultas/ver_destinatarios_informe')
  expect(status, raw.body).toBe(200)
  return data.destinatarios
}
const choose = (contacto: number, elegido = true, cookie: string | null = andres) =>
  portal.call(cookie, 'POST', '/consultas/elegir_destinatario_informe', { contacto, elegido })
const chooseLucia = async () => expect((await choose(11)).status).toBe(200)
const mailed = async () =>
  (
    await portal.owner.query(
      "select client_id::int as client, email, cause, state, last_error as why, due_at as due from mail where kind = 'report' order by client_id, email",
    )
  ).rows
const report = (now: Date) => mailReports({ staff: portal.staff, host: HOST }, now)
async function sent(now: Date): Promise<Email[]> {
  server.received.length = 0
  await sendMails(await mailOffice(portal.staff, server.url), () => now)
  return Promise.all(server.received.map(({ body }) => PostalMime.parse(body)))
}
const headerOf = (mail: Email | undefined, name: string) => mail?.headers.find(({ key }) => key === name)?.value ?? ''

test('an administrator chooses among the contacts of the record, of their own client alone', async () => {
  const before = await readers()
  expect(before).toContainEqual({ contacto: 11, nombre: expect.any(String), email: LUCIA, elegido: false, baja: false })
  await chooseLucia()
  await chooseLucia()
  expect((await readers()).filter(({ elegido }: { elegido: boolean }) => elegido)).toMatchObject([{ contacto: 11 }])
  expect((await choose(11, false)).status).toBe(200)
  expect((await readers()).filter(({ elegido }: { elegido: boolean }) => elegido)).toEqual([])
  expect((await choose(987_654)).status).toBe(404)
  // A number that only another client has.
  const { rows } = await portal.owner.query(
    'select contact_id::int as contact from contact where client_id <> 1001 and contact_id not in (select contact_id from contact where client_id = 1001) limit 1',
  )
  if (rows[0]) expect((await choose(rows[0].contact)).status).toBe(404)
  const lucia = await portal.enter('LEV-01', 11)
  expect((await choose(11, true, lucia)).status).toBe(403)
  expect((await portal.call(lucia, 'GET', '/consultas/ver_destinatarios_informe')).status).toBe(403)
  expect((await choose(11, true, null)).status).toBe(403)
})

test('nobody is chosen beyond the most', async () => {
  await portal.owner.query(
    `insert into contact (client_id, contact_id, name, email, visibility) select 1001, 5000 + n, 'Contacto ' || n, 'c' || n || '@levante.example', 'own' from generate_series(1, 51) n`,
  )
  await portal.owner.query('insert into report_reader select 1001, 5000 + n, true from generate_series(1, 50) n')
  const refused = await choose(5051)
  expect([refused.status, refused.message]).toEqual([
    409,
    'El informe puede llegar como mucho a 50 personas: quite antes a alguna',
  ])
  // A reader who was chosen already can be chosen again.
  expect((await choose(5050)).status).toBe(200)
  await portal.owner.query(
    'delete from report_reader; delete from contact where client_id = 1001 and contact_id > 5000',
  )
})

test('it is made after the month’s end in the office’s time zone, once, and leaves in the morning with the PDF', async () => {
  await chooseLucia()
  await report(BEFORE_MIDNIGHT)
  expect(await mailed()).toEqual([])
  await report(AFTER_MIDNIGHT)
  await report(AFTER_MIDNIGHT)
  expect(await mailed()).toEqual([
    { client: 1001, email: LUCIA, cause: 'report 2026-11', state: 'queued', why: '', due: MORNING },
  ])
  expect(await sent(AFTER_MIDNIGHT)).toEqual([])
  const [mail, ...others] = await sent(MORNING)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Informe de noviembre de 2026')
  expect(mail?.text).toMatch(/Tickets abiertos: \d+/)
  expect(mail?.attachments).toMatchObject([
    { filename: 'Informe de noviembre de 2026.pdf', mimeType: 'application/pdf' },
  ])
  const { content = '' } = mail?.attachments[0] ?? {}
  const pdf = Buffer.from(typeof content === 'string' ? content : new Uint8Array(content as ArrayBuffer))
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(await mailed()).toMatchObject([{ state: 'sent' }])
  // A month later there is another one.
  await report(new Date('2027-01-01T10:00:00Z'))
  expect((await mailed()).map(({ cause }) => cause)).toEqual(['report 2026-11', 'report 2026-12'])
})

test('it is in the reader’s language, and says so if nothing happened', async () => {
  await chooseLucia()
  await portal.owner.query("insert into mail_address (client_id, email, language) values (1001, $1, 'en')", [LUCIA])
  await report(new Date('2020-03-01T10:00:00Z'))
  const [mail] = await sent(new Date('2020-03-01T10:00:00Z'))
  expect(mail?.subject).toBe('Report of February 2020')
  expect(mail?.text).toContain('Nothing happened in that month')
  expect(mail?.text).toContain('Tickets that stay open: 0')
  expect(mail?.attachments).toHaveLength(1)
})

test.each([
  ['2026-12-10T22:59:00Z', ['report 2026-11']],
  ['2026-12-10T23:01:00Z', []],
  // After months without a server: the last month alone.
  ['2027-03-02T10:00:00Z', ['report 2027-02']],
])('a portal that comes back at %s makes %j', async (at, causes) => {
  await chooseLucia()
  await report(new Date(at))
  expect((await mailed()).map(({ cause }) => cause)).toEqual(causes)
})

test('two servers at once make one mail for each reader', async () => {
  await chooseLucia()
  const others = [1, 2, 3].map(() => openDatabase(portal.url, { role: 'portal_staff', connections: 2 }))
  onTestFinished(async () => void (await Promise.all(others.map((each) => each.close()))))
  await Promise.all([portal.staff, ...others].map((staff) => mailReports({ staff, host: HOST }, MORNING)))
  expect(await mailed()).toHaveLength(1)
})

test('killed between the mark and the mails: another server makes them', async () => {
  await chooseLucia()
  await portal.owner.query('begin; lock table mail in exclusive mode')
  const child = spawn(process.execPath, [PROCESS, portal.url, MORNING.toISOString()], { stdio: 'ignore' })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await portal.owner.query('rollback')
  })
  const waiting = async () => {
    await portal.owner.query('select pg_stat_clear_snapshot()')
    const { rowCount } = await portal.owner.query(
      `select from pg_stat_activity
       where wait_event_type = 'Lock' and query like '%insert into mail %' and datname = current_database()`,
    )
    return rowCount
  }
  await eventually(async () => expect(await waiting()).toBe(1))
  const killed = once(child, 'exit')
  child.kill('SIGKILL')
  await killed
  await portal.owner.query('commit')
  await eventually(async () => {
    await report(MORNING)
    expect(await mailed()).toHaveLength(1)
  })
  await report(MORNING)
  expect(await mailed()).toHaveLength(1)
})

test('a reader’s click ends the report and no other mail; no administrator overrules it, and the reader can', async () => {
  await chooseLucia()
  await report(MORNING)
  const [mail] = await sent(MORNING)
  const address =
    /<https:\/\/portal\.example(\/api\/correos\/baja\?e=[\w-]+)>/.exec(headerOf(mail, 'list-unsubscribe'))?.[1] ?? ''
  const clicked = await portal.app.inject({
    method: 'POST',
    url: address,
    payload: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(clicked.statusCode, clicked.body).toBe(200)
  const enlace = readerToken(secretBox(TEST_KEY), { client: 1001, email: LUCIA })
  const byLink = async () => (await portal.call(null, 'POST', '/login/ver_correos', { enlace })).data
  expect(await byLink()).toEqual({ eleccion: 'inmediato', informeMensual: false })
  // Somebody who opens the link is led to the page that asks, which knows them.
  const { headers } = await portal.app.inject({ method: 'GET', url: address })
  const page = decodeURIComponent(String(headers.location).split('#e=')[1] ?? '')
  expect((await portal.call(null, 'POST', '/login/ver_correos', { enlace: page })).data.informeMensual).toBe(false)

  await choose(11, false)
  await chooseLucia()
  expect(await readers()).toContainEqual(expect.objectContaining({ contacto: 11, elegido: true, baja: true }))
  await portal.owner.query('delete from mail; delete from mailed_report')
  await report(MORNING)
  expect(await mailed()).toMatchObject([{ state: 'suppressed', why: 'choice' }])

  await portal.call(null, 'POST', '/login/elegir_correos_enlace', { enlace, informeMensual: true })
  expect(await byLink()).toEqual({ eleccion: 'inmediato', informeMensual: true })
  await portal.owner.query('delete from mail; delete from mailed_report')
  await report(MORNING)
  expect(await sent(MORNING)).toHaveLength(1)
})

test('a reader who is removed, has left, or wants only mails that ask for an act gets none', async () => {
  for (const [change, why] of [
    ['update report_reader set chosen = false', 'overtaken'],
    ['update contact set active = false where client_id = 1001 and contact_id = 11', 'overtaken'],
    [`insert into mail_address (client_id, email, choice) values (1001, '${LUCIA}', 'acts')`, 'choice'],
  ] as const) {
    await portal.owner.query(
      'delete from mail; delete from mailed_report; update contact set active = true where client_id = 1001 and contact_id = 11',
    )
    await chooseLucia()
    await report(MORNING)
    await portal.owner.query(change)
    expect(await sent(MORNING)).toEqual([])
    expect(await mailed()).toMatchObject([{ state: 'suppressed', why }])
  }
})

test('supervisors see it in the outbox with its month, and send it again', async () => {
  await chooseLucia()
  await report(MORNING)
  expect(await sent(MORNING)).toHaveLength(1)
  portal.clock.now = new Date(MORNING.getTime() + 3_600_000)
  const raul = await portal.consoleLogIn('raul')
  const { data } = await portal.console(raul, 'GET', '/outbox', { kind: 'report' })
  expect(data.items).toMatchObject([{ about: { subject: 'report', number: 202_611 }, state: 'sent', mayResend: true }])
  const again = await portal.console(raul, 'POST', '/outbox/resend', { client: 1001, mail: data.items[0].id })
  expect(again.status, again.raw.body).toBe(200)
  const [mail] = await sent(portal.clock.now)
  expect(mail?.attachments).toHaveLength(1)
})
