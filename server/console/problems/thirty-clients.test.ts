import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendMails } from '../../mail/post-office.ts'
import { mailOffice } from '../../testing/mail-office.ts'
import { mailServer } from '../../testing/mail-server.ts'
import { type Answer, type TestApp, testApp } from '../../testing/test-app.ts'

// A defect of the product that thirty clients meet, from its first ticket to the version that mends it.

const CLIENTS = Array.from({ length: 30 }, (_, each) => 5001 + each)
const TEXT = 'Hola, {{contacto}}: en {{cliente}} el ticket {{ticket}} espera a la próxima versión ({{versión}}).'

let portal: TestApp
let sonia: string
let lucia: string
let problem: number
let revision: number
let tickets: number[]
beforeAll(async () => {
  portal = await testApp()
  sonia = await portal.consoleLogIn('sonia')
  lucia = await portal.enter('LEV-01', 11)
  await portal.owner.query(`
    insert into client (client_id, name, email, areas)
      select n, 'Constructora ' || n, 'c' || n || '@clientes.example', '{main}' from generate_series(5001, 5030) n;
    insert into installation (client_id, code, version)
      select n, 'C' || n, case when n > 5028 then 'V032' else 'V031' end from generate_series(5001, 5030) n;
    insert into company (client_id, installation_code, code, name)
      select n, 'C' || n, '001', 'Empresa ' || n from generate_series(5001, 5030) n;
    insert into contact (client_id, contact_id, name, email, phone, visibility)
      overriding system value
      select n, n, 'Persona ' || n, 'p' || n || '@clientes.example', '', 'client' from generate_series(5001, 5030) n;
    insert into contact_installation (client_id, contact_id, installation_code)
      select n, n, 'C' || n from generate_series(5001, 5030) n`)
  const { rows } = await portal.owner.query(
    `select number::int from module where area = 'main' and listed order by number limit 1`,
  )
  const module = rows[0].number
  tickets = []
  for (const client of CLIENTS) {
    const { number: ticket } = done(
      await portal.console(sonia, 'POST', '/calls', {
        client,
        installation: `C${client}`,
        contact: client,
        company: '001',
        area: 'main',
        module,
        title: `SECRETO-${client} no cierra`,
        text: `SECRETO-${client}: el cierre se detiene con el modelo nuevo`,
        kind: 'query',
        urgency: '3',
        origin: 'E',
        minutes: 5,
        transcript: false,
      }),
    )
    tickets.push(ticket)
  }
})
afterAll(() => portal.close())

const done = ({ status, data, raw }: Answer) => {
  expect(status, raw.body).toBe(200)
  return data
}
const post = (act: string, sent: object, headers: Record<string, string> = {}) =>
  portal.console(sonia, 'POST', `/problems/${act}`, sent, headers)
const view = async () => done(await portal.console(sonia, 'GET', '/problems/one', { problem }))
const listed = async () => done(await portal.console(sonia, 'GET', '/problems/tickets', { problem }))
const form = {
  title: 'El cierre se detiene',
  description: 'Con el modelo nuevo',
  workaround: 'Cierre por meses',
  affectedVersions: [],
  mendedVersion: null,
  modules: [],
  responsible: 'sonia',
  notes: 'El índice que falta',
  state: 'confirmed',
  plannedOn: '2026-12-01',
  published: true,
}
const answersOf = async (ticket: number): Promise<string[]> =>
  (
    await portal.owner.query(`select text from entry where ticket_number = $1 and kind = 'answer' order by entry_id`, [
      ticket,
    ])
  ).rows.map(({ text }) => text)

const suggested = async () => done(await portal.console(sonia, 'GET', '/problems/suggestions'))

