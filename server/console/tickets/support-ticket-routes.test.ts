import { describe, expect, onTestFinished, test } from 'vitest'
import { officeCalendar } from '#domain/office/office-calendar.ts'
import { answerDue } from '#domain/promise.ts'
import { settings } from '#domain/settings.ts'
import storedCalendar from '#content/office-calendar.json' with { type: 'json' }
import storedSettings from '#content/settings.json' with { type: 'json' }
import {
  act,
  answer,
  audited,
  logInAgain,
  raul,
  read,
  sonia,
  ticketOf,
  openSupportDesk,
} from '../../testing/support-desk.ts'
import {
  HOUR_MS,
  TEXT,
  draft,
  enterAgain,
  get,
  later,
  lucia,
  portal,
  post,
  raised,
  view,
} from '../../testing/ticket-desk.ts'
import { forgetLapsed } from './presence-store.ts'
import { eventually } from '../../testing/eventually.ts'

openSupportDesk()

const { provider, promises } = settings.parse(storedSettings)
const kinds = (timeline: { kind: string }[]) => timeline.map(({ kind }) => kind)

describe('a ticket', () => {
  test('stands there with its client, installation, contact and the other tickets of the same person', async () => {
    const before = await raised()
    const number = await raised({ urgenciaSeleccionada: '5' })
    const data = await ticketOf(number)
    expect(data.ticket).toMatchObject({
      number,
      installation: 'LEV-01',
      company: '001',
      area: 'main',
      module: { name: 'Contabilidad' },
      urgency: '5',
      raisedBy: 'Lucía Ferrer',
      turn: 'support',
      state: 'pending',
      channel: 'online',
      dueAt: '2026-11-18T15:00:00.000Z',
      assignee: null,
    })
    expect(data.client).toEqual({
      code: 1001,
      name: 'Constructora Levante, S.A.',
      email: 'administracion@levante.example',
      areas: ['main', 'apps', 'aspro'],
    })
    expect(data.installation).toEqual({
      code: 'LEV-01',
      version: 'V031',
      companies: [
        { code: '001', name: 'Levante Obras' },
        { code: '002', name: 'Levante Patrimonio' },
      ],
    })
    expect(data.contact).toEqual({
      id: 11,
      name: 'Lucía Ferrer',
      email: 'lucia.ferrer@levante.example',
      phone: '960 000 011',
      visibility: 'installation',
      active: true,
    })
    expect(data.otherTickets).toHaveLength(10)
    expect(data.otherTickets[0]).toMatchObject({ number: before, turn: 'support' })
    expect(data.timeline).toMatchObject([{ kind: 'query', side: 'customer', number, text: TEXT, attachments: [] }])
    expect(data.latestEntry).toBe(data.timeline[0].id)
    expect(await audited('/ticket', number)).toEqual([{ username: 'sonia', client: 1001, details: {} }])
  })

  test('an entry that is written while the ticket is being read is either shown or not yet seen', async () => {
    const number = await raised()
    const { owner } = portal
    let reading: ReturnType<typeof ticketOf>
    await owner.query('begin')
    try {
      // The view reads its timeline before the installation, and waits here.
      await owner.query('lock table installation in access exclusive mode')
      reading = ticketOf(number)
      await eventually(async () => {
        const { rows } = await owner.query(
          "select from pg_locks where not granted and relation = 'installation'::regclass",
        )
        expect(rows).toHaveLength(1)
      })
      await owner.query(
        `insert into entry (client_id, ticket_number, kind, text, author, origin, at)
         values (1001, $1, 'answer', 'Entretanto.', 'Raúl', '', now())`,
        [number],
      )
    } finally {
      await owner.query('commit')
    }
    const { timeline, latestEntry } = await reading
    expect(latestEntry).toBe(timeline.at(-1).id)
  })

  test("of the demo shows what the assistant said and which incidents are linked; any client's is there", async () => {
    const { rows } = await portal.owner.query(`
      select (select min(number)::int from ticket where from_assistant) as assisted,
        (select min(ticket_number)::int from incident_ticket) as linked,
        (select min(number)::int from ticket where client_id = 1002) as other`)
    const [{ assisted, linked, other }] = rows
    expect((await ticketOf(assisted)).timeline).toContainEqual(expect.objectContaining({ transcribed: true }))
    expect((await ticketOf(linked)).incidents).toEqual([
      {
        number: expect.any(Number),
        title: expect.any(String),
        state: expect.any(String),
        plannedDelivery: expect.toSatisfy((day) => day === null || typeof day === 'string'),
      },
    ])
    expect((await ticketOf(other)).client.code).toBe(1002)
  })

  test("is found by a reply's number; one that is nobody's is not there", async () => {
    const number = await raised()
    await answer(number)
    const reply = (await post('responder_consulta', { llpadre: number, llobse: 'Octubre.' })).data[0].llnumreg
    expect((await ticketOf(reply)).ticket.number).toBe(number)
    expect((await read('/ticket', { number: 999_999_999 })).status).toBe(404)
    for (const path of ['answer', 'note', 'assign', 'properties', 'presence', 'draft', 'draft/discard']) {
      const sent = { answer: { text: 'x', seen: 0 }, note: { text: 'x' }, assign: { technician: null } }[path] ?? {}
      const more = { presence: { writing: false }, draft: { text: 'x' } }[path] ?? {}
      const { status } = await act(`/ticket/${path}`, { ticket: 999_999_999, ...sent, ...more })
      expect([path, status]).toEqual([path, 404])
    }
  })

  test('is not for customers', async () => {
    const number = await raised()
    expect((await portal.console(lucia, 'GET', '/ticket', { number })).status).toBe(403)
    expect((await portal.console(lucia, 'POST', '/ticket/note', { ticket: number, text: 'x' })).status).toBe(403)
  })
})

