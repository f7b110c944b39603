import { describe, expect, test } from 'vitest'
import type { IncidentState } from '#domain/incident.ts'
import { isOpen } from '#domain/incident.ts'
import { type WorkProgress, nextPlanned } from '#domain/work.ts'
import { act, answer, raul, read, sonia, ticketOf, openSupportDesk } from '../../testing/support-desk.ts'
import { get, later, lucia, portal, post, raised, simulate, view } from '../../testing/ticket-desk.ts'

openSupportDesk()

// The demo's day is Wednesday, 18 November 2026.

const open = async (over: object = {}): Promise<number> => {
  const { status, data, message } = await act('/work/create', { kind: 'incident', ...over })
  if (status !== 200) throw new Error(message)
  return data.number
}
const workOf = async (number: number) => (await read('/work/one', { number })).data
const change = (number: number, state: IncidentState, over: object = {}) =>
  act('/work/state', { number, state, reason: 'Se ha comprobado.', ...over })
const inList = async (query: object): Promise<number[]> => {
  const { data } = await read('/work', { kind: 'incident', view: 'all', limit: 100, ...query })
  return data.items.map(({ number }: { number: number }) => number)
}
const customersList = async (path: string, filtros: object = {}) =>
  (await portal.call(lucia, 'GET', `/incidencias/${path}`, { itemsPerPage: 50, filtros })).data
const audited = async (name: string, work: number) =>
  (
    await portal.owner.query(
      "select username, client_id::int as client, ticket_number::int as ticket, details from audit where act = $1 and details->>'work' = $2 order by audit_id",
      [`/console${name}`, String(work)],
    )
  ).rows

const ascending = (one: number, other: number) => one - other

/** A closed ticket, which its customer may accept. */
async function closed(): Promise<number> {
  const ticket = await raised()
  await answer(ticket, { closes: true })
  return ticket
}
const mayConclude = async (ticket: number): Promise<boolean> => (await view(ticket)).accionesConsulta.puedeConformar