test('tickets of a module that say the same within a week are suggested, until somebody accepts or dismisses them', async () => {
  const [found, ...others] = await suggested()
  expect(others).toEqual([])
  expect(found.clients).toBe(30)
  expect(new Set(found.tickets.map(({ number }: { number: number }) => number))).toEqual(new Set(tickets))
  const some = tickets.slice(0, 2)
  done(await post('dismiss', { tickets: some }))
  expect((await suggested())[0].tickets).toHaveLength(28)
  await portal.owner.query(`update ticket set created_at = created_at - interval '8 days' where client_id > 5000`)
  expect(await suggested()).toEqual([])
  await portal.owner.query(`update ticket set created_at = created_at + interval '8 days' where client_id > 5000`)
  await portal.owner.query('delete from dismissed_likeness')
  const accepted = { problem: null, title: 'Aceptado', module: found.module.number, tickets: tickets.slice(2) }
  expect((await post('accept', { ...accepted, title: ' ' })).status).toBe(422)
  expect((await post('accept', { ...accepted, tickets: [] })).status).toBe(404)
  ;({ problem } = done(await post('accept', accepted)))
  expect(await suggested()).toEqual([])
  // A colleague whose screen still shows these tickets makes no second problem of them.
  const second = await post('accept', { ...accepted, title: 'Otra vez' })
  expect([second.status, second.message]).toEqual([409, 'Esos tickets son ya de un problema'])
  expect(done(await portal.console(sonia, 'GET', '/problems', { search: 'Otra vez' })).items).toEqual([])
  expect(done(await portal.console(sonia, 'GET', '/problems', { search: String(problem) })).items).toMatchObject([
    { id: problem },
  ])
  const { incidents, published } = await view()
  expect([incidents.length, published]).toEqual([28, false])
  for (const { number } of incidents) done(await post('unlink', { problem, incident: number }))
  await portal.owner.query(`delete from incident_ticket where client_id > 5000`)
})

test('each ticket has an incident of the problem, with none of its client’s words', async () => {
  ;({ id: problem, revision } = done(await post('create', form)))
  for (const ticket of tickets) done(await post('make-incident', { problem, ticket }))
  expect((await post('make-incident', { problem, ticket: tickets[0] })).status).toBe(409)
  const { incidents, clients, people, toMend } = await view()
  expect(incidents).toHaveLength(30)
  expect({ clients, people, toMend }).toEqual({ clients: 30, people: 0, toMend: 30 })
  expect(new Set(incidents.map(({ title }: { title: string }) => title))).toEqual(new Set(['El cierre se detiene']))
  const { rows } = await portal.owner.query(
    `select count(*)::int as n from audit where act = '/console/problems/make-incident' and details->>'problem' = $1`,
    [String(problem)],
  )
  expect(rows[0].n).toBe(30)
})

test('an incident leaves the problem and comes back; one of another problem does not come', async () => {
  const [first] = (await view()).incidents
  done(await post('unlink', { problem, incident: first.number }))
  expect((await post('unlink', { problem, incident: first.number })).status).toBe(409)
  expect((await view()).incidents).toHaveLength(29)
  const other = done(await post('create', { ...form, title: 'Otro', published: false })).id
  done(await post('link', { problem: other, incident: first.number }))
  const refused = await post('link', { problem, incident: first.number })
  expect([refused.status, refused.message]).toEqual([409, `Esa incidencia es ya del problema ${other}`])
  done(await post('unlink', { problem: other, incident: first.number }))
  done(await post('link', { problem, incident: first.number }))
  expect((await post('link', { problem, incident: 99_999_999 })).status).toBe(404)
  const shown = done(await portal.console(sonia, 'GET', '/work/one', { number: first.number }))
  expect(shown.problem).toEqual({ id: problem, title: 'El cierre se detiene', state: 'confirmed', published: true })
})