describe('an answer', () => {
  test("is the customer's turn to reply to, in the technician's name, and takes what nobody had", async () => {
    const number = await raised()
    expect((await answer(number)).status).toBe(200)
    const { fcontsopor, consultas, accionesConsulta } = await view(number)
    expect(fcontsopor.at(-1)).toMatchObject({ tipo: 'respuesta', autor: 'Sonia Campos', tipoRes: 'tecnico' })
    expect(consultas[0]).toMatchObject({ nombreTecnico: 'Sonia Campos', llesta: 'P' })
    expect(accionesConsulta.puedeResponder).toBe(true)
    const { ticket } = await ticketOf(number)
    expect(ticket).toMatchObject({ turn: 'reply', dueAt: null, assignee: { username: 'sonia' } })
    expect(await audited('/ticket/answer', number)).toMatchObject([
      { username: 'sonia', client: 1001, details: { closes: false } },
    ])
    await answer(number, {}, raul)
    expect((await ticketOf(number)).ticket.assignee.username).toBe('sonia')
  })

  test('that closes leaves the customer to accept', async () => {
    const number = await raised()
    await answer(number, { closes: true })
    expect((await view(number)).accionesConsulta.puedeConformar).toBe(true)
    expect((await ticketOf(number)).ticket).toMatchObject({ state: 'closed', turn: 'conclude' })
    await post('marcar_conformidad', { llnumreg: number, llvaloracion: 5 })
    const refused = await answer(number)
    expect(refused).toMatchObject({ status: 409, message: 'Este ticket ya terminó: no se puede cambiar' })
    for (const [path, sent] of [
      ['assign', { technician: 'sonia' }],
      ['properties', { urgency: '6' }],
    ] as const) {
      expect((await act(`/ticket/${path}`, { ticket: number, ...sent })).status).toBe(409)
    }
  })

  test('is held back when the customer or a colleague wrote meanwhile, with their text, unless it goes anyway', async () => {
    const number = await raised()
    const { latestEntry: seen } = await ticketOf(number)
    await post('anadir_informacion', { llnumreg: number, llobse: 'Y en enero.' })
    await answer(number, { text: 'Soy Raúl.' }, raul)
    const refused = await act('/ticket/answer', { ticket: number, text: 'Tarde.', seen })
    expect(refused).toMatchObject({
      status: 409,
      message: 'Alguien ha escrito mientras tanto: lea lo nuevo antes de enviar',
    })
    expect(refused.data.entries).toMatchObject([
      { kind: 'note', text: 'Y en enero.', author: 'Lucía Ferrer' },
      { kind: 'answer', text: 'Soy Raúl.', author: 'Raúl Ibáñez' },
    ])
    expect(kinds((await ticketOf(number)).timeline)).toEqual(['query', 'note', 'answer'])
    const { latestEntry } = refused.data
    expect((await act('/ticket/answer', { ticket: number, text: 'Leído.', seen: latestEntry })).status).toBe(200)
    expect((await act('/ticket/answer', { ticket: number, text: 'Igual.', seen, anyway: true })).status).toBe(200)
    expect((await audited('/ticket/answer', number)).at(-1).details).toMatchObject({ anyway: true })
  })

  test('that claims to have seen more than there is, is held back as well', async () => {
    const number = await raised()
    const { latestEntry } = await ticketOf(number)
    for (const seen of [latestEntry + 1, Number.MAX_SAFE_INTEGER]) {
      const refused = await act('/ticket/answer', { ticket: number, text: 'A ciegas.', seen })
      expect([refused.status, refused.data.latestEntry]).toEqual([409, latestEntry])
      expect(refused.data.entries).toMatchObject([{ kind: 'query' }])
    }
    expect(kinds((await ticketOf(number)).timeline)).toEqual(['query'])
  })

  test("is not held back by the technician's own entry", async () => {
    const number = await raised()
    const { latestEntry: seen } = await ticketOf(number)
    await answer(number)
    expect((await act('/ticket/answer', { ticket: number, text: 'Y además.', seen })).status).toBe(200)
  })

  test.each([[''], ['  \n '], ['x'.repeat(20_001)]])('without words, or with too many, is refused', async (text) => {
    const number = await raised()
    const { status, data } = await answer(number, { text })
    expect(status).toBe(422)
    expect(Object.keys(data.errores)).toEqual(['text'])
  })

  test('sent twice under one key is given once', async () => {
    const number = await raised()
    const { latestEntry: seen } = await ticketOf(number)
    const sent = { ticket: number, text: 'Una vez.', seen }
    const [one, two] = await Promise.all(
      [1, 2].map(() => act('/ticket/answer', sent, sonia, { 'idempotency-key': `a${number}` })),
    )
    expect(two?.data).toEqual(one?.data)
    expect(kinds((await ticketOf(number)).timeline)).toEqual(['query', 'answer'])
  })
})