describe('an incident', () => {
  test('opened for a ticket has its title, its place, and blocks it at once on both sides', async () => {
    const ticket = await closed()
    expect(await mayConclude(ticket)).toBe(true)
    const before = await get('get_contadores')
    const number = await open({ ticket, plannedDelivery: '2026-12-01', version: 'V031' })
    expect(await workOf(number)).toMatchObject({
      kind: 'incident',
      client: { code: 1001 },
      installation: 'LEV-01',
      title: (await ticketOf(ticket)).ticket.title,
      state: 'pending',
      version: 'V031',
      tickets: 1,
      linkedTickets: [{ number: ticket, blockingIncident: number, turn: 'support' }],
      history: [
        { kind: 'state', from: '', to: 'pending', author: 'Sonia Campos' },
        { kind: 'planned-delivery', from: '', to: '2026-12-01' },
        { kind: 'link', to: String(ticket) },
      ],
    })
    expect(await mayConclude(ticket)).toBe(false)
    expect((await view(ticket)).incidencias).toMatchObject([{ pcnpet: number, pcesta: 'S', pcfent: '2026-12-01' }])
    const { items, totalItems } = await customersList('get_lista_actuaciones')
    expect(items[0]).toMatchObject({ pcnpet: number, pcticket: ticket, estado: 'EC' })
    const after = await get('get_contadores')
    expect(after.data.actuaciones).toBe(before.data.actuaciones + 1)
    expect(after.data.actuaciones).toBe(totalItems)
    expect(await audited('/work/create', number)).toEqual([
      { username: 'sonia', client: 1001, ticket, details: { work: number, kind: 'incident' } },
    ])
  })

  test('opened for a client alone belongs to no ticket', async () => {
    const number = await open({ client: 1001, installation: 'LEV-02', title: '  Otra  cosa ' })
    expect(await workOf(number)).toMatchObject({ title: 'Otra cosa', installation: 'LEV-02', linkedTickets: [] })
    // Lucía belongs to LEV-01.
    expect((await customersList('get_lista_actuaciones', { todas: true, numero: number })).items).toEqual([])
  })

  test.each([
    ['neither a ticket nor a client', { title: 'Algo' }, 422],
    ['a client but no installation', { client: 1001, title: 'Algo' }, 422],
    ['a client but no title', { client: 1001, installation: 'LEV-01' }, 422],
    ["another client's installation", { client: 1001, installation: 'DUE-01', title: 'Algo' }, 404],
    ['a client that is not there', { client: 4242, installation: 'LEV-01', title: 'Algo' }, 404],
    ['a ticket that is not there', { ticket: 987_654_321 }, 404],
    ['a version that is none', { client: 1001, installation: 'LEV-01', title: 'Algo', version: '31' }, 422],
    ['a budget, which developments have', { client: 1001, installation: 'LEV-01', title: 'Algo', budget: 'PR-1' }, 422],
  ])('is not opened for %s', async (_case, sent, status) => {
    expect((await act('/work/create', { kind: 'incident', ...sent })).status).toBe(status)
  })

  test('answers many tickets; each is free once it is delivered, and waits again when it is worked on again', async () => {
    const [first, second] = [await closed(), await closed()]
    const number = await open({ ticket: first })
    expect((await act('/work/link', { number, ticket: second })).data).toEqual({ ticket: second })
    expect((await act('/work/link', { number, ticket: second })).message).toBe('Ya está enlazado con ese ticket')
    expect([await mayConclude(first), await mayConclude(second)]).toEqual([false, false])
    expect((await change(number, 'delivered')).status).toBe(200)
    expect([await mayConclude(first), await mayConclude(second)]).toEqual([true, true])
    expect((await change(number, 'in-progress')).status).toBe(200)
    expect([await mayConclude(first), await mayConclude(second)]).toEqual([false, false])
    expect((await act('/work/unlink', { number, ticket: second })).status).toBe(200)
    expect((await act('/work/unlink', { number, ticket: second })).status).toBe(409)
    expect([await mayConclude(first), await mayConclude(second)]).toEqual([false, true])
    expect((await change(number, 'in-progress', { situation: 'ENTREGADO' })).status).toBe(200)
    expect(await mayConclude(first)).toBe(true)
    expect((await workOf(number)).history.map(({ kind, to }: { kind: string; to: string }) => `${kind} ${to}`)).toEqual(
      [
        'state pending',
        `link ${first}`,
        `link ${second}`,
        'state delivered',
        'state in-progress',
        'unlink ',
        'situation ENTREGADO',
      ],
    )
  })

  test("is not linked to another client's ticket", async () => {
    const nuria = await portal.enter('DUE-01', 21)
    const theirs = (await get('get_lista', {}, nuria)).data.items[0].llnumreg
    const number = await open({ ticket: await raised() })
    const { status, message } = await act('/work/link', { number, ticket: theirs })
    expect([status, message]).toEqual([409, 'Solo se pueden enlazar tickets del mismo cliente'])
  })

  test('moves with a ticket that is joined to another', async () => {
    const [one, into] = [await closed(), await closed()]
    const number = await open({ ticket: one })
    expect((await act('/ticket/merge', { ticket: one, into })).status).toBe(200)
    expect(await mayConclude(into)).toBe(false)
    await change(number, 'delivered')
    expect(await mayConclude(into)).toBe(true)
  })

  test('that ends without delivery says why, and frees its tickets', async () => {
    const ticket = await closed()
    const number = await open({ ticket })
    const silent = await act('/work/state', { number, state: 'cancelled' })
    expect([silent.status, silent.message]).toEqual([422, 'Diga por qué: el cliente lo leerá'])
    expect(silent.data.errores).toEqual({ reason: 'Diga por qué: el cliente lo leerá' })
    expect((await change(number, 'cancelled', { reason: 'No se reproduce.' })).status).toBe(200)
    expect(await mayConclude(ticket)).toBe(true)
    const late = await act('/work/planned-date', { number, stage: 'delivery', on: '2026-12-01' })
    expect([late.status, late.message]).toEqual([409, 'Terminó sin entregarse: cámbiele antes el estado'])
  })

  test('is changed by one of two who see the same state', async () => {
    const number = await open({ ticket: await raised() })
    const [one, other] = await Promise.all([
      act('/work/state', { number, state: 'planned', was: 'pending' }),
      act('/work/state', { number, state: 'supervised', was: 'pending' }, raul),
    ])
    expect(new Set([one.status, other.status])).toEqual(new Set([200, 409]))
    const loser = one.status === 409 ? one : other
    expect(loser.message).toBe('Alguien lo ha cambiado mientras tanto')
    expect(loser.data).toMatchObject({ state: (await workOf(number)).state })
    expect((await change(number, (await workOf(number)).state)).message).toBe('Ya está en ese estado')
  })
})