test('one answer goes to all, with each client’s own data; acting twice sends once', async () => {
  await portal.owner.query(`update ticket set accepted = true, state = 'closed' where number = $1`, [tickets[29]])
  const { items, total } = await listed()
  expect(total).toBe(30)
  expect(items.filter(({ over }: { over: boolean }) => over).map(({ ticket }: { ticket: number }) => ticket)).toEqual([
    tickets[29],
  ])
  const sent = {
    problem,
    text: TEXT,
    tickets: items.map(({ ticket, latestEntry }: { ticket: number; latestEntry: number }) => ({
      ticket,
      seen: latestEntry,
    })),
  }
  expect((await post('answer', { ...sent, text: 'Hola {{clinete}}' })).status).toBe(422)
  const key = { 'idempotency-key': 'a-retry' }
  const [outcomes, again] = await Promise.all([post('answer', sent, key), post('answer', sent, key)])
  expect(again.data).toEqual(outcomes.data)
  const counted = (answered: { outcome: string }[], outcome: string) =>
    answered.filter((each) => each.outcome === outcome).length
  expect([counted(outcomes.data, 'answered'), counted(outcomes.data, 'over')]).toEqual([29, 1])
  // From another window, by a colleague or the same person, the same list does not send the answer again.
  expect(counted(done(await post('answer', sent)), 'changed-meanwhile')).toBe(29)
  for (const [index, ticket] of tickets.slice(0, 29).entries()) {
    const client = CLIENTS[index]
    expect(await answersOf(ticket)).toEqual([
      `Hola, Persona ${client}: en Constructora ${client} el ticket ${ticket} espera a la próxima versión (${
        Number(client) > 5028 ? 'V032' : 'V031'
      }).`,
    ])
  }
  const foreign = (await portal.owner.query('select number::int from ticket where client_id = 1002 limit 1')).rows[0]
  expect(done(await post('answer', { ...sent, tickets: [{ ticket: foreign.number, seen: 1 }] }))).toEqual([
    { ticket: foreign.number, outcome: 'not-linked' },
  ])
})

test('a server that dies in the middle has answered nobody, and the next try answers all', async () => {
  const { items } = await listed()
  const sent = {
    problem,
    text: 'Segunda respuesta',
    tickets: items.map(({ ticket, latestEntry }: { ticket: number; latestEntry: number }) => ({
      ticket,
      seen: latestEntry,
    })),
  }
  await portal.owner.query(`
    create function die() returns trigger language plpgsql as $$ begin
      if new.ticket_number = ${tickets[15]} then raise exception 'the server dies'; end if; return new; end $$;
    create trigger dies before insert on entry for each row execute function die()`)
  expect((await post('answer', sent, { 'idempotency-key': 'killed' })).status).toBe(500)
  await portal.owner.query('drop trigger dies on entry; drop function die()')
  for (const ticket of tickets) expect(await answersOf(ticket)).not.toContain('Segunda respuesta')
  done(await post('answer', sent, { 'idempotency-key': 'killed' }))
  for (const ticket of tickets.slice(0, 29))
    expect((await answersOf(ticket)).filter((text) => text === 'Segunda respuesta')).toHaveLength(1)
})

