import { beforeAll, describe, expect, test } from 'vitest'
import { act, answer, raul, read, ticketOf, openSupportDesk } from '../testing/support-desk.ts'
import { later, lucia, portal, raised } from '../testing/ticket-desk.ts'

openSupportDesk()

let andres: string
beforeAll(async () => {
  andres = await portal.logIn('andres', 'Demo-andres-1')
})

const of = (path: string, sent: object = {}, cookie = andres) =>
  portal.call(cookie, 'GET', `/incidencias/${path}`, sent)
const post = (path: string, sent: object, cookie = andres) => portal.call(cookie, 'POST', `/incidencias/${path}`, sent)
const create = async (over: object = {}): Promise<number> => {
  const { data, message, status } = await act('/valuations/create', {
    client: 1001,
    description: 'Aviso de seguros',
    ...over,
  })
  if (status !== 200) throw new Error(message)
  return data.number
}
const inView = async (view: string, over: object = {}): Promise<number[]> =>
  (await read('/valuations', { view, limit: 100, ...over })).data.items.map(({ number }: { number: number }) => number)
const listed = async (): Promise<number[]> => {
  const { items, totalItems } = (await of('get_lista_valoraciones', { itemsPerPage: 50 })).data
  expect(items).toHaveLength(totalItems)
  expect((await of('get_total_valoraciones')).data).toEqual({ total: totalItems })
  expect((await portal.call(andres, 'GET', '/consultas/get_contadores')).data.valoraciones).toBe(totalItems)
  return items.map(({ vinreg }: { vinreg: number }) => vinreg)
}

const decided = async (): Promise<number[]> =>
  (await of('get_decisiones')).data.map(({ vinreg }: { vinreg: number }) => vinreg)

describe('a valuation', () => {
  test('is in its client’s list until it is decided, and then among the decided until Support closes it', async () => {
    const before = await listed()
    const number = await create()
    expect(await listed()).toEqual([number, ...before])
    expect((await of('get_lista_valoraciones')).data.items[0]).toEqual({
      vinreg: number,
      vodesc: 'Aviso de seguros',
      vifeal: '2026-11-18',
      total: null,
      validaHasta: null,
      caducada: false,
    })
    await post('decidir_valoracion', { vinreg: number, resultado: 'aceptada' })
    expect(await listed()).toEqual(before)
    expect(await decided()).toContain(number)
    expect((await act('/valuation/close', { number })).status).toBe(200)
    expect(await decided()).not.toContain(number)
    expect((await act('/valuation/close', { number })).message).toBe('Esta valoración ya no está en curso')
    const unwanted = await create()
    expect((await act('/valuation/close', { number: unwanted })).status).toBe(200)
    expect(await listed()).toEqual(before)
    expect((await of('ver_valoracion', { vinreg: number })).data).toMatchObject({ puedeDecidir: false })
  })

  test('is accepted once, by whom and when is kept, and Support sees it', async () => {
    const number = await create({ on: '2026-11-02' })
    expect((await of('ver_valoracion', { vinreg: number })).data).toEqual({
      vinreg: number,
      vodesc: 'Aviso de seguros',
      vifeal: '2026-11-02',
      version: 1,
      importes: null,
      validaHasta: null,
      caducada: false,
      consulta: null,
      desarrollo: null,
      decision: null,
      puedeDecidir: true,
      puedeDeshacer: false,
      deshacerHasta: null,
      puedePreguntar: true,
      historia: [
        {
          tipo: 'oferta',
          version: 1,
          total: null,
          validaHasta: null,
          texto: '',
          usuario: 'Sonia Campos',
          fecha: '2026-11-18T11:00:00.000Z',
        },
      ],
      preguntas: [],
    })
    later(60_000)
    const decision = {
      resultado: 'aceptada',
      usuario: 'Andrés Molina',
      fecha: '2026-11-18T11:01:00.000Z',
    }
    const both = await Promise.all([
      post('decidir_valoracion', { vinreg: number, resultado: 'aceptada', texto: ' Adelante. ' }),
      post('decidir_valoracion', { vinreg: number, resultado: 'aceptada', texto: ' Adelante. ' }),
    ])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect(both.find(({ status }) => status === 409)).toMatchObject({
      message: 'Esta valoración ya se aceptó o se rechazó',
      data: { vinreg: number, codigo: 'ya_decidida', version: 1, decision: { ...decision, texto: 'Adelante.' } },
    })
    expect((await of('ver_valoracion', { vinreg: number })).data).toMatchObject({
      puedeDecidir: false,
      motivo: 'Esta valoración ya se aceptó o se rechazó',
    })
    expect((await of('get_decisiones')).data).toContainEqual({
      vinreg: number,
      vodesc: 'Aviso de seguros',
      total: null,
      ...decision,
    })
    expect((await read('/valuation', { number })).data.decision).toEqual({
      decision: 'accepted',
      by: 'Andrés Molina',
      at: decision.fecha,
      text: 'Adelante.',
    })
    expect(await inView('decided')).toContain(number)
    expect(await inView('undecided')).not.toContain(number)
  })

  test('is asked about by a ticket like others, which says what it is about', async () => {
    const number = await create()
    const before = (await portal.call(andres, 'GET', '/consultas/get_contadores')).data.consultas
    const { data } = await post('preguntar_valoracion', { vinreg: number, texto: '¿Incluye la formación?' })
    const [{ llnumreg: ticket }] = data
    expect((await portal.call(andres, 'GET', '/consultas/get_contadores')).data.consultas).toBe(before + 1)
    expect((await ticketOf(ticket)).ticket).toMatchObject({
      title: `Pregunta sobre la valoración ${number}: Aviso de seguros`,
      raisedBy: 'Andrés Molina',
      turn: 'support',
      customDevelopment: true,
      dueAt: expect.any(String),
    })
    expect((await of('ver_valoracion', { vinreg: number })).data.preguntas).toMatchObject([{ llnumreg: ticket }])
    expect((await read('/valuation', { number })).data).toMatchObject({
      questions: 1,
      questionTickets: [{ number: ticket }],
    })
    await answer(ticket)
    expect((await post('decidir_valoracion', { vinreg: number, resultado: 'rechazada' })).status).toBe(200)
  })

  test('is not asked about by who has no installation', async () => {
    const marta = await portal.logIn('marta', 'Demo-marta-1')
    const { status, message } = await post('preguntar_valoracion', { vinreg: 301, texto: '¿Cuándo?' }, marta)
    expect([status, message]).toEqual([422, 'El usuario no tiene código instalación'])
  })

  test.each([
    ['GET', 'ver_valoracion', { vinreg: 301 }],
    ['GET', 'get_decisiones', {}],
    ['POST', 'decidir_valoracion', { vinreg: 301, resultado: 'aceptada' }],
    ['POST', 'preguntar_valoracion', { vinreg: 301, texto: '¿Cuándo?' }],
    ['POST', 'deshacer_decision', { vinreg: 301 }],
    ['GET', 'valoracion_pdf', { vinreg: 301 }],
  ] as const)('is for administrators: %s %s', async (method, path, sent) => {
    expect((await portal.call(lucia, method, `/incidencias/${path}`, sent)).status).toBe(403)
  })

  test("is nobody else's client's", async () => {
    const pablo = await portal.logIn('pablo', 'Demo-pablo-1')
    expect((await of('ver_valoracion', { vinreg: 301 }, pablo)).status).toBe(404)
    expect((await post('decidir_valoracion', { vinreg: 301, resultado: 'aceptada' }, pablo)).status).toBe(404)
    expect((await post('preguntar_valoracion', { vinreg: 301, texto: '¿Cuándo?' }, pablo)).status).toBe(404)
    expect((await post('deshacer_decision', { vinreg: 301 }, pablo)).status).toBe(404)
    expect((await of('valoracion_pdf', { vinreg: 301 }, pablo)).status).toBe(404)
  })
})