describe('at once', () => {
  /** Releases several acts once all of them wait for the ticket; any order among them is correct. */
  async function together<T>(ticket: number, acts: readonly (() => Promise<T>)[]): Promise<T[]> {
    const { owner } = portal
    await owner.query('begin')
    await owner.query('select from ticket where number = $1 for update', [ticket])
    const answers = acts.map((one) => one())
    await eventually(async () => {
      await owner.query('select pg_stat_clear_snapshot()')
      const { rows } = await owner.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      expect(rows.length).toBe(acts.length)
    })
    await owner.query('commit')
    return Promise.all(answers)
  }

  test('of two answers one is told of the other', async () => {
    const number = await raised()
    const { latestEntry: seen } = await ticketOf(number)
    const answers = await together(
      number,
      [sonia, raul].map((who) => () => act('/ticket/answer', { ticket: number, text: 'Yo.', seen }, who)),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.data.entries).toMatchObject([{ kind: 'answer', text: 'Yo.' }])
    expect(kinds((await ticketOf(number)).timeline)).toEqual(['query', 'answer'])
  })

  test.each([0, 1])('a closing answer and a reply: the second sees the first (%i)', async (order) => {
    const number = await raised()
    await answer(number)
    const { latestEntry: seen } = await ticketOf(number)
    const close = () => act('/ticket/answer', { ticket: number, text: 'Cierro.', seen, closes: true })
    const say = () => post('responder_consulta', { llpadre: number, llobse: 'Espere.' })
    const statuses = (await together(number, order === 0 ? [close, say] : [say, close])).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409])
    const { ticket, timeline } = await ticketOf(number)
    expect(timeline).toHaveLength(3)
    if (timeline[2].kind === 'answer') {
      expect(ticket).toMatchObject({ state: 'closed', turn: 'conclude', dueAt: null })
    } else expect(ticket).toMatchObject({ state: 'pending', turn: 'support', dueAt: expect.any(String) })
  })

  test('of two who take a ticket one is told who has it', async () => {
    const number = await raised()
    const takes = await together(number, [
      () => act('/ticket/assign', { ticket: number, technician: 'sonia', was: null }, sonia),
      () => act('/ticket/assign', { ticket: number, technician: 'raul', was: null }, raul),
    ])
    expect(takes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const { assignee } = (await ticketOf(number)).ticket
    expect(takes.find(({ status }) => status === 409)?.data).toEqual({ assignee })
    expect(takes.find(({ status }) => status === 200)?.data).toEqual({ assignee })
  })

  test.each([0, 1])('an answer and a merge: what the one leaves, the other finds (%i)', async (order) => {
    const [one, other] = [await raised(), await raised()]
    const { latestEntry: seen } = await ticketOf(one)
    const merge = () => act('/ticket/merge', { ticket: one, into: other })
    const say = () => act('/ticket/answer', { ticket: one, text: 'A la vez.', seen }, raul)
    const answers = await together(one, order === 0 ? [merge, say] : [say, merge])
    const [merged, answered] = order === 0 ? answers : answers.toReversed()
    expect(merged?.status).toBe(200)
    expect([200, 409]).toContain(answered?.status)
    const { timeline } = await ticketOf(one)
    expect(kinds(timeline).filter((kind) => kind === 'answer')).toHaveLength(answered?.status === 200 ? 1 : 0)
  })

  test.each([0, 1])('a customer’s entry amid the joining of two tickets is kept (%i)', async (order) => {
    const [one, other] = [await raised(), await raised()]
    const merge = () => act('/ticket/merge', { ticket: one, into: other })
    const add = () => post('anadir_informacion', { llnumreg: one, llobse: 'También en enero.' })
    for (const { status } of await together(one, order === 0 ? [merge, add] : [add, merge])) expect(status).toBe(200)
    expect(new Set(kinds((await ticketOf(other)).timeline))).toEqual(new Set(['query', 'note', 'merge']))
  })
})