describe('a development', () => {
  test('is whose who asked for it, and blocks nothing', async () => {
    const ticket = await closed()
    const number = await open({ kind: 'development', ticket, budget: 'PR-0600', requestedOn: '2026-11-10' })
    expect(await mayConclude(ticket)).toBe(true)
    expect((await ticketOf(ticket)).developments).toMatchObject([{ number, state: 'pending' }])
    const { items } = await customersList('get_lista_desarrollos', { mias: true, numero: number })
    expect(items).toMatchObject([{ pcnpet: number, pcppto: 'PR-0600', pcfpet: '2026-11-10', instalacion: '' }])
    expect((await act('/work/state', { number, state: 'in-progress' })).data.errores).toEqual({
      state: 'Solo lo tienen las incidencias',
    })
    expect((await change(number, 'resolved', { situation: 'ENTREGADO' })).status).toBe(422)
    expect((await act('/work/unlink', { number, ticket })).status).toBe(200)
    expect((await ticketOf(ticket)).developments).toEqual([])
  })

  test('shows its customer where and when it was installed', async () => {
    const number = await open({ kind: 'development', ticket: await raised() })
    const installed = async () =>
      (await customersList('get_lista_desarrollos', { numero: number })).items[0].instalacion
    await act('/work/installation', { number, where: 'test', on: '2026-11-18' })
    expect(await installed()).toBe('BD pruebas 18/11')
    await act('/work/installation', { number, where: 'production', on: '2026-11-18', reason: 'Lo pide el cliente.' })
    expect(await installed()).toBe('BD real 18/11')
  })

  test('gets the changed title', async () => {
    const number = await open({ kind: 'development', ticket: await raised() })
    const to = { title: 'Aviso de seguros', budget: 'PR-0601', version: 'V032', requestedOn: '2026-10-30' }
    expect((await act('/work/properties', { number, ...to })).status).toBe(200)
    expect(await workOf(number)).toMatchObject(to)
    expect((await act('/work/properties', { number, version: '' })).status).toBe(200)
    expect(await workOf(number)).toMatchObject({ ...to, version: '' })
    expect((await act('/work/properties', { number, sprint: 'Sprint 9' })).data.errores).toEqual({
      sprint: 'Solo lo tienen las incidencias',
    })
  })
})

describe('a planned date', () => {
  test('that the customer was told is not changed without a word', async () => {
    const number = await open({ ticket: await raised() })
    const plan = (on: string | null, over: object = {}) =>
      act('/work/planned-date', { number, stage: 'delivery', on, ...over })
    expect((await plan('2026-12-01')).status).toBe(200)
    expect((await plan('2026-12-15')).data.errores).toEqual({ reason: 'Diga por qué: el cliente lo leerá' })
    expect((await plan('2026-12-15', { was: '2026-11-30', reason: 'Faltan pruebas.' })).status).toBe(409)
    expect((await plan('2026-12-15', { was: '2026-12-01', reason: 'Faltan pruebas.' })).status).toBe(200)
    expect((await plan('2026-12-15')).message).toBe('Ya está prevista para ese día')
    const { plannedDelivery, history } = await workOf(number)
    expect(plannedDelivery).toBe('2026-12-15')
    expect(history.slice(-2)).toMatchObject([
      { kind: 'planned-delivery', from: '', to: '2026-12-01', reason: '' },
      { kind: 'planned-delivery', from: '2026-12-01', to: '2026-12-15', reason: 'Faltan pruebas.' },
    ])
    expect((await customersList('get_lista_actuaciones', { numero: number })).items[0].pcfent).toBe('2026-12-15')
  })
})