describe('at the console', () => {
  test('a valuation belongs to a ticket or a development, whose client it gets', async () => {
    const ticket = await raised()
    const { data } = await act('/work/create', { kind: 'development', ticket, title: 'Aviso' })
    const number = await create({ client: null, ticket })
    expect((await read('/valuation', { number })).data).toMatchObject({
      client: { code: 1001 },
      ticket,
      development: null,
    })
    expect((await act('/valuation/links', { number, development: data.number })).status).toBe(200)
    expect((await read('/work/one', { number: data.number })).data.valuations).toMatchObject([{ number, ticket }])
    expect((await of('ver_valoracion', { vinreg: number })).data).toMatchObject({
      consulta: ticket,
      desarrollo: data.number,
    })
    expect((await act('/valuation/links', { number, ticket: null }, raul)).status).toBe(200)
    expect((await read('/valuation', { number })).data).toMatchObject({ ticket: null, development: data.number })
  })

  test.each([
    ['no client', { client: null }, 422],
    ['no description', { description: ' ' }, 422],
    ['a client that is not there', { client: 4242 }, 404],
    ['a development that is not there', { development: 987_654_321 }, 404],
    ["another client's", { client: 1002, development: null }, 409],
  ])('is not made with %s', async (_case, over, status) => {
    const ticket = status === 409 ? await raised() : null
    expect((await act('/valuations/create', { client: 1001, description: 'Algo', ticket, ...over })).status).toBe(
      status,
    )
  })

  test('they are found by client, number and words, part by part', async () => {
    const number = await create({ description: 'Integración con el telemétrico' })
    expect(await inView('all', { text: 'telemetrico' })).toEqual([number])
    expect(await inView('all', { number })).toEqual([number])
    expect(await inView('all', { client: 1002 })).toEqual([304])
    expect(await inView('all', { text: 'duero' })).toEqual([304])
    for (let made = 0; made < 26; made += 1) await create()
    const whole = await inView('all')
    const { data } = await read('/valuations', { view: 'all', limit: 25 })
    const rest = await inView('all', { after: data.next })
    expect([...data.items.map((row: { number: number }) => row.number), ...rest]).toEqual(whole)
  })
})