describe('an internal note', () => {
  test('is for colleagues: no call of the customer says a word of it, nor moves the ticket', async () => {
    const number = await raised()
    const before = (await ticketOf(number)).ticket
    const SECRET = 'Cliente moroso: consultar a administración'
    expect((await act('/ticket/note', { ticket: number, text: SECRET })).status).toBe(200)
    const data = await ticketOf(number, raul)
    expect(data.notes).toMatchObject([{ author: 'Sonia Campos', text: SECRET }])
    expect(data.ticket).toEqual(before)
    const answers = [
      await get('ver_consulta', { llnumreg: number }),
      await get('get_lista', { filtros: { numero: number } }),
      await get('get_documentacion', { llnumreg: number }),
      await get('get_borrador', { llnumreg: number }),
    ]
    for (const { raw } of answers) expect(raw.payload).not.toContain('moroso')
    await expect(
      portal.database.inClient(1001, (tx) => tx.rows({ strings: ['select * from internal_note'], parts: [] })),
    ).rejects.toThrow('permission denied')
  })

  test('can still be written once the ticket is over', async () => {
    const number = await raised()
    await post('retirar_consulta', { llnumreg: number })
    expect((await act('/ticket/note', { ticket: number, text: 'Llamó para dar las gracias.' })).status).toBe(200)
  })
})

describe('assigning', () => {
  test('gives it to an active technician, or to nobody, and is written down', async () => {
    const number = await raised()
    expect((await act('/ticket/assign', { ticket: number, technician: 'raul' })).data).toEqual({
      assignee: { username: 'raul', name: 'Raúl Ibáñez' },
    })
    expect((await act('/ticket/assign', { ticket: number, technician: null, was: 'raul' })).data).toEqual({
      assignee: null,
    })
    expect((await act('/ticket/assign', { ticket: number, technician: 'nobody' })).status).toBe(404)
    expect(await audited('/ticket/assign', number)).toMatchObject([
      { details: { from: null, to: 'raul' } },
      { details: { from: 'raul', to: null } },
    ])
  })

  test('says who has it when that is not who was seen to', async () => {
    const number = await raised()
    await act('/ticket/assign', { ticket: number, technician: 'raul' })
    const { status, message } = await act('/ticket/assign', { ticket: number, technician: 'sonia', was: null })
    expect({ status, message }).toEqual({ status: 409, message: 'Mientras tanto lo ha tomado Raúl Ibáñez' })
  })
})

describe('what it is about', () => {
  test('changes on both sides; another urgency promises anew from when the answer has been awaited', async () => {
    const number = await raised({ urgenciaSeleccionada: '3' })
    later(HOUR_MS / 2)
    const { data } = await act('/ticket/properties', { ticket: number, urgency: '6' })
    expect(data).toEqual({ dueAt: '2026-11-18T13:00:00.000Z' })
    expect((await view(number)).consultas[0]).toMatchObject({ llnivel: '6' })
    expect((await ticketOf(number)).ticket).toMatchObject({ urgency: '6', dueAt: data.dueAt })
    expect((await audited('/ticket/properties', number))[0].details).toMatchObject({
      from: { urgency: '3' },
      to: { urgency: '6' },
    })
    await answer(number)
    expect((await act('/ticket/properties', { ticket: number, urgency: '1' })).data).toEqual({ dueAt: null })
  })

  test('is a module of its area, and an area of the client', async () => {
    const number = await raised()
    const { data: modules } = await read('/ticket-modules')
    const apps = modules.find(({ area }: { area: string }) => area === 'apps').number
    const refused = await act('/ticket/properties', { ticket: number, module: apps })
    expect(refused).toMatchObject({ status: 422, data: { errores: { module: 'Ese módulo no es de esa aplicación' } } })
    expect((await act('/ticket/properties', { ticket: number, module: apps, area: 'apps' })).status).toBe(200)
    expect((await view(number)).consultas[0]).toMatchObject({ llarea: 'APPS' })
    expect((await act('/ticket/properties', { ticket: number, module: null, area: 'technical' })).status).toBe(200)
    const { rows } = await portal.owner.query(
      'select number::int from ticket where client_id = 1002 and not accepted limit 1',
    )
    const foreign = await act('/ticket/properties', { ticket: rows[0].number, area: 'aspro' })
    expect(foreign).toMatchObject({ status: 422, message: 'El cliente no tiene esa aplicación' })
  })
})

