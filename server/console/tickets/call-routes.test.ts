import { describe, expect, test } from 'vitest'
import { act, answer, audited, read, sonia, ticketOf, openSupportDesk } from '../../testing/support-desk.ts'
import { get, later, lucia, modulo, portal, post, raised, view } from '../../testing/ticket-desk.ts'

openSupportDesk()

const SAID = 'Buenos días, llamo porque el recibo de octubre sale duplicado.'

const call = (over: object = {}) => ({
  client: 1001,
  installation: 'LEV-01',
  contact: 11,
  company: '001',
  area: 'main',
  module: modulo,
  title: 'El recibo sale duplicado',
  text: SAID,
  kind: 'query',
  urgency: '4',
  origin: 'E',
  minutes: 12,
  transcript: false,
  ...over,
})
const record = async (over: object = {}): Promise<number> => (await act('/calls', call(over))).data.number

describe('a call', () => {
  test("becomes a ticket of whoever called, noted by the technician, and is the customer's to see as their own", async () => {
    const number = await record()
    const { ticket, timeline } = await ticketOf(number)
    expect(ticket).toMatchObject({
      raisedBy: 'Lucía Ferrer',
      contactName: 'Lucía Ferrer',
      email: 'lucia.ferrer@levante.example',
      version: 'V031',
      origin: 'E',
      channel: 'phone',
      notedBy: { username: 'sonia', name: 'Sonia Campos' },
      assignee: { username: 'sonia' },
      callMinutes: 12,
      urgency: '4',
      turn: 'support',
      dueAt: expect.any(String),
    })
    expect(timeline).toMatchObject([
      { kind: 'query', author: 'Lucía Ferrer', text: SAID, transcribed: false, typedTranscript: false },
    ])
    const mine = await get('get_lista', { filtros: { mias: true }, itemsPerPage: 50 })
    expect(mine.data.items.map(({ llnumreg }: { llnumreg: number }) => llnumreg)).toContain(number)
    expect((await view(number)).consultas[0]).toMatchObject({ llllama: 'E', llcont: 'Lucía Ferrer', textnew: 'N' })
    expect(await audited('/calls', number)).toEqual([
      { username: 'sonia', client: 1001, details: { minutes: 12, transcript: false } },
    ])
    await answer(number)
    const typed = await raised()
    await answer(typed)
    const noted = async (ticket: number) =>
      (await view(ticket)).fcontsopor.map((entry: { anotadoPorSoporte: string }) => entry.anotadoPorSoporte)
    expect([await noted(number), await noted(typed)]).toEqual([
      ['S', 'N'],
      ['N', 'N'],
    ])
    expect((await post('responder_consulta', { llpadre: number, llobse: 'Gracias.' })).status).toBe(200)
  })

  test('of the client itself has no contact', async () => {
    const number = await record({ contact: null, module: null, area: 'technical' })
    const { ticket, contact } = await ticketOf(number)
    expect(contact).toBe(null)
    expect(ticket).toMatchObject({ raisedBy: 'Constructora Levante, S.A.', email: 'administracion@levante.example' })
  })

  test.each([
    ["another client's installation", { installation: 'DUE-01' }, 404],
    ["another client's contact", { contact: 21 }, 404],
    ['a company that is not there', { company: '009' }, 404],
    ['a contact of another installation', { installation: 'LEV-02' }, 404],
    ['a client that is not there', { client: 4242 }, 404],
    ['no words', { text: ' ' }, 422],
    ['no title', { title: '' }, 422],
    ['too many minutes', { minutes: 601 }, 422],
    ['an origin that is no phone', { origin: 'X' }, 422],
    ["another area's module", { area: 'apps' }, 422],
    [
      'an area that the client does not have',
      { client: 1002, installation: 'DUE-01', contact: 21, area: 'aspro' },
      422,
    ],
  ])('with %s is refused', async (_case, over, status) => {
    expect((await act('/calls', call(over))).status).toBe(status)
  })

  test('sent twice under one key is written down once', async () => {
    const headers = { 'idempotency-key': 'call-1' }
    const [one, two] = [await act('/calls', call(), sonia, headers), await act('/calls', call(), sonia, headers)]
    expect(two.data).toEqual(one.data)
  })
})

