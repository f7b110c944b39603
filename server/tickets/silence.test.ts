import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seedProviderData } from '../db/provider-data.ts'
import { acceptBySilence } from '../jobs/silence.ts'
import { NOON, type TestApp, testApp } from '../testing/test-app.ts'
import { openDatabase } from '../db/sql.ts'
import { passEvents } from '../mail/event-mails.ts'
import type { Mailer } from '../mail/mailer.ts'
import { sendMails } from '../mail/post-office.ts'
import { mailOffice } from '../testing/mail-office.ts'

// The life of a closed ticket that nobody answers: two warnings, acceptance, and a month in which to dispute it. NOON is
// Wednesday, 18 November 2026; the only bank holiday in the fifteen office days after it is 8 December.

let portal: TestApp
let lucia: string
beforeAll(async () => {
  portal = await testApp()
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.clock.now = NOON
  mails.length = 0
  // The tests' mails exceed a reader's limit per hour.
  await portal.owner.query('delete from mail')
  lucia = await portal.enter('LEV-01', 11, { company: '001' })
})

const DAY_MS = 24 * 60 * 60 * 1000
/** 15 office days after 18 November: Thursday, 10 December, when the office closes. */
const END = '2026-12-10T17:00:00.000Z'

async function go(instant: string): Promise<void> {
  portal.clock.now = new Date(instant)
  lucia = await portal.enter('LEV-01', 11, { company: '001' })
}
const post = (path: string, sent: object) => portal.call(lucia, 'POST', `/consultas/${path}`, sent)
const view = async (llnumreg: number) => (await portal.call(lucia, 'GET', '/consultas/ver_consulta', { llnumreg })).data
const silence = async () => (await portal.call(lucia, 'GET', '/consultas/get_silencio')).data
const soon = async (llnumreg: number) =>
  (await silence()).proximas.find((ticket: { llnumreg: number }) => ticket.llnumreg === llnumreg)
/** The mails handed to the mail server; while `mailsLeave` is false the server is unreachable. */
const mails: { to: string; subject: string; text: string }[] = []
let mailsLeave = true
const jobOf = (staff = portal.staff) => ({ staff, host: 'portal.example' })
const mailer: Mailer = {
  isThere: true,
  deliver: async ({ to, subject, text }, handing) => {
    if (!mailsLeave) return { is: 'not-now', reason: 'no mail server', isDown: true }
    await handing()
    mails.push({ to, subject, text })
    return { is: 'sent', answer: '250 OK' }
  },
  send: async () => true,
}
const work = async () => {
  await acceptBySilence(jobOf(), portal.clock.now)
  // The warnings among the mails.
  await passEvents(portal.staff)
  await sendMails({ ...(await mailOffice(portal.staff, undefined)), mailer }, () => portal.clock.now)
}
/** Sends both warnings, each on its day, and stops at the moment of acceptance. */
async function goWarned(): Promise<void> {
  for (const day of ['2026-12-02T08:00:00Z', '2026-12-10T08:00:00Z']) {
    await go(day)
    await work()
  }
  await go(END)
}
const answer = (llnumreg: number, more: object = {}) =>
  post('crear_respuesta_falsa', { llnumreg, respuesta: 'Ya está.', ...more })

async function closed(more: object = {}): Promise<number> {
  const { status, data, raw } = await post('nueva_consulta', {
    aplicacion: 'RE',
    tipoConsulta: 'C',
    modulo: 1,
    textoConsulta: 'El listado de ventas no suma los anexos desde la actualización de ayer.',
    interlocutor: 'Lucía Ferrer',
    email: 'lucia.ferrer@levante.example',
    urgenciaSeleccionada: '3',
    asistenciaTelefonica: 'N',
  })
  expect(status, raw.body).toBe(200)
  const [{ llnumreg }] = data
  await answer(llnumreg, { cerrar: 'S', ...more })
  return llnumreg
}