describe('a ticket', () => {
  test('stands before its work in the life line, as its customer is shown it', async () => {
    const [older, ticket] = [await closed(), await closed()]
    const number = await open({ ticket: older })
    await act('/work/link', { number, ticket })
    expect((await workOf(number)).line).toMatchObject([
      { kind: 'ticket', number: ticket, standing: 'done', on: '2026-11-18' },
      { kind: 'incident', number, standing: 'current' },
      { kind: 'version' },
      { kind: 'test' },
      { kind: 'production' },
    ])
    const theirs = (await portal.call(lucia, 'GET', '/incidencias/get_linea', { pcnpet: number })).data
    expect(theirs.consulta).toMatchObject({ tipo: 'consulta', numero: ticket, situacion: 'hecho', fecha: '2026-11-18' })
  })

  test('that waits for its incident stands the same in every list', async () => {
    const ticket = await raised({ asistenciaTelefonica: 'S', telefono: '600000011' })
    await answer(ticket, { closes: true })
    const number = await open({ ticket })
    const stands = { state: 'closed', accepted: false, turn: 'support', claimsInARow: 0 }
    const found = ({ number: one }: { number: number }) => one === ticket
    expect((await ticketOf(ticket)).ticket).toMatchObject(stands)
    expect((await read('/tickets', { number: ticket })).data.items).toMatchObject([stands])
    expect((await ticketOf(await raised())).otherTickets.find(found)).toMatchObject(stands)
    expect((await read('/callbacks', { limit: 100 })).data.items.find(found)).toMatchObject(stands)
    expect((await workOf(number)).linkedTickets).toMatchObject([stands])
  })
})

test('the versions that notes are about are offered, the newest first', async () => {
  const { data } = await read('/work/versions')
  expect(data.slice(0, 2)).toEqual(['V031', 'V030'])
  expect(new Set(data).size).toBe(data.length)
})

test('a version of a delivery may be a service release; what is none is refused at its field', async () => {
  const number = await open({ ticket: await raised() })
  for (const version of ['V031', 'V031.5']) {
    expect((await act('/work/properties', { number, version })).status).toBe(200)
    expect(await workOf(number)).toMatchObject({ version })
  }
  expect((await act('/work/properties', { number, version: 'V31' })).data.errores).toEqual({
    version: 'Una V y tres cifras, como V031, o una revisión suya, como V031.4',
  })
})

describe('an installation', () => {
  test.each([
    ['tomorrow', '2026-11-19', 'No puede ser después de hoy'],
    ['before it was raised', '2026-11-17', 'No puede ser antes de su alta'],
  ])('is not recorded %s', async (_when, on, sentence) => {
    const number = await open({ ticket: await raised() })
    const { status, data } = await act('/work/installation', { number, where: 'test', on })
    expect([status, data.errores]).toEqual([422, { on: sentence }])
  })

  test('in BD real, which its customer has not said works in BD pruebas, needs a reason', async () => {
    const number = await open({ ticket: await raised() })
    const install = (where: string, over: object = {}) =>
      act('/work/installation', { number, where, on: '2026-11-18', ...over })
    expect((await install('test')).status).toBe(200)
    expect(await workOf(number)).toMatchObject({
      state: 'installed-in-test',
      waitingForValidation: true,
      deliveredOn: '2026-11-18',
      testInstalledOn: '2026-11-18',
    })
    expect((await install('test')).message).toBe('Ya está en BD pruebas, y el cliente aún no ha dicho si funciona')
    expect((await install('production')).status).toBe(422)
    expect((await install('production', { reason: 'Urge.' })).status).toBe(200)
    expect((await install('production')).message).toBe('Ya está en BD real')
    expect((await workOf(number)).line.map(({ standing }: { standing: string }) => standing)).toEqual([
      'current',
      'done',
      'done',
      'done',
      'done',
    ])
  })
})