describe('joining two tickets', () => {
  test('makes one timeline of them; both numbers and those of their replies lead there', async () => {
    const [one, other] = [await raised({ titulo: 'El segundo' }), await raised()]
    await answer(one)
    later(60_000)
    const reply = (await post('responder_consulta', { llpadre: one, llobse: 'De octubre.' })).data[0].llnumreg
    await act('/ticket/note', { ticket: one, text: 'Duplicado.' })
    await act('/ticket/draft', { ticket: one, text: 'A medias' })
    await post('guardar_borrador', { llnumreg: one, borrador: { textoConsulta: 'También a medias' } })
    const before = (await read('/ticket-counts')).data
    later(60_000)
    expect((await act('/ticket/merge', { ticket: one, into: other })).data).toEqual({ number: other })

    for (const number of [one, other, reply]) {
      const data = await ticketOf(number)
      expect(data.ticket.number).toBe(other)
      expect(data.joinedFrom).toBe(number === one ? one : null)
      expect(data.joined).toEqual([{ number: one, title: 'El segundo' }])
      expect(kinds(data.timeline)).toEqual(['query', 'query', 'answer', 'reply', 'merge'])
      expect(data.timeline.at(-1)).toMatchObject({ text: String(one), author: 'Sonia Campos', side: 'technician' })
      expect(data.notes).toMatchObject([{ text: 'Duplicado.' }])
      expect(data.draft).toMatchObject({ text: 'A medias' })
      expect(data.ticket).toMatchObject({ turn: 'support', dueAt: '2026-11-20T07:31:00.000Z' })
      const { consultas, fcontsopor } = await view(number)
      expect(consultas[0].llnumreg).toBe(one)
      expect(fcontsopor.map(({ tipo }: { tipo: string }) => tipo).at(-1)).toBe('union')
    }
    expect((await get('get_borrador', { llnumreg: one })).data.borrador).toEqual({ textoConsulta: 'También a medias' })
    const listed = (await get('get_lista', { itemsPerPage: 50 })).data.items.map(
      ({ llnumreg }: { llnumreg: number }) => llnumreg,
    )
    expect(listed).toContain(other)
    expect(listed).not.toContain(one)
    expect((await read('/ticket-counts')).data.open).toBe(before.open - 1)
    expect(
      (await read('/tickets', { number: one })).data.items.map(({ number }: { number: number }) => number),
    ).toEqual([other])
    expect(await audited('/ticket/merge', other)).toMatchObject([{ details: { joined: one } }])
    // Acts on the old number reach the ticket that replaced it.
    await answer(one, { closes: true })
    expect((await post('marcar_conformidad', { llnumreg: one, llvaloracion: 5 })).status).toBe(200)
    expect((await ticketOf(other)).ticket.accepted).toBe(true)
  })

  test('takes files and incidents along, and what blocks', async () => {
    const [one, other] = [await raised(), await raised()]
    await post('crear_respuesta_falsa', { llnumreg: one, respuesta: 'Es un fallo.', cerrar: 'S', incidencia: 'S' })
    const [incident] = (await ticketOf(one)).incidents
    await act('/ticket/merge', { ticket: one, into: other })
    const { incidents, ticket } = await ticketOf(other)
    expect(incidents).toEqual([incident])
    expect(ticket).toMatchObject({ blockingIncident: incident.number, state: 'closed', turn: 'support' })
    expect((await view(other)).incidencias).toMatchObject([{ pcnpet: incident.number }])
  })

  test('asks for nothing twice: a later query opens what was closed, and is promised an answer', async () => {
    const closed = await raised()
    await answer(closed, { closes: true })
    later(HOUR_MS / 4)
    const open = await raised({ urgenciaSeleccionada: '6' })
    await act('/ticket/merge', { ticket: open, into: closed })
    expect((await ticketOf(closed)).ticket).toMatchObject({
      state: 'pending',
      turn: 'support',
      closedAt: null,
      urgency: '6',
      dueAt: '2026-11-18T13:15:00.000Z',
    })
  })

  test('keeps the higher urgency and the earlier promise, and says so', async () => {
    const low = await raised({ urgenciaSeleccionada: '2' })
    later(HOUR_MS / 4)
    const high = await raised({ urgenciaSeleccionada: '6' })
    const { dueAt } = (await ticketOf(high)).ticket
    const { dueAt: late } = (await ticketOf(low)).ticket
    expect(late > dueAt).toBe(true)
    await act('/ticket/merge', { ticket: high, into: low })
    const { ticket, notes } = await ticketOf(low)
    expect(ticket).toMatchObject({ urgency: '6', dueAt })
    expect(notes).toMatchObject([
      {
        author: 'Sonia Campos',
        text: `Al unir el ticket ${high}, la urgencia pasa de «Baja» a «Bloqueante». Vale el compromiso de respuesta del ticket ${high}, que es anterior.`,
      },
    ])
    expect(await audited('/ticket/merge', low)).toMatchObject([
      { details: { joined: high, urgency: { from: '2', to: '6' }, dueAt: { from: late, to: dueAt } } },
    ])
    const found = (await read('/tickets', { number: low })).data.items
    expect(found).toMatchObject([{ urgency: '6', dueAt }])
  })

  test('promises anew what was claimed after an answer in the other', async () => {
    const [claimed, answered] = [
      await raised({ urgenciaSeleccionada: '6' }),
      await raised({ urgenciaSeleccionada: '2' }),
    ]
    later(HOUR_MS / 4)
    await answer(answered)
    later(3 * HOUR_MS)
    await enterAgain()
    await logInAgain()
    expect((await post('reclamar_consulta', { llnumreg: claimed })).status).toBe(200)
    const claimedAt = portal.clock.now
    await act('/ticket/merge', { ticket: claimed, into: answered })
    const { ticket, notes } = await ticketOf(answered)
    const due = answerDue(claimedAt, '6', promises, officeCalendar.parse(storedCalendar))
    expect(ticket).toMatchObject({ urgency: '6', dueAt: due?.toISOString() })
    expect(notes.at(-1).text).toContain('hay un compromiso de respuesta nuevo')
  })

  test('changes nothing where what stays is as urgent and due first, and then says nothing', async () => {
    const first = await raised({ urgenciaSeleccionada: '6' })
    const { dueAt } = (await ticketOf(first)).ticket
    later(HOUR_MS / 4)
    await act('/ticket/merge', { ticket: await raised({ urgenciaSeleccionada: '2' }), into: first })
    const { ticket, notes } = await ticketOf(first)
    expect(ticket).toMatchObject({ urgency: '6', dueAt })
    expect(notes).toEqual([])
  })

  test('keeps a call that is owed', async () => {
    const [one, other] = [
      await raised({ asistenciaTelefonica: 'S', telefono: '600000000', franjaHoraria: 'Mañanas' }),
      await raised(),
    ]
    await act('/ticket/merge', { ticket: one, into: other })
    expect((await ticketOf(other)).ticket).toMatchObject({ phoneAssistance: true, phone: '600000000' })
  })

  test('goes on: three become one', async () => {
    const [a, b, c] = [await raised(), await raised(), await raised()]
    await act('/ticket/merge', { ticket: a, into: b })
    expect((await act('/ticket/merge', { ticket: b, into: c })).status).toBe(200)
    const { joined, joinedFrom, timeline } = await ticketOf(a)
    expect(joined.map(({ number }: { number: number }) => number)).toEqual([a, b])
    expect(joinedFrom).toBe(a)
    expect(kinds(timeline)).toEqual(['query', 'query', 'query', 'merge', 'merge'])
  })

  test("is refused if it would show somebody another's ticket, and for tickets that are over or joined", async () => {
    const [one, other, accepted] = [await raised(), await raised(), await raised()]
    await post('retirar_consulta', { llnumreg: accepted })
    const nuria = await portal.enter('DUE-01', 21, { company: '001' })
    const foreign = (await portal.call(nuria, 'POST', '/consultas/nueva_consulta', draft())).data[0].llnumreg
    const sentence = async (ticket: number, into: number) => {
      const { status, message } = await act('/ticket/merge', { ticket, into })
      return status === 409 ? message : status
    }
    expect(await sentence(one, one)).toBe('Es el mismo ticket')
    expect(await sentence(one, foreign)).toBe('Solo se pueden unir tickets del mismo cliente')
    expect(await sentence(one, accepted)).toBe('Este ticket ya terminó: no se puede cambiar')
    expect(await sentence(accepted, one)).toBe('Este ticket ya terminó: no se puede cambiar')
    expect(await sentence(one, 999_999_999)).toBe(404)
    await portal.owner.query("update contact set visibility = 'own' where client_id = 1001 and contact_id = 11")
    const colleague = await portal.enter('LEV-01', 12, { company: '001' })
    const hers = (await portal.call(colleague, 'POST', '/consultas/nueva_consulta', draft())).data[0].llnumreg
    expect(await sentence(one, hers)).toBe('No se pueden unir: no todos los que ven uno de los dos pueden ver el otro')
    await portal.owner.query(
      "update contact set visibility = 'installation' where client_id = 1001 and contact_id = 11",
    )
    expect(await sentence(one, other)).toBe(200)
    expect(await sentence(one, hers)).toBe('Ese ticket ya se unió a otro')
    expect(await sentence(hers, one)).toBe('Ese ticket ya se unió a otro')
  })
})