describe('a closed ticket', () => {
  test('is warned of five office days before and on the last day, accepted as that ends, and never rated', async () => {
    const ticket = await closed()
    expect((await view(ticket)).aceptacionSilencio).toEqual({
      fechaSilencio: END,
      aceptadaPorSilencio: 'N',
      reversibleHasta: null,
    })
    await go('2026-12-01T17:00:00Z')
    expect(await soon(ticket)).toBe(undefined)
    await work()
    expect(mails.filter(({ subject }) => subject.endsWith(String(ticket)))).toEqual([])
    await go('2026-12-02T08:00:00Z')
    await work()
    await work()
    expect(await soon(ticket)).toMatchObject({ fechaSilencio: END, ultimoDia: 'N', llfeci: NOON.toISOString() })
    await go('2026-12-10T08:00:00Z')
    expect(await soon(ticket)).toMatchObject({ ultimoDia: 'S' })
    await work()
    await work()
    const ofTicket = mails.filter(({ subject }) => subject.endsWith(String(ticket)))
    expect(ofTicket.map(({ to, subject }) => [to, subject])).toEqual([
      ['lucia.ferrer@levante.example', `Díganos si está conforme con su ticket ${ticket}`],
      ['lucia.ferrer@levante.example', `Último día para decirnos si está conforme con su ticket ${ticket}`],
    ])
    for (const { text } of ofTicket) {
      expect(text).toContain('se dará por aceptado el')
      expect(text).toContain(`https://portal.example/public/home-mail?ticket=${ticket}`)
    }
    await go('2026-12-10T16:59:59Z')
    await work()
    expect((await view(ticket)).consultas[0].llvbcli).toBe('N')

    await go(END)
    await work()
    await work()
    const { consultas, fcontsopor, aceptacionSilencio, accionesConsulta } = await view(ticket)
    expect(consultas[0]).toMatchObject({ llesta: 'C', llvbcli: 'S', llvaloracion: -1 })
    expect(fcontsopor.map(({ tipo, texto }: { tipo: string; texto: string }) => [tipo, texto]).slice(1)).toEqual([
      ['respuesta', 'Ya está.'],
      ['conforme', 'Aceptado por silencio'],
    ])
    expect(fcontsopor.at(-1)).toMatchObject({ tipoRes: 'tecnico', autor: 'Cantera Software, S.L.', fecha: END })
    expect(aceptacionSilencio).toEqual({
      fechaSilencio: null,
      aceptadaPorSilencio: 'S',
      reversibleHasta: new Date(Date.parse(END) + 30 * DAY_MS).toISOString(),
    })
    expect(accionesConsulta).toMatchObject({ puedeConformar: false, puedeResponder: false, puedeReclamar: false })
    expect(await soon(ticket)).toBe(undefined)
    const { rows } = await portal.owner.query(
      'select accepted_by_silence, rating, silent_acceptance_at from ticket where number = $1',
      [ticket],
    )
    expect(rows).toEqual([{ accepted_by_silence: true, rating: null, silent_acceptance_at: null }])
    const audit = await portal.owner.query(
      "select username, client_id from audit where act = '/jobs/silence' and ticket_number = $1",
      [ticket],
    )
    expect(audit.rows).toEqual([{ username: 'portal', client_id: '1001' }])
  })

  test('is disputed for thirty days: then it is pending again, with its customer’s words', async () => {
    const [ticket, other] = [await closed(), await closed()]
    await goWarned()
    await work()
    const [done] = (await silence()).aceptadas.filter(({ llnumreg }: { llnumreg: number }) => llnumreg === ticket)
    expect(done).toMatchObject({ fechaSilencio: END, reversibleHasta: '2027-01-09T17:00:00.000Z' })
    expect((await post('deshacer_silencio', { llnumreg: ticket, respuesta: ' ' })).status).toBe(422)
    const again = await post('deshacer_silencio', { llnumreg: ticket, respuesta: 'Sigue sin sumar.' })
    expect([again.status, again.data]).toEqual([200, [{ llnumreg: ticket }]])
    const { consultas, fcontsopor, aceptacionSilencio } = await view(ticket)
    expect(consultas[0]).toMatchObject({ llesta: 'P', llvbcli: 'N' })
    expect(fcontsopor.at(-1)).toMatchObject({ tipo: 'noConforme', texto: 'Sigue sin sumar.', autor: 'Lucía Ferrer' })
    expect(aceptacionSilencio).toEqual({ fechaSilencio: null, aceptadaPorSilencio: 'N', reversibleHasta: null })
    const twice = await post('deshacer_silencio', { llnumreg: ticket, respuesta: 'Otra vez.' })
    expect([twice.status, twice.message]).toEqual([409, 'Este ticket no se ha aceptado por silencio'])

    await go('2027-01-09T17:00:00.001Z')
    const late = await post('deshacer_silencio', { llnumreg: other, respuesta: 'No.' })
    expect([late.status, late.message]).toEqual([409, 'Han pasado más de 30 días: abra un ticket relacionado'])
    expect((await silence()).aceptadas).toEqual([])
  })

  test('one that somebody accepted is not one that was accepted by silence', async () => {
    const ticket = await closed()
    await post('marcar_conformidad', { llnumreg: ticket, llvaloracion: 4 })
    await go(END)
    await work()
    expect((await view(ticket)).consultas[0]).toMatchObject({ llvbcli: 'S', llvaloracion: 4 })
    expect((await view(ticket)).aceptacionSilencio).toMatchObject({ aceptadaPorSilencio: 'N', fechaSilencio: null })
    expect((await post('deshacer_silencio', { llnumreg: ticket, respuesta: 'No.' })).status).toBe(409)
  })

  test('counts from its last answer, no more once it is rejected, and not while an incident is in the way', async () => {
    const answered = await closed()
    await go('2026-11-20T11:00:00Z')
    await answer(answered)
    expect((await view(answered)).aceptacionSilencio.fechaSilencio).toBe('2026-12-14T17:00:00.000Z')
    await post('marcar_no_conforme', { llnumreg: answered, respuesta: 'No.' })
    expect((await view(answered)).aceptacionSilencio.fechaSilencio).toBe(null)

    const blocked = await closed({ incidencia: 'S' })
    expect((await view(blocked)).aceptacionSilencio.fechaSilencio).toBe(null)
    await work()
    expect((await view(blocked)).aceptacionSilencio.fechaSilencio).toBe(null)
    // The blocking incident disappeared without starting the period, through an older version or a direct change to the
    // database.
    await portal.owner.query('update ticket set blocking_incident = null where number = $1', [blocked])
    await work()
    expect((await view(blocked)).aceptacionSilencio.fechaSilencio).toBe('2026-12-14T17:00:00.000Z')
  })
})