describe('a transcript', () => {
  const correct = (llnumreg: number, texto = 'El recibo de septiembre, no el de octubre.', cookie = lucia) =>
    post('corregir_transcripcion', { llnumreg, texto }, {}, cookie)

  test('is marked as one; its customer corrects it, and what it said is kept for Support', async () => {
    const number = await record({ transcript: true })
    // No AI took part: the technician alone wrote it.
    expect((await view(number)).consultas[0].textnew).toBe('N')
    expect((await view(number)).fcontsopor[0]).toMatchObject({
      textnew: 'N',
      transcripcionEscrita: 'S',
      textoCorregido: 'N',
      anotadoPorSoporte: 'S',
    })
    expect((await correct(number)).data).toEqual([{ llnumreg: number }])
    expect((await correct(number, 'Mejor dicho: el de agosto.')).status).toBe(200)
    expect((await view(number)).fcontsopor[0]).toMatchObject({
      texto: 'Mejor dicho: el de agosto.',
      textoCorregido: 'S',
    })
    expect((await ticketOf(number)).timeline[0]).toMatchObject({
      text: 'Mejor dicho: el de agosto.',
      originalText: SAID,
      transcribed: false,
      typedTranscript: true,
    })
  })

  test("is nobody else's to correct; what was typed cannot be, nor what is over", async () => {
    const number = await record({ transcript: true })
    const nuria = await portal.enter('DUE-01', 21)
    expect((await correct(number, 'x', nuria)).status).toBe(404)
    expect((await correct(await record())).status).toBe(404)
    expect((await correct(await raised())).status).toBe(404)
    expect((await correct(number, '  ')).status).toBe(422)
    await post('retirar_consulta', { llnumreg: number })
    expect(await correct(number)).toMatchObject({
      status: 409,
      message: 'Este ticket ya terminó: está en el histórico',
    })
    expect((await ticketOf(number)).timeline[0]).toMatchObject({ text: SAID, originalText: null })
  })
})

describe('whoever calls', () => {
  test.each([
    ['lucia', 11],
    ['FERRER', 11],
    ['960 000 011', 11],
    ['nuria.santos@duero', 21],
    ['921000', null],
    ['levante', null],
    ['LEV-02', null],
    ['1002', null],
  ])('is found by %s', async (text, contact) => {
    const { data } = await read('/callers', { text })
    const contacts = data.map((caller: { contact: { id: number } | null }) => caller.contact?.id ?? null)
    if (text === '921000') expect(data).toEqual([])
    else expect(contacts).toContain(contact)
  })

  test('comes with the tickets and incidents that the call may be about', async () => {
    const { data } = await read('/call-options', { client: 1002 })
    expect(data).toMatchObject({
      client: { code: 1002, name: 'Inmobiliaria Duero, S.L.' },
      areas: ['main', 'technical'],
      installations: [{ code: 'DUE-01', version: 'V030', companies: [{ code: '001', name: 'Duero' }] }],
    })
    expect(data.contacts).toContainEqual({
      id: 21,
      name: 'Nuria Santos',
      email: 'nuria.santos@duero.example',
      phone: '983 000 021',
      installations: ['DUE-01'],
    })
    expect((await read('/call-options', { client: 4242 })).status).toBe(404)
  })
})

describe('calls that are owed', () => {
  const owed = async () => {
    const rows: { number: number; createdAt: string }[] = []
    let after: string | null = null
    do {
      const { data } = await read('/callbacks', { limit: 25, ...(after && { after }) })
      rows.push(...data.items)
      after = data.next
    } while (after !== null)
    return rows
  }
  const asked = () =>
    raised({ asistenciaTelefonica: 'S', telefono: '600000011', franjaHoraria: 'De 9 a 11', urgenciaSeleccionada: '5' })

  test('are listed oldest first, with number and time to call, until somebody has called', async () => {
    const numbers: number[] = []
    for (let index = 0; index < 26; index += 1) {
      later(1000)
      numbers.push(await asked())
    }
    const rows = await owed()
    expect(rows.map(({ createdAt }) => createdAt)).toEqual(rows.map(({ createdAt }) => createdAt).toSorted())
    expect(rows.map(({ number }) => number)).toEqual(expect.arrayContaining(numbers))
    expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length)
    const [ticket = 0] = numbers
    expect(rows.find(({ number }) => number === ticket)).toMatchObject({
      phone: '600000011',
      callWindow: 'De 9 a 11',
      contactName: 'Lucía Ferrer',
      client: { code: 1001 },
      turn: 'support',
    })
    expect((await act('/callbacks/done', { ticket, note: 'Resuelto por teléfono' })).status).toBe(200)
    expect((await owed()).map(({ number }) => number)).not.toContain(ticket)
    expect((await ticketOf(ticket)).notes).toMatchObject([{ text: 'Resuelto por teléfono' }])
    expect((await ticketOf(ticket)).ticket.calledBackAt).not.toBe(null)
    expect(await act('/callbacks/done', { ticket })).toMatchObject({
      status: 409,
      message: 'Nadie espera una llamada por este ticket',
    })
  })

  test('are not those of tickets where nobody asked for one, nor of ended ones', async () => {
    const [typed, over] = [await raised(), await asked()]
    await post('retirar_consulta', { llnumreg: over })
    const rows = (await owed()).map(({ number }) => number)
    expect(rows).not.toContain(typed)
    expect(rows).not.toContain(over)
  })
})