describe('a claim', () => {
  const received = async (number: number) =>
    (await ticketOf(number)).timeline
      .filter(({ kind }: { kind: string }) => kind === 'claim')
      .map(({ recipient }: { recipient: string }) => recipient)

  test('goes to the ticket’s technician, else to the last one who answered, else to the provider; the third to the supervisors', async () => {
    const number = await raised()
    expect((await post('reclamar_consulta', { llnumreg: number })).data).toEqual([
      { llnumreg: number, receptor: provider.name },
    ])
    await answer(number)
    await act('/ticket/assign', { ticket: number, technician: null })
    await post('responder_consulta', { llpadre: number, llobse: 'Sí.' })
    const pass = async () => {
      later(25 * HOUR_MS)
      await enterAgain()
      await logInAgain()
    }
    await pass()
    await post('reclamar_consulta', { llnumreg: number })
    await act('/ticket/assign', { ticket: number, technician: 'raul' })
    await pass()
    await post('reclamar_consulta', { llnumreg: number })
    await act('/ticket/assign', { ticket: number, technician: 'sonia' })
    await pass()
    await post('reclamar_consulta', { llnumreg: number })
    expect(await received(number)).toEqual([provider.name, 'Sonia Campos', 'Raúl Ibáñez', 'Raúl Ibáñez'])
    const { fcontsopor } = await view(number)
    expect(fcontsopor.filter(({ tipo }: { tipo: string }) => tipo === 'reclamacion').at(-1).receptor).toBe(
      'Raúl Ibáñez',
    )
    const [first] = (await read('/tickets', { view: 'claimed' })).data.items
    expect(first.claimsInARow).toBe(3)
  })
})