describe('who was not told twice', () => {
  test('is not taken at their silence: it is put off until both warnings have left', async () => {
    const ticket = await closed()
    await go(END)
    await work()
    expect((await view(ticket)).consultas[0].llvbcli).toBe('N')
    // Five office days later, on Thursday 17 December, the date that both mails name.
    const later = '2026-12-17T17:00:00.000Z'
    expect((await view(ticket)).aceptacionSilencio.fechaSilencio).toBe(later)
    await work()
    mailsLeave = false
    await go('2026-12-17T09:00:00Z')
    await work()
    await go(later)
    await work()
    mailsLeave = true
    const again = (await view(ticket)).aceptacionSilencio.fechaSilencio
    expect([(await view(ticket)).consultas[0].llvbcli, again]).toEqual(['N', '2026-12-24T13:45:00.000Z'])
    await work()
    await go('2026-12-24T08:00:00Z')
    await work()
    await go(again)
    await work()
    expect((await view(ticket)).consultas[0].llvbcli).toBe('S')
  })

  test('is nobody where no mail leaves at all: nothing is counted, nor announced', async () => {
    const counted = await closed()
    await seedProviderData(portal.database, { mails: false })
    try {
      const uncounted = await closed()
      await work()
      for (const ticket of [counted, uncounted])
        expect((await view(ticket)).aceptacionSilencio.fechaSilencio).toBe(null)
      await go(END)
      await work()
      expect((await silence()).proximas).toEqual([])
      expect((await view(counted)).consultas[0].llvbcli).toBe('N')
    } finally {
      await seedProviderData(portal.database, { mails: true })
    }
    // The period starts on the day on which mail works again.
    await work()
    expect((await view(counted)).aceptacionSilencio.fechaSilencio).toBe('2027-01-04T13:45:00.000Z')
  })
})

test('of two servers at work at once one accepts, and a customer who answers meanwhile is in time', async () => {
  const tickets = [await closed(), await closed(), await closed()]
  await goWarned()
  const [first = 0] = tickets
  const other = openDatabase(portal.url, { role: 'portal_staff', connections: 2 })
  const holding = await portal.owner
    .query('begin')
    .then(() => portal.owner.query('select 1 from ticket where number = $1 for update', [first]))
  expect(holding.rowCount).toBe(1)
  const working = Promise.all([work(), acceptBySilence(jobOf(other), portal.clock.now), work()])
  // The customer rejects while both runs wait for the lock.
  await portal.owner.query(
    `update ticket set state = 'pending', closed_at = null, last_entry_kind = 'rejection', silent_acceptance_at = null
     where number = $1`,
    [first],
  )
  await portal.owner.query('commit')
  await working
  await other.close()
  const { rows } = await portal.owner.query(
    `select t.accepted, (select count(*)::int from entry e where e.ticket_number = t.number and e.kind = 'silence') as times
     from ticket t where t.number = any ($1) order by t.number`,
    [tickets],
  )
  expect(rows).toEqual([
    { accepted: false, times: 0 },
    { accepted: true, times: 1 },
    { accepted: true, times: 1 },
  ])
})

test('another’s is not there', async () => {
  const ticket = await closed()
  await goWarned()
  await work()
  const nuria = await portal.enter('DUE-01', 21)
  const refused = await portal.call(nuria, 'POST', '/consultas/deshacer_silencio', {
    llnumreg: ticket,
    respuesta: 'No.',
  })
  expect(refused.status).toBe(404)
  const listed = (await portal.call(nuria, 'GET', '/consultas/get_silencio')).data
  expect(JSON.stringify(listed)).not.toContain(String(ticket))
})
