import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { mailServer } from '../testing/mail-server.ts'
import { type TestApp, testApp, testAppForThisTest } from '../testing/test-app.ts'
import { readSettings } from '../provider-settings.ts'
import { ticketMail } from './ticket-mail.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await testApp()
})
afterAll(() => portal.close())

const ticketOf = async (app: TestApp, where: string): Promise<number> =>
  Number(
    (await app.owner.query(`select number from ticket t where client_id = 1001 and ${where} limit 1`)).rows[0].number,
  )

test('a reminder goes to the contact of the ticket, whatever was typed into the form', async () => {
  const { url, received, close } = await mailServer()
  onTestFinished(close)
  const app = await testAppForThisTest({ dependencies: { smtpUrl: url } })
  const number = await ticketOf(
    app,
    "contact_id = 11 and state = 'closed' and not accepted and blocking_incident is null",
  )
  await app.owner.query("update ticket set email = 'otra@persona.example' where number = $1", [number])
  const lucia = await app.enter('LEV-01', 11)
  const { status, data } = await app.call(lucia, 'POST', '/consultas/enviar_recordatorio', { llnumreg: number })
  expect(status).toBe(200)
  expect(data).toMatchObject({ para: 'lucia.ferrer@levante.example', enviado: 'S' })
  expect(data.texto).toContain(`cerrado y pendiente de su conformidad`)
  expect(data.texto).toContain(`http://portal.test/public/home-mail?ticket=${number}`)
  expect(received).toHaveLength(1)
  expect(received[0]?.to).toEqual(['lucia.ferrer@levante.example'])
  expect(received[0]?.body).toContain('multipart/alternative')
})

test('without a mail server a mail is made and not sent', async () => {
  const number = await ticketOf(portal, "contact_id = 11 and state = 'pending' and last_entry_kind = 'answer'")
  const lucia = await portal.enter('LEV-01', 11)
  const { data } = await portal.call(
    lucia,
    'POST',
    '/consultas/enviar_recordatorio',
    { llnumreg: number },
    {
      'accept-language': 'en',
    },
  )
  expect(data).toMatchObject({ enviado: 'N', asunto: `Your ticket ${number} is waiting for you` })
})

test('a mail server that is away is 503, and the portal goes on', async () => {
  const app = await testAppForThisTest({ dependencies: { smtpUrl: 'smtp://127.0.0.1:9' } })
  const lucia = await app.enter('LEV-01', 11)
  const answer = await app.call(lucia, 'POST', '/consultas/pruebas_email_plantilla', {})
  expect(answer.status).toBe(503)
  expect(answer.raw.headers['retry-after']).toBe('2')
  expect((await app.call(lucia, 'GET', '/consultas/get_contadores')).status).toBe(200)
})

test.each([
  ['recordatorio', 'Su ticket 123456 le espera'],
  ['respuesta', 'Hemos contestado a su ticket 123456'],
  ['cierre', 'Hemos cerrado su ticket 123456'],
])('the template %s is filled with a sample, for the caller alone', async (plantilla, asunto) => {
  const lucia = await portal.enter('LEV-01', 11)
  const { data } = await portal.call(lucia, 'POST', '/consultas/pruebas_email_plantilla', { plantilla })
  expect(data).toMatchObject({ para: 'lucia.ferrer@levante.example', asunto, enviado: 'N' })
  expect(data.html).toContain('&lt;con las facturas de octubre&gt;')
  expect(data.html).not.toContain('<con')
  expect(data.texto).toContain('<con las facturas de octubre>')
})

test('faulty requests for reminders and trial mails are refused', async () => {
  const lucia = await portal.enter('LEV-01', 11)
  const other = Number(
    (await portal.owner.query('select number from ticket where client_id = 1002 limit 1')).rows[0].number,
  )
  const remind = (sent: object) => portal.call(lucia, 'POST', '/consultas/enviar_recordatorio', sent)
  expect((await remind({ llnumreg: other })).status).toBe(404)
  expect((await remind({})).status).toBe(422)
  expect((await remind({ llnumreg: 'x' })).status).toBe(400)
  const template = (sent: object) => portal.call(lucia, 'POST', '/consultas/pruebas_email_plantilla', sent)
  expect((await template({ plantilla: 'otra' })).status).toBe(422)
  expect((await template({ email: 'a@b.example' })).status).toBe(400)
})

test('the test helpers exist only while technicians are simulated', async () => {
  const app = await testAppForThisTest({ dependencies: { simulateTechnician: false } })
  const lucia = await app.enter('LEV-01', 11)
  for (const path of ['enviar_recordatorio', 'pruebas_email_plantilla', 'crear_respuesta_falsa'])
    expect((await app.call(lucia, 'POST', `/consultas/${path}`, {})).status).toBe(404)
})

test('a subject stays one line, whatever the title holds', async () => {
  const settings = await readSettings()
  const mail = ticketMail(
    'answer',
    { number: 7, title: 'x\r\nBcc: a@b.example', reader: '<b>', turn: 'reply' },
    { settings, address: 'https://portal.example', language: 'es' },
  )
  expect(mail.subject).toBe('Hemos contestado a su ticket 7')
  expect(mail.html).toContain('&lt;b&gt;')
})

test.each([
  ['another machine', 'localhost.', 503, 0],
  ['this very one', '127.0.0.1', 200, 1],
])(
  'a mail server that does not encrypt is handed mail on this machine alone: %s',
  async (_case, host, status, mails) => {
    const { url, received, close } = await mailServer()
    onTestFinished(close)
    // The same server under another name of this machine: the name decides, not the address.
    const app = await testAppForThisTest({ dependencies: { smtpUrl: url.replace('127.0.0.1', host) } })
    const number = await ticketOf(
      app,
      "contact_id = 11 and state = 'closed' and not accepted and blocking_incident is null",
    )
    const lucia = await app.enter('LEV-01', 11)
    const answer = await app.call(lucia, 'POST', '/consultas/enviar_recordatorio', { llnumreg: number })
    expect(answer.status).toBe(status)
    expect(received).toHaveLength(mails)
  },
)