describe('a draft', () => {
  test('is kept for its technician, and gone with the answer', async () => {
    const number = await raised()
    await act('/ticket/draft', { ticket: number, text: 'Estimada Lu' })
    expect((await ticketOf(number)).draft).toEqual({
      text: 'Estimada Lu',
      files: [],
      savedAt: '2026-11-18T11:00:00.000Z',
    })
    expect((await read('/ticket/draft', { ticket: number })).data.text).toBe('Estimada Lu')
    expect((await ticketOf(number, raul)).draft).toBe(null)
    await answer(number)
    expect((await ticketOf(number)).draft).toBe(null)
  })

  test('of two pages, neither overwrites or deletes what the other has saved', async () => {
    const number = await raised()
    const { now } = portal.clock
    const [early, later] = [new Date(now.getTime() + 1000), new Date(now.getTime() + 2000)]
    const save = (writer: string, text: string, since: Date | null) =>
      act('/ticket/draft', { ticket: number, text, writer, since })
    const kept = async () => (await read('/ticket/draft', { ticket: number })).data.text
    portal.clock.now = early
    onTestFinished(() => void (portal.clock.now = now))
    expect((await save('a', 'Estimada', null)).status).toBe(200)
    expect((await save('b', 'Hola', null)).status).toBe(409)
    expect((await save('b', '', null)).status).toBe(200)
    expect(await kept()).toBe('Estimada')
    portal.clock.now = later
    // Of its own it need not know when it was saved: the answer may have been lost.
    expect((await save('a', 'Estimada Lucía', null)).status).toBe(200)
    expect((await save('b', 'Hola', early)).status).toBe(409)
    expect((await save('b', 'Estimada Lucía:', later)).status).toBe(200)
    const { status, message } = await save('a', 'Estimada Lucía, ', early)
    expect([status, message]).toEqual([409, expect.stringMatching(/^Este borrador se ha guardado después/)])
    expect(await kept()).toBe('Estimada Lucía:')
  })

  test('is forgotten when it is emptied or discarded', async () => {
    const number = await raised()
    for (const forget of [
      () => act('/ticket/draft', { ticket: number, text: '  ' }),
      () => act('/ticket/draft/discard', { ticket: number }),
    ]) {
      await act('/ticket/draft', { ticket: number, text: 'Hola' })
      expect((await forget()).status).toBe(200)
      expect((await read('/ticket/draft', { ticket: number })).data).toBe(null)
    }
  })
})