describe('one answer for all tickets', () => {
  test('answers those that nobody wrote on, and says of the others why not', async () => {
    const [fresh, written, over, other] = [await raised(), await raised(), await closed(), await raised()]
    const ahead = await raised()
    const number = await open({ ticket: fresh })
    for (const ticket of [written, over, ahead]) await act('/work/link', { number, ticket })
    await change(number, 'delivered')
    const seen = new Map<number, number>(
      (await workOf(number)).linkedTickets.map((linked: { number: number; latestEntry: number }) => [
        linked.number,
        linked.latestEntry,
      ]),
    )
    await post('anadir_informacion', { llnumreg: written, llobse: 'También pasa en enero.' })
    await post('marcar_conformidad', { llnumreg: over, llvaloracion: 5 })
    seen.set(ahead, Number.MAX_SAFE_INTEGER)
    const tickets = [other, over, written, fresh, ahead].map((ticket) => ({ ticket, seen: seen.get(ticket) ?? 0 }))
    const { data } = await act('/work/answer', { number, text: 'Ya está corregido.', closes: true, tickets })
    expect(data).toEqual(
      [
        { ticket: fresh, outcome: 'answered' },
        { ticket: written, outcome: 'written-meanwhile' },
        { ticket: over, outcome: 'over' },
        { ticket: other, outcome: 'not-linked' },
        { ticket: ahead, outcome: 'written-meanwhile' },
      ].toSorted((one, another) => one.ticket - another.ticket),
    )
    const { timeline, ticket } = await ticketOf(fresh)
    expect(timeline.at(-1)).toMatchObject({ kind: 'answer', text: 'Ya está corregido.', author: 'Sonia Campos' })
    expect(ticket).toMatchObject({ state: 'closed', assignee: { username: 'sonia' } })
    expect(await mayConclude(fresh)).toBe(true)
    for (const left of [written, other, ahead]) expect((await ticketOf(left)).ticket.state).toBe('pending')
    expect((await audited('/work/answer', number)).map((row) => row.ticket)).toEqual([fresh])
  })

  test('answers no ticket twice, however often it is sent', async () => {
    const ticket = await raised()
    const number = await open({ ticket })
    const { latestEntry } = await ticketOf(ticket)
    const sent = { number, text: 'Listo.', tickets: [{ ticket, seen: latestEntry }] }
    const headers = { 'idempotency-key': `work-${ticket}` }
    const twice = await Promise.all([
      act('/work/answer', sent, sonia, headers),
      act('/work/answer', sent, sonia, headers),
    ])
    expect(twice.map(({ status }) => status)).toContain(200)
    expect((await ticketOf(ticket)).timeline.filter(({ kind }: { kind: string }) => kind === 'answer')).toHaveLength(1)
  })

  test('answers 50 at the most', async () => {
    const tickets = Array.from({ length: 51 }, (_, index) => ({ ticket: index + 1, seen: 0 }))
    expect((await act('/work/answer', { number: 1, text: 'Listo.', tickets })).status).toBe(422)
  })
})

test('the audit of a ticket has the acts on its incident, with their reasons', async () => {
  const [ticket, other] = [await raised(), await raised()]
  const number = await open({ ticket })
  await open({ ticket: other })
  const reason = 'Depende de un proveedor.'
  await act('/work/properties', { number, version: 'V031' })
  await act('/work/planned-date', { number, stage: 'delivery', on: '2026-12-01' })
  await act('/work/planned-date', { number, stage: 'delivery', on: '2026-12-15', reason })
  await act('/work/state', { number, state: 'planned', reason })
  await act('/work/installation', { number, where: 'test', on: '2026-11-18', reason })
  const { data } = await read('/audit', { ticket, technician: 'sonia' }, raul)
  const lines = data.items.map(({ act, details }: { act: string; details: { name: string; value: string }[] }) => [
    act,
    details.find(({ name }) => name === 'work')?.value,
    details.find(({ name }) => name === 'reason')?.value,
  ])
  expect(lines).toEqual([
    ['/console/work/installation', String(number), reason],
    ['/console/work/state', String(number), reason],
    ['/console/work/planned-date', String(number), reason],
    ['/console/work/planned-date', String(number), undefined],
    ['/console/work/properties', String(number), undefined],
    ['/console/work/create', String(number), undefined],
  ])
})