test('the customer reads number, workaround and date of a published problem, and nobody else’s words', async () => {
  const own = (
    await portal.owner.query(`
    select number::int from ticket where client_id = 1001 and contact_id = 11 and not accepted and merged_into is null limit 1`)
  ).rows[0].number
  const { incident } = done(await post('make-incident', { problem, ticket: own }))
  const shown = {
    prnreg: problem,
    titulo: 'El cierre se detiene',
    solucion: 'Cierre por meses',
    versionCorregida: null,
    fechaPrevista: '2026-12-01',
    corregido: false,
  }
  const lines = async () => [
    await portal.call(lucia, 'GET', '/incidencias/get_linea', { llnumreg: own }),
    await portal.call(lucia, 'GET', '/incidencias/get_linea', { pcnpet: incident }),
  ]
  for (const line of await lines()) {
    expect(line.data.problemas).toEqual([shown])
    expect(line.raw.body).not.toMatch(/SECRETO|índice/)
  }
  const change = async (more: object) => {
    ;({ revision } = done(await post('change', { problem, ...form, ...more, revision })))
  }
  const told = async (act: () => Promise<void>) => {
    const [{ last }] = (await portal.owner.query('select coalesce(max(event_id), 0) as last from event')).rows
    await act()
    return (
      await portal.owner.query(
        "select count(distinct (client_id, number))::int as n from event where event_id > $1 and kind = 'change' and subject = 'incident'",
        [last],
      )
    ).rows[0].n
  }
  // Open screens learn of what they show, and of nothing internal.
  expect(await told(() => change({ workaround: 'Otra cosa' }))).toBe(31)
  expect(await told(() => change({ workaround: 'Otra cosa', notes: 'Solo para técnicos' }))).toBe(0)
  await change({ published: false })
  for (const line of await lines()) expect(line.data.problemas).toEqual([])
  await change({})
  done(await post('unlink', { problem, incident }))
  expect((await lines())[0]?.data.problemas).toEqual([])
  done(await portal.call(lucia, 'POST', '/consultas/me_afecta', { prnreg: problem, afecta: true }))
  expect((await lines())[0]?.data.problemas).toEqual([shown])
  const ticket = done(await portal.console(sonia, 'GET', '/ticket', { number: own }))
  expect(ticket.problems).toEqual([{ id: problem, title: form.title, state: 'confirmed', published: true }])
  expect(await view()).toMatchObject({ clients: 31, people: 1 })
})

test('mending it delivers its incidents and tells their people, and those who said that it affects them, once', async () => {
  const { url, received, close } = await mailServer()
  const office = await mailOffice(portal.staff, url)
  // Without a mail server nothing before this is told by mail.
  await sendMails(await mailOffice(portal.staff, undefined), () => portal.clock.now)
  await portal.owner.query('delete from mail')
  const [cancelled] = (await view()).incidents.slice(-1)
  const cancelling = { number: cancelled.number, state: 'cancelled', reason: 'No era este fallo' }
  done(await portal.console(sonia, 'POST', '/work/state', cancelling))
  const mended = { state: 'mended', mendedVersion: 'V032' }
  ;({ revision } = done(await post('change', { problem, ...form, ...mended, revision })))
  const { incidents, toMend } = await view()
  const inState = (state: string) => incidents.filter((each: { state: string }) => each.state === state).length
  // Two clients have the version already.
  expect([inState('delivered'), inState('installed-in-production'), inState('cancelled')]).toEqual([27, 2, 1])
  expect(toMend).toBe(0)
  const { rows } = await portal.owner.query(
    'select count(*)::int as n from ticket where number = any($1) and blocking_incident is not null',
    [tickets],
  )
  expect(rows[0].n).toBe(0)
  await sendMails(office, () => portal.clock.now)
  await sendMails(office, () => portal.clock.now)
  const mails = (await portal.owner.query('select kind, email, state from mail order by email')).rows
  expect(mails.filter(({ kind }) => kind === 'mended')).toEqual([
    { kind: 'mended', email: 'lucia.ferrer@levante.example', state: 'sent' },
  ])
  // 30 clients, without the cancelled incident and the ticket that is over.
  expect(mails.filter(({ kind }) => kind === 'delivered')).toHaveLength(29)
  const mine = received.find(({ to }) => to.includes('lucia.ferrer@levante.example'))?.body ?? ''
  expect(mine).toContain(String(problem))
  expect(mine).not.toContain('SECRETO')
  const notices = done(await portal.call(lucia, 'GET', '/login/get_avisos'))
  expect(notices[0].texto).toBe(
    `El problema ${problem}, «El cierre se detiene», que le afecta, está corregido en la versión V032.`,
  )
  const before = received.length
  ;({ revision } = done(await post('change', { problem, ...form, ...mended, workaround: 'Instale V032', revision })))
  await sendMails(office, () => portal.clock.now)
  expect(received).toHaveLength(before)
  await close()
})