test('canned answers come filled in for the ticket', async () => {
  const number = await raised()
  await portal.owner.query(`
    insert into canned_answer (title, text, updated_by, updated_at) values
      ('Saludo', 'Hola, {{contact}} de {{client}}: su ticket {{ticket}} ({{installation}}, {{version}}). {{technician}} {{otro}}', 'raul', now())`)
  const { data } = await read('/ticket/canned-answers', { ticket: number })
  expect(data).toContainEqual({
    id: expect.any(Number),
    title: 'Saludo',
    text: `Hola, Lucía Ferrer de Constructora Levante, S.A.: su ticket ${number} (LEV-01, V031). Sonia Campos {{otro}}`,
  })
})

test('presence tells the others and the latest entry', async () => {
  const ticket = await raised()
  expect((await act('/ticket/presence', { ticket, writing: true })).data.viewers).toEqual([])
  const { data } = await act('/ticket/presence', { ticket, writing: false }, raul)
  expect(data).toEqual({
    viewers: [{ username: 'sonia', name: 'Sonia Campos', writing: true }],
    latestEntry: (await ticketOf(ticket)).latestEntry,
  })
  await act('/ticket/presence', { ticket, writing: false })
  const { viewers } = (await act('/ticket/presence', { ticket, writing: false }, raul)).data
  expect(viewers).toEqual([{ username: 'sonia', name: 'Sonia Campos', writing: false }])
})

test('a technician who leaves a ticket is announced as gone, and announced anew on coming back after a while', async () => {
  const ticket = await raised()
  const told = async () =>
    (await portal.owner.query(`select from event where kind = 'presence' and number = $1`, [ticket])).rowCount
  const viewers = async (): Promise<unknown[]> =>
    (await act('/ticket/presence', { ticket, writing: false }, raul)).data.viewers
  await act('/ticket/presence', { ticket, writing: false })
  expect(await viewers()).toHaveLength(1)
  expect(await told()).toBe(2)
  await act('/ticket/presence', { ticket, writing: false, leaving: true })
  expect(await viewers()).toEqual([])
  expect(await told()).toBe(3)
  await act('/ticket/presence', { ticket, writing: false })
  const before = await told()
  portal.clock.now = new Date(portal.clock.now.getTime() + 60_000)
  expect(await viewers()).toEqual([])
  await act('/ticket/presence', { ticket, writing: false })
  expect(await viewers()).toHaveLength(1)
  expect(Number(await told()) - Number(before)).toBeGreaterThan(1)
})

test('a technician who falls silent is announced as gone, once, however many servers notice', async () => {
  const ticket = await raised()
  const told = async () =>
    (await portal.owner.query(`select from event where kind = 'presence' and number = $1`, [ticket])).rowCount
  const noticed = () => Promise.all([1, 2, 3].map(() => forgetLapsed(portal.staff, portal.clock.now)))
  await act('/ticket/presence', { ticket, writing: true })
  await act('/ticket/presence', { ticket, writing: false }, raul)
  expect(await told()).toBe(2)
  later(39_000)
  await act('/ticket/presence', { ticket, writing: false }, raul)
  await noticed()
  expect(await told()).toBe(2)
  later(1000)
  await noticed()
  expect(await told()).toBe(3)
  await noticed()
  expect(await told()).toBe(3)
  const { rows } = await portal.owner.query('select username from presence where ticket_number = $1', [ticket])
  expect(rows).toEqual([{ username: 'raul' }])
})

test('shows its own valuations and those of its developments, with the outcome of each, and nobody else’s', async () => {
  const [ticket, other] = [await raised(), await raised()]
  const development = (await act('/work/create', { kind: 'development', ticket })).data.number
  const valuation = async (of: object, description: string): Promise<number> =>
    (await act('/valuations/create', { ...of, description })).data.number
  const own = await valuation({ ticket }, 'Del ticket')
  const ofDevelopment = await valuation({ development }, 'Del desarrollo')
  await valuation({ ticket: other }, 'De otro ticket')
  await act('/valuation/close', { number: own })
  expect((await ticketOf(ticket)).valuations).toEqual([
    { number: ofDevelopment, description: 'Del desarrollo', standing: 'undecided' },
    { number: own, description: 'Del ticket', standing: 'closed' },
  ])
})