describe('the list', () => {
  test('has each view, as many as its count says', async () => {
    const number = await open({ ticket: await raised(), plannedDelivery: '2026-11-17' })
    const counts = (await read('/work/counts', { kind: 'incident' })).data
    for (const view of ['open', 'overdue', 'waiting-for-validation', 'failed']) {
      expect([view, (await inList({ view })).length]).toEqual([view, counts[view]])
    }
    expect(await inList({ view: 'overdue' })).toContain(number)
    expect(await inList({ view: 'ended' })).not.toContain(number)
    await change(number, 'delivered')
    expect(await inList({ view: 'overdue' })).not.toContain(number)
    expect(await inList({ view: 'ended' })).toContain(number)
    const all = await inList({})
    expect([...(await inList({ view: 'open' })), ...(await inList({ view: 'ended' }))].toSorted(ascending)).toEqual(
      all.toSorted(ascending),
    )
    expect(all).toEqual(all.toSorted((one, other) => other - one))
  })

  test('is narrowed by client, state, number and words', async () => {
    const number = await open({
      client: 1002,
      installation: 'DUE-01',
      title: 'La estación telemétrica no envía lecturas',
    })
    const clients = (await read('/work', { kind: 'incident', view: 'all', client: 1002 })).data.items
    expect(new Set(clients.map(({ client }: { client: { name: string } }) => client.name))).toEqual(
      new Set(['Inmobiliaria Duero, S.L.']),
    )
    expect(await inList({ state: 'pending', client: 1002 })).toContain(number)
    expect(await inList({ state: 'planned', client: 1002 })).not.toContain(number)
    expect(await inList({ number })).toEqual([number])
    expect(await inList({ text: 'estacion LECTURA' })).toEqual([number])
    expect(await inList({ text: `duero telemetrica ${number}` })).toEqual([number])
    expect(await inList({ text: 'levante telemetrica' })).toEqual([])
    expect(await inList({ text: '!!' })).toEqual([])
    const budget = (await read('/work', { kind: 'development', view: 'all', text: 'PR-0483' })).data.items
    expect(budget).toMatchObject([{ budget: 'PR-0483', kind: 'development', waitingForValidation: true }])
  })

  test.each(['all', 'overdue'])('goes on where the part before ended: %s', async (view) => {
    for (let day = 1; day <= 27; day += 1) {
      await open({ client: 1003, installation: 'TEI-01', title: 'Serie', plannedDelivery: `2026-10-${10 + (day % 9)}` })
    }
    const whole = await inList({ view, client: 1003 })
    const parts: number[] = []
    let after: string | null = null
    do {
      const { data } = await read('/work', {
        kind: 'incident',
        view,
        client: 1003,
        limit: 25,
        ...(after && { after }),
      })
      parts.push(...data.items.map(({ number }: { number: number }) => number))
      after = data.next
    } while (after)
    expect(parts).toEqual(whole)
    expect(whole.length).toBeGreaterThan(25)
  })

  test('says what is overdue as the rule does', async () => {
    const { rows } = await portal.owner.query<WorkProgress & { open: boolean; next: string | null }>(`
      select state, situation, planned_delivery::text as "plannedDelivery", planned_production::text as "plannedProduction",
        work_is_open(state, situation) as open,
        next_planned(state, situation, planned_delivery, planned_production)::text as next
      from incident`)
    expect(new Set(rows.map(({ state }) => state)).size).toBe(13)
    for (const row of rows) expect([row.open, row.next]).toEqual([isOpen(row), nextPlanned(row)])
  })
})

test('an incident that the customer’s test helper opened is one like others', async () => {
  const ticket = await raised()
  await simulate(ticket, { cerrar: 'S', incidencia: 'S' })
  const [{ pcnpet: number }] = (await view(ticket)).incidencias
  expect((await workOf(number)).linkedTickets).toMatchObject([{ number: ticket, blockingIncident: number }])
  later(60_000)
  expect((await change(number, 'delivered')).status).toBe(200)
  const [row] = (await customersList('get_lista_actuaciones', { numero: number })).items
  expect(row).toMatchObject({ estado: 'E', fechaestado: '2026-11-18T11:01:00.000Z' })
  expect(await mayConclude(ticket)).toBe(true)
})

test.each(['/work/one?number=987654321', '/valuation?number=987654321'])('%s is not there', async (path) => {
  expect((await read(path)).status).toBe(404)
})
