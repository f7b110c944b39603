import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { type StandingEntry, standingOf } from '#domain/ticket.ts'
import { EFFORT } from '../testing/effort.ts'
import { type Answer, NOON, type TestApp, answerOf, form, testApp } from '../testing/test-app.ts'

const TEXT = 'El asiento de cierre no cuadra: faltan las facturas de octubre de dos proveedores.'
const HOUR_MS = 3_600_000
const SATURDAY = new Date('2026-11-21T11:00:00.000Z')
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let portal: TestApp
let lucia: string
let modulo: number

beforeAll(async () => {
  portal = await testApp({
    settings: (given) => ({ ...given, limits: { ...given.limits, creationsPerMinute: 10_000 } }),
  })
  lucia = await portal.enter('LEV-01', 11, { company: '001' })
  const { data } = await portal.call(lucia, 'GET', '/consultas/get_lista_modulos')
  modulo = data.find(({ shdeno }: { shdeno: string }) => shdeno === 'Contabilidad').shnumreg
})
afterAll(() => portal.close())
beforeEach(() => {
  portal.clock.now = NOON
})

const draft = (over: object = {}) => ({
  tipoConsulta: 'C',
  modulo,
  textoConsulta: TEXT,
  interlocutor: 'Lucía Ferrer',
  email: 'lucia@levante.example',
  urgenciaSeleccionada: '3',
  ...over,
})
const post = (path: string, sent: object, headers: Record<string, string> = {}, cookie = lucia) =>
  portal.call(cookie, 'POST', `/consultas/${path}`, sent, headers)
const get = (path: string, sent: object = {}, cookie = lucia) => portal.call(cookie, 'GET', `/consultas/${path}`, sent)
const raise = (over: object = {}, headers: Record<string, string> = {}, cookie = lucia) =>
  post('nueva_consulta', draft(over), headers, cookie)
const raised = async (over: object = {}): Promise<number> => (await raise(over)).data[0].llnumreg
const view = async (llnumreg: number) => (await get('ver_consulta', { llnumreg })).data
const simulate = (llnumreg: number, over: object = {}) =>
  post('crear_respuesta_falsa', { llnumreg, respuesta: 'Revise el periodo contable.', cerrar: 'N', ...over })
const later = (ms: number) => {
  portal.clock.now = new Date(portal.clock.now.getTime() + ms)
}

async function stage(
  name = 'captura.png',
  bytes: Uint8Array = PNG,
  mime = 'image/png',
  cookie = lucia,
): Promise<string> {
  const { data } = await upload([{ name, bytes, mime }], {}, cookie)
  return data[0].id_temporal
}

/** A zip whose entries are empty; a number says what the entry before it claims to unpack to. */
function archive(...parts: (string | number)[]): Buffer {
  const entries = parts.flatMap((part, index) => {
    const next = parts[index + 1]
    return typeof part === 'string' ? [{ name: Buffer.from(part), unpacked: typeof next === 'number' ? next : 0 }] : []
  })
  let offset = 0
  const written = entries.map(({ name, unpacked }) => {
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt16LE(8, 4)
    about.writeUInt32LE(unpacked, 18)
    about.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), about, name])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    offset += local.length
    return { local, central: Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), about, place, name]) }
  })
  const directory = Buffer.concat(written.map(({ central }) => central))
  const end = Buffer.alloc(18)
  end.writeUInt16LE(written.length, 4)
  end.writeUInt16LE(written.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...written.map(({ local }) => local), directory, Buffer.from('PK\u0005\u0006'), end])
}

interface Sent {
  name: string
  bytes: Uint8Array
  mime: string
  extension?: string
}

async function upload(
  files: Sent[],
  fields: Record<string, string> = {},
  cookie = lucia,
  path = 'subir_documentacion',
) {
  const { payload, headers } = form([
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    ...files.flatMap(({ name, bytes, mime, extension }, index) => [
      { name: `documentos[${index}][file]`, value: bytes, filename: name, mime },
      { name: `documentos[${index}][nombre]`, value: name },
      { name: `documentos[${index}][mime]`, value: mime },
      ...(extension === undefined ? [] : [{ name: `documentos[${index}][extension]`, value: extension }]),
    ]),
  ])
  return answerOf(
    await portal.app.inject({
      method: 'POST',
      url: `/api/consultas/${path}`,
      payload,
      headers: { ...headers, cookie },
    }),
  )
}

describe('raising a ticket', () => {
  test('is answered with its number, and shows in the list and in its view', async () => {
    const { status, data } = await raise({ titulo: 'Cierre de octubre' })
    expect(status).toBe(200)
    expect(data).toEqual([{ llnumreg: expect.any(Number), checkDate: 'OK', contacto: 'Lucía Ferrer' }])
    const [{ llnumreg }] = data
    const list = await get('get_lista', { estado: 'P' })
    expect(list.data.items[0]).toMatchObject({
      llnumreg,
      llobse: 'Cierre de octubre',
      llarea: 'RE',
      llmodu: 'Contabilidad',
      estado: 'P',
      icono: 'enCurso',
      ultimaInteraccion: 'cliente',
      fecalta: NOON.toISOString(),
      puedeReclamar: true,
      puedeResponder: false,
      motivos: { responder: { codigo: 'espera_respuesta' } },
    })
    const { consultas, fcontsopor } = await view(llnumreg)
    expect(consultas).toHaveLength(1)
    expect(consultas[0]).toMatchObject({
      llobse: `Cierre de octubre\n\n${TEXT}`,
      renuinst: 'LEV-01',
      empresa: '001',
      horalta: '12:00',
    })
    expect(fcontsopor).toMatchObject([{ tipo: 'consulta', tipoRes: 'usuario', texto: TEXT, autor: 'Lucía Ferrer' }])
  })

  test('out of hours says when the office opens', async () => {
    portal.clock.now = SATURDAY
    lucia = await portal.enter('LEV-01', 11, { company: '001' })
    const { data } = await raise()
    expect(data[0].checkDate).toBe('2026-11-23T07:30:00.000Z')
  })

  test('without a title takes its first line, cut on a word', async () => {
    const { consultas } = await view(await raised({ textoConsulta: `${'palabra '.repeat(20)}\nsegunda línea` }))
    expect(consultas[0].titulo).toBe('palabra '.repeat(10).trim())
  })

  test.each([
    ['no text', { textoConsulta: '' }, 'textoConsulta', 'Obligatorio'],
    ['no text at all', { textoConsulta: undefined }, 'textoConsulta', 'Obligatorio'],
    ['only spaces', { textoConsulta: ' '.repeat(60) }, 'textoConsulta', undefined],
    ['a short text', { textoConsulta: 'x'.repeat(49) }, 'textoConsulta', 'Min. 50 caracteres'],
    ['no module', { modulo: null }, 'modulo', 'Obligatorio'],
    ['a module that does not exist', { modulo: 999_999 }, 'modulo', undefined],
    ['no urgency', { urgenciaSeleccionada: null }, 'urgenciaSeleccionada', 'Obligatorio'],
    ['an urgency that does not exist', { urgenciaSeleccionada: '7' }, 'urgenciaSeleccionada', undefined],
    ['no contact', { interlocutor: '' }, 'interlocutor', 'Obligatorio'],
    ['a blank contact', { interlocutor: '   ' }, 'interlocutor', undefined],
    ['a wrong e-mail', { email: 'lucia@' }, 'email', 'Formato email incorrecto'],
    ['phone assistance without a phone', { asistenciaTelefonica: 'S' }, 'telefono', 'Obligatorio'],
    [
      'a phone with letters',
      { asistenciaTelefonica: 'S', telefono: '60x' },
      'telefono',
      'Debe ser un número de teléfono',
    ],
    ['a long call window', { franjaHoraria: 'x'.repeat(51) }, 'franjaHoraria', 'Max. 50 caracteres'],
    ['a text that cannot be stored', { textoConsulta: `${TEXT}\0` }, 'textoConsulta', undefined],
  ])('with %s is refused at that field', async (_case, over, field, sentence) => {
    const { status, message, data } = await raise(over)
    expect({ status, message }).toEqual({ status: 422, message: 'Compruebe los campos en rojo' })
    expect(Object.keys(data.errores)).toEqual([field])
    if (sentence) expect(data.errores[field]).toBe(sentence)
  })

  test('with exactly 50 characters is accepted', async () => {
    expect((await raise({ textoConsulta: 'x'.repeat(50) })).status).toBe(200)
  })

  test('with the longest name, origin and program that a link may carry is accepted', async () => {
    expect((await raise({ interlocutor: 'x'.repeat(200), origen: 'x'.repeat(100) })).status).toBe(200)
    expect((await raise({ interlocutor: 'x'.repeat(201) })).status).toBe(422)
    const from = await portal.enter('LEV-01', 11, { company: '001', program: 'P'.repeat(100) })
    expect((await raise({}, {}, from)).status).toBe(200)
  })

  test('takes a title on one line', async () => {
    const { consultas } = await view(await raised({ titulo: 'línea uno\n\nlínea  dos' }))
    expect([consultas[0].titulo, consultas[0].llobse]).toEqual([
      'línea uno línea dos',
      `línea uno línea dos\n\n${TEXT}`,
    ])
  })

  test('takes null for what may be left out', async () => {
    expect(
      (await raise({ documentos: null, lldesa: null, tipoConsulta: null, asistenciaTelefonica: null, titulo: null }))
        .status,
    ).toBe(200)
  })

  test.each([
    ['an unknown key', { llesta: 'C' }],
    ['a forged author', { nombreTecnico: 'Sonia' }],
    ['a number for a text', { textoConsulta: 7 }],
    ['a text for a number', { modulo: '1' }],
    ['a list for a text', { email: ['a@b.example'] }],
    ['an object for a text', { email: { $ne: 1 } }],
  ])('with %s is malformed', async (_case, over) => {
    expect((await raise(over)).status).toBe(400)
  })

  test('as an incident needs a document', async () => {
    const { status, message } = await raise({ tipoConsulta: 'I' })
    expect([status, message]).toEqual([422, 'Es necesario añadir soporte documental a la incidencia'])
    expect((await raise({ tipoConsulta: 'I', documentos: [{ id_temporal: await stage() }] })).status).toBe(200)
  })

  test('for an installation or company that is not the own one finds nothing', async () => {
    const foreign = await Promise.all([
      raise({ renuinst: 'DUE-01' }),
      raise({ renuinst: 'NO-99' }),
      raise({ empresa: '002' }),
      raise({ empresa: '999' }),
    ])
    expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  })

  test('needs an installation, then a company, before any field is looked at', async () => {
    const marta = await portal.logIn('marta', 'Demo-marta-1')
    const teo = await portal.logIn('teo', 'Demo-teo-1')
    const empty = { textoConsulta: '' }
    expect(await raise(empty, {}, marta)).toMatchObject({
      status: 422,
      message: 'El usuario no tiene código instalación',
    })
    expect(await raise(empty, {}, teo)).toMatchObject({
      status: 422,
      message: 'No se puede crear ticket: El usuario no tiene empresa',
    })
  })

  test('with several companies takes the one that the form chose', async () => {
    const undecided = await portal.enter('LEV-01', 11)
    expect(await raise({}, {}, undecided)).toMatchObject({
      status: 422,
      message: 'No se puede crear ticket: El usuario no tiene empresa',
    })
    const { data } = await raise({ empresa: '002' }, {}, undecided)
    expect((await view(data[0].llnumreg)).consultas[0].empresa).toBe('002')
  })

  test('for an area that the client lacks is refused', async () => {
    const nuria = await portal.enter('DUE-01', 21)
    const { status, data } = await raise({ aplicacion: 'APPS' }, {}, nuria)
    expect(status).toBe(422)
    expect(Object.keys(data.errores)).toContain('aplicacion')
  })

  test('in English is answered in English', async () => {
    expect((await raise({ email: '' }, { 'accept-language': 'en-GB' })).message).toBe('Check the fields in red')
  })
})

describe('a request that comes twice', () => {
  test('with the same key raises one ticket', async () => {
    const first = await raise({}, { 'idempotency-key': 'twice' })
    const second = await raise({}, { 'idempotency-key': 'twice' })
    expect(second.raw.body).toBe(first.raw.body)
  })

  test('at once, thirty times, raises one ticket', async () => {
    const before = (await get('get_contadores')).data.consultas
    const answers = await Promise.all(Array.from({ length: 30 }, () => raise({}, { 'idempotency-key': 'thirty' })))
    expect(new Set(answers.map(({ data }) => data[0].llnumreg)).size).toBe(1)
    expect((await get('get_contadores')).data.consultas).toBe(before + 1)
  })

  test('with the same key and other words is refused', async () => {
    await raise({}, { 'idempotency-key': 'other' })
    expect((await raise({ titulo: 'Otra cosa' }, { 'idempotency-key': 'other' })).status).toBe(422)
  })

  test('may be mended after a refusal', async () => {
    await raise({ email: '' }, { 'idempotency-key': 'mended' })
    expect((await raise({}, { 'idempotency-key': 'mended' })).status).toBe(200)
  })

  test("does not meet a colleague's key", async () => {
    const first = await raise({}, { 'idempotency-key': 'shared' })
    const colleague = await portal.enter('LEV-01', 11, { company: '001' }, 'otro')
    const second = await raise({}, { 'idempotency-key': 'shared' }, colleague)
    expect(second.data[0].llnumreg).not.toBe(first.data[0].llnumreg)
  })

  test('with a key that is too long is malformed', async () => {
    expect((await raise({}, { 'idempotency-key': 'x'.repeat(101) })).status).toBe(400)
  })
})

describe('the life of a ticket', () => {
  test('answered, replied, closed, rejected, closed and accepted', async () => {
    const llnumreg = await raised()
    await simulate(llnumreg)
    expect(await post('responder_consulta', { llpadre: llnumreg, llobse: 'Es octubre.' })).toMatchObject({
      status: 200,
    })
    await simulate(llnumreg, { cerrar: 'S' })
    expect(await post('marcar_no_conforme', { llnumreg, respuesta: 'Sigue sin cuadrar.' })).toMatchObject({
      status: 200,
    })
    await simulate(llnumreg, { cerrar: 'S' })
    expect(await post('marcar_conformidad', { llnumreg, llvaloracion: 4 })).toMatchObject({
      status: 200,
      data: [{ llnumreg }],
    })
    const { consultas, fcontsopor, accionesConsulta } = await view(llnumreg)
    expect(fcontsopor.map(({ tipo }: { tipo: string }) => tipo)).toEqual([
      'consulta',
      'respuesta',
      'consulta',
      'respuesta',
      'noConforme',
      'respuesta',
      'conforme',
    ])
    expect(consultas[0]).toMatchObject({ llesta: 'C', llvbcli: 'S', llvaloracion: 4, nombreTecnico: 'Raúl Ibáñez' })
    expect(consultas[1]).toMatchObject({ llpadre: llnumreg })
    expect(accionesConsulta).toMatchObject({ puedeResponder: false, puedeReclamar: false, puedeConformar: false })
    const history = await get('get_lista', { estado: 'C' })
    expect(history.data.items[0].llnumreg).toBe(llnumreg)
  })

  test("a child's number opens its root", async () => {
    const llnumreg = await raised()
    await simulate(llnumreg)
    const { data } = await post('responder_consulta', { llpadre: llnumreg, llobse: 'Sí.' })
    expect((await view(data[0].llnumreg)).consultas[0].llnumreg).toBe(llnumreg)
  })

  test.each([
    ['responder_consulta', { llobse: 'Hola' }, 'llpadre', 'espera_respuesta', 'responder'],
    ['marcar_conformidad', { llvaloracion: 5 }, 'llnumreg', 'ticket_abierto', 'conformar'],
    ['marcar_no_conforme', { respuesta: 'No' }, 'llnumreg', 'ticket_abierto', 'conformar'],
  ])('%s on a ticket that waits is refused with where it stands', async (path, sent, field, codigo, action) => {
    const llnumreg = await raised()
    const { status, message, data } = await post(path, { ...sent, [field]: llnumreg })
    expect(status).toBe(409)
    expect(data).toMatchObject({ llnumreg, llesta: 'P', llvbcli: 'N' })
    expect(data.accionesConsulta.motivos[action]).toMatchObject({ codigo, mensaje: message })
  })

  test.each([
    ['responder_consulta', { llobse: '' }, 'llpadre', 'llobse'],
    ['marcar_no_conforme', { respuesta: '' }, 'llnumreg', 'respuesta'],
    ['marcar_conformidad', {}, 'llnumreg', 'llvaloracion'],
    ['marcar_conformidad', { llvaloracion: 6 }, 'llnumreg', 'llvaloracion'],
    ['marcar_conformidad', { llvaloracion: -1 }, 'llnumreg', 'llvaloracion'],
    ['reclamar_consulta', { llnumreg: null }, '', 'llnumreg'],
    ['marcar_no_conforme', { respuesta: ' \n ' }, 'llnumreg', 'respuesta'],
    ['anadir_informacion', { llobse: '   ' }, 'llnumreg', 'llobse'],
  ])('%s with %j is refused at the field', async (path, sent, number, field) => {
    const llnumreg = await raised()
    const { status, data } = await post(path, { ...sent, ...(number && { [number]: llnumreg }) })
    expect(status).toBe(422)
    expect(Object.keys(data.errores)).toEqual([field])
  })

  test('a claim may be repeated after more than 24 hours, three times in a row', async () => {
    const llnumreg = await raised()
    const claim = async () => {
      lucia = await portal.enter('LEV-01', 11, { company: '001' })
      return post('reclamar_consulta', { llnumreg, nombreUsuario: 'Lucía' })
    }
    expect((await claim()).status).toBe(200)
    later(24 * HOUR_MS)
    const refused = await claim()
    expect(refused.status).toBe(409)
    expect(refused.message).toBe('Podrá reclamar de nuevo el jueves 19 de noviembre a las 12:00')
    expect(refused.data.accionesConsulta.motivos.reclamar.hasta).toBe('2026-11-19T11:00:00.000Z')
    later(1)
    expect((await claim()).status).toBe(200)
    later(24 * HOUR_MS + 1)
    expect((await claim()).status).toBe(200)
    later(48 * HOUR_MS)
    expect((await claim()).data.accionesConsulta.motivos.reclamar.codigo).toBe('reclamaciones_agotadas')
    expect((await view(llnumreg)).reclamaciones.map(({ htsecu }: { htsecu: number }) => htsecu)).toEqual([1, 2, 3])
  })

  test('an undelivered incident blocks acceptance', async () => {
    const llnumreg = await raised()
    await simulate(llnumreg, { cerrar: 'S', incidencia: 'S' })
    const { status, data } = await post('marcar_conformidad', { llnumreg, llvaloracion: 5 })
    expect(status).toBe(409)
    expect(data.accionesConsulta.motivos.conformar.codigo).toBe('incidencia_sin_entregar')
    const { data: list } = await get('get_lista', { filtros: { numero: llnumreg } })
    expect(list.items).toMatchObject([{ estado: 'I', icono: 'incidencia', pcesta: 'S', pcticket: llnumreg }])
    expect((await view(llnumreg)).incidencias).toMatchObject([{ pcesta: 'S' }])
  })
})

describe('two acts at once', () => {
  test.each([
    ['claim and claim', ['reclamar_consulta', {}], ['reclamar_consulta', {}], false],
    [
      'accept and reject',
      ['marcar_conformidad', { llvaloracion: 5 }],
      ['marcar_no_conforme', { respuesta: 'No' }],
      true,
    ],
  ] as const)(
    '%s: one wins, the others see where it stands',
    async (_case, [one, sentOne], [other, sentOther], close) => {
      const llnumreg = await raised()
      if (close) await simulate(llnumreg, { cerrar: 'S' })
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          index % 2 ? post(one, { ...sentOne, llnumreg }) : post(other, { ...sentOther, llnumreg }),
        ),
      )
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect(statuses.filter((status) => status === 409)).toHaveLength(29)
    },
  )
})

test('a reply and a closing answer at once: at most one reply, and the row is what its timeline gives', async () => {
  const llnumreg = await raised()
  await simulate(llnumreg)
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      index % 2
        ? post('responder_consulta', { llpadre: llnumreg, llobse: 'Octubre' })
        : simulate(llnumreg, { cerrar: 'S' }),
    ),
  )
  const replies = answers.filter((_, index) => index % 2)
  expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  for (const { status, data } of replies) if (status !== 200) expect([status, data.llnumreg]).toEqual([409, llnumreg])
  const { consultas, fcontsopor } = await view(llnumreg)
  const replied = fcontsopor.findIndex(({ tipo }: { tipo: string }, index: number) => index > 0 && tipo === 'consulta')
  const closed = fcontsopor.findIndex(
    ({ texto }: { texto: string }, index: number) => index > 1 && texto.startsWith('Revise'),
  )
  if (replied !== -1) expect(replied).toBeLessThan(closed)
  expect(consultas[0].llesta).toBe('C')
})

describe('lists', () => {
  test('page, and every page is another one', async () => {
    const [first, second] = await Promise.all([1, 2].map((page) => get('get_lista', { page, itemsPerPage: 10 })))
    expect(first?.data.items).toHaveLength(10)
    expect(first?.data.totalItems).toBe(second?.data.totalItems)
    const numbers = [...(first?.data.items ?? []), ...(second?.data.items ?? [])].map(({ llnumreg }) => llnumreg)
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  test.each(['llnumreg', 'fecalta', 'fechaestado', 'fechaestadoraw', 'llfeci', 'estado', 'llobse', 'llncli'])(
    'sort by %s both ways',
    async (sortBy) => {
      const field = sortBy === 'fechaestadoraw' ? 'fechaestado' : sortBy
      const values = async (sortDesc: string) => {
        const { data } = await get('get_lista', { sortBy, sortDesc, itemsPerPage: 50 })
        return data.items.map((row: Record<string, string | number>) => row[field] ?? '')
      }
      const rank = (value: string | number) =>
        field === 'estado' ? ['P', 'C', 'I'].indexOf(String(value)) : field === 'llfeci' && value === '' ? '~' : value
      const fold = (value: string | number) => (typeof value === 'string' ? value.toLowerCase() : value)
      const ascending = (list: (string | number)[]) =>
        list.every((value, index) => index === 0 || fold(rank(list[index - 1] ?? '')) <= fold(rank(value)))
      expect(ascending(await values('false'))).toBe(true)
      const down = await values('true')
      expect(ascending((field === 'llfeci' ? down.filter(Boolean) : down).toReversed())).toBe(true)
    },
  )

  test.each([
    ['page 0', { page: 0 }],
    ['eleven rows', { itemsPerPage: 11 }],
    ['an unknown sort', { sortBy: 'llobse; drop table ticket' }],
    ['an unreadable filter', { filtros: '{' }],
    ['an unknown filter', { filtros: { quien: 'yo' } }],
    ['all and mine', { filtros: { todas: true, mias: true } }],
    ['a day in the future', { filtros: { hasta: '2099-01-01' } }],
    ['a day before 1950', { filtros: { entre: '1949-12-31' } }],
    ['no day', { filtros: { entre: '2026-02-30' } }],
    ['an end before its beginning', { filtros: { entre: '2026-11-02', hasta: '2026-11-01' } }],
    ['another state', { estado: 'X' }],
  ])('with %s are malformed', async (_case, sent) => {
    expect((await get('get_lista', sent)).status).toBe(400)
  })

  test('counters equal the totals of their tabs', async () => {
    const counters = (await get('get_contadores')).data
    const [pending, closed] = await Promise.all(['P', 'C'].map((estado) => get('get_lista', { estado })))
    expect([counters.consultas, counters.historico]).toEqual([pending?.data.totalItems, closed?.data.totalItems])
    expect(counters.valoraciones).toBe(0)
  })

  test('filter by state, by number and by mine', async () => {
    const llnumreg = await raised()
    const by = async (filtros: object) => (await get('get_lista', { filtros, itemsPerPage: 50 })).data.items
    expect(new Set((await by({ estado: 'I' })).map(({ estado }: { estado: string }) => estado))).toEqual(new Set(['I']))
    expect((await by({ numero: llnumreg })).map((row: { llnumreg: number }) => row.llnumreg)).toEqual([llnumreg])
    expect(new Set((await by({ mias: true })).map(({ llncli }: { llncli: string }) => llncli))).toEqual(
      new Set(['Lucía Ferrer']),
    )
    expect(await by({ entre: '2026-11-18', hasta: '2026-11-18' })).not.toHaveLength(0)
  })

  test('filtered days begin and end in the office', async () => {
    portal.clock.now = new Date('2026-11-18T23:30:00.000Z')
    lucia = await portal.enter('LEV-01', 11, { company: '001' })
    const numero = await raised()
    const on = async (day: string) =>
      (await get('get_lista', { filtros: { numero, entre: day, hasta: day } })).data.totalItems
    portal.clock.now = new Date('2026-11-20T11:00:00.000Z')
    lucia = await portal.enter('LEV-01', 11, { company: '001' })
    expect([await on('2026-11-18'), await on('2026-11-19')]).toEqual([0, 1])
  })
})

describe('documents', () => {
  test('staged files become part of the ticket, once', async () => {
    const [a, b] = [await stage('uno.png'), await stage('año dos.pdf', Buffer.from('%PDF-1.7 x'), 'application/pdf')]
    const llnumreg = await raised({ documentos: [{ id_temporal: a }, { id_temporal: b }] })
    const { data } = await get('get_documentacion', { llnumreg })
    expect(data.map(({ fimagen }: { fimagen: { imdesc: string } }) => fimagen.imdesc)).toEqual([
      'uno.png',
      'año dos.pdf',
    ])
    const before = (await get('get_contadores')).data.consultas
    const again = await raise({ documentos: [{ id_temporal: a }] })
    expect([again.status, Object.keys(again.data.errores)]).toEqual([422, ['documentos']])
    expect((await get('get_contadores')).data.consultas).toBe(before)
  })

  test("a colleague's staged file is not there", async () => {
    const colleague = await portal.enter('LEV-01', 11, { company: '001' }, 'otra')
    const id = await stage('suya.png', PNG, 'image/png', colleague)
    expect((await raise({ documentos: [{ id_temporal: id }] })).status).toBe(422)
  })

  test('a download is typed by us, in a sandbox, and never in a cache', async () => {
    const llnumreg = await raised({ documentos: [{ id_temporal: await stage('año "1".png') }] })
    const [{ iaimagen }] = (await get('get_documentacion', { llnumreg })).data
    const { raw } = await get('get_documento', { iaimagen })
    expect(raw.rawPayload.equals(PNG)).toBe(true)
    expect(raw.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'content-disposition': `inline; filename="ano _1_.png"; filename*=UTF-8''a%C3%B1o%20%221%22.png`,
    })
  })

  test('files may be added to a ticket that exists', async () => {
    const llnumreg = await raised()
    const { status } = await upload([{ name: 'tarde.png', bytes: PNG, mime: 'image/png' }], {
      llnumreg: String(llnumreg),
    })
    expect(status).toBe(200)
    expect((await get('get_documentacion', { llnumreg })).data).toHaveLength(1)
  })

  const png = { name: 'a.png', bytes: PNG, mime: 'image/png' }
  test.each<[string, Sent[], number, string]>([
    ['eleven files', Array.from({ length: 11 }, () => png), 422, 'Sólo se pueden adjuntar 10 archivos'],
    ['a long name', [{ ...png, name: `${'a'.repeat(97)}.png` }], 422, 'El nombre del archivo es demasiado largo'],
    ['nothing in it', [{ ...png, bytes: Buffer.alloc(0) }], 422, 'El archivo está vacío'],
    ['a long extension', [{ ...png, name: 'a.jpeg2' }], 422, 'El formato del archivo no es válido'],
    [
      'a type that is not allowed',
      [{ ...png, name: 'a.svg', mime: 'image/svg+xml' }],
      415,
      'Sólo archivos jpg, pdf, png, excels o words',
    ],
    ['no type', [{ ...png, mime: '' }], 415, 'Sólo archivos jpg, pdf, png, excels o words'],
    [
      'other content than its type',
      [{ ...png, bytes: Buffer.from('<svg/>') }],
      415,
      'Sólo archivos jpg, pdf, png, excels o words',
    ],
    [
      'too much in it',
      [{ ...png, bytes: Buffer.concat([PNG, Buffer.alloc(20_971_520 + 1024)]) }],
      413,
      'El tamaño del archivo no puede superar los 20971520 bytes',
    ],
    [
      'a long name and a wrong type',
      [{ ...png, name: `${'a'.repeat(97)}.exe` }],
      422,
      'El nombre del archivo es demasiado largo',
    ],
  ])('%s: refused', async (_case, files, status, message) => {
    expect(await upload(files)).toMatchObject({ status, message })
  })

  test.each<[string, string, Uint8Array, number]>([
    ['a document', 'a.docx', archive('word/document.xml'), 200],
    ['a document with an embedded sheet', 'a.docx', archive('word/document.xml', 'word/embeddings/a.xlsx'), 200],
    ['a sheet', 'a.xlsx', archive('xl/workbook.xml'), 200],
    ['a sheet that calls itself a document', 'a.docx', archive('xl/workbook.xml'), 415],
    ['any archive', 'a.docx', archive('readme.txt'), 415],
    ['an archive in it', 'a.docx', archive('word/document.xml', 'word/more.zip'), 415],
    ['too many parts', 'a.docx', archive(...Array.from({ length: 2001 }, (_, index) => `word/${index}`)), 415],
    ['a bomb', 'a.xlsx', archive('xl/workbook.xml', 4_000_000_000), 415],
    ['no archive after its first bytes', 'a.xlsx', Buffer.from('PK\u0003\u0004 and nothing more'), 415],
  ])('an office file that is %s', async (_case, name, bytes, status) => {
    const kind = name.endsWith('docx') ? 'wordprocessingml.document' : 'spreadsheetml.sheet'
    expect(
      (await upload([{ name, bytes, mime: `application/vnd.openxmlformats-officedocument.${kind}` }])).status,
    ).toBe(status)
  })

  test('a pasted image is named by its moment, and only an image is taken', async () => {
    const pasted = await upload([{ ...png, name: 'image.png' }], {}, lucia, 'subir_imagen_portapapeles')
    expect(pasted.data[0].nombre).toMatch(/^captura-2026-11-18T.*\.png$/)
    const other = await upload(
      [{ name: 'a.pdf', bytes: Buffer.from('%PDF-1.7'), mime: 'application/pdf' }],
      {},
      lucia,
      'subir_imagen_portapapeles',
    )
    expect([other.status, other.message]).toEqual([415, 'Solo se admiten imágenes'])
  })

  test.each([
    [
      'cut off',
      '--b\r\nContent-Disposition: form-data; name="documentos[0][file]"; filename="a.png"\r\n\r\nx',
      'multipart/form-data; boundary=b',
    ],
    ['none at all', 'nothing of the kind', 'multipart/form-data; boundary=b'],
    ['without a boundary', '--b--', 'multipart/form-data'],
  ])('a form that is %s is malformed', async (_case, payload, type) => {
    const request = {
      method: 'POST',
      url: '/api/consultas/subir_documentacion',
      payload,
      headers: { 'content-type': type, cookie: lucia },
    } as const
    expect([400, 422]).toContain((await portal.app.inject(request)).statusCode)
  })

  test('no more than ten fit beside a message, also when they come at once', async () => {
    const llnumreg = await raised()
    const six = Array.from({ length: 6 }, () => png)
    const answers = await Promise.all([1, 2, 3].map(() => upload(six, { llnumreg: String(llnumreg) })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
    expect((await get('get_documentacion', { llnumreg })).data).toHaveLength(6)
  })

  test('nothing is added to a ticket that is over', async () => {
    const llnumreg = await raised()
    await post('retirar_consulta', { llnumreg })
    expect((await upload([png], { llnumreg: String(llnumreg) })).status).toBe(409)
  })

  test('a form that is none is refused', async () => {
    expect((await post('subir_documentacion', {})).status).toBe(415)
  })
})

test('what a ticket may refer to: the incidents and developments that one may see', async () => {
  const { data } = await get('get_lista_peticiones')
  const { actuaciones, desarrollos } = (await get('get_contadores')).data
  expect(data).toHaveLength(actuaciones + desarrollos)
  expect(data[0]).toEqual({
    pcnpet: expect.any(Number),
    pcdes1: expect.any(String),
    pcesta: expect.any(String),
    tipo: expect.stringMatching(/^(incidencia|desarrollo)$/),
  })
})

test('a ticket with more than a thousand entries still opens', async () => {
  const llnumreg = await raised()
  await portal.owner.query(
    `insert into entry (client_id, ticket_number, kind, text, author, origin, at)
     select 1001, $1, 'answer', 'x', 'Sonia', '', $2 from generate_series(1, 1200)`,
    [llnumreg, NOON],
  )
  expect((await view(llnumreg)).fcontsopor).toHaveLength(1201)
})

test.each(['filtros', 'llcsnreg', 'codigoCliente', 'page'])('an empty %s in an address says nothing', async (name) => {
  expect((await get('get_lista', { [name]: '' })).status).toBe(200)
})

test('an address that cannot be read is answered in the envelope', async () => {
  const { statusCode, body } = await portal.app.inject({ url: '/api/consultas/%E0%A4%A', headers: { cookie: lucia } })
  expect([statusCode, JSON.parse(body)]).toEqual([
    400,
    { ok: false, message: 'La petición no es correcta', data: { data: null } },
  ])
})

test('a person may raise so many tickets a minute, and is told when to go on', async () => {
  const limited = await testApp({
    settings: (given) => ({ ...given, limits: { ...given.limits, creationsPerMinute: 2 } }),
  })
  try {
    limited.clock.now = new Date(NOON.getTime() + 20_000)
    const cookie = await limited.enter('LEV-01', 11, { company: '001' })
    const colleague = await limited.enter('LEV-01', 11, { company: '001' }, 'otro')
    const once = (as: string) => limited.call(as, 'POST', '/consultas/nueva_consulta', draft())
    expect([(await once(cookie)).status, (await once(cookie)).status]).toEqual([200, 200])
    const third = await once(cookie)
    expect([third.status, third.raw.headers['retry-after']]).toEqual([429, '40'])
    expect((await once(colleague)).status).toBe(200)
    limited.clock.now = new Date(NOON.getTime() + 60_000)
    expect((await once(cookie)).status).toBe(200)
  } finally {
    await limited.close()
  }
})

test(
  'the standing of a row is what its timeline gives, whatever happened to it',
  async () => {
    const acts = fc.array(fc.constantFrom('answer', 'close', 'reply', 'claim', 'accept', 'reject', 'day'), {
      maxLength: 12,
    })
    const act = async (llnumreg: number, what: string): Promise<Answer | undefined> => {
      if (what === 'day') {
        later(25 * HOUR_MS)
        return undefined
      }
      lucia = await portal.enter('LEV-01', 11, { company: '001' })
      if (what === 'answer') return simulate(llnumreg)
      if (what === 'close') return simulate(llnumreg, { cerrar: 'S' })
      if (what === 'reply') return post('responder_consulta', { llpadre: llnumreg, llobse: 'Sí' })
      if (what === 'claim') return post('reclamar_consulta', { llnumreg })
      if (what === 'accept') return post('marcar_conformidad', { llnumreg, llvaloracion: 3 })
      return post('marcar_no_conforme', { llnumreg, respuesta: 'No' })
    }
    await fc.assert(
      fc.asyncProperty(acts, async (sequence) => {
        portal.clock.now = NOON
        lucia = await portal.enter('LEV-01', 11, { company: '001' })
        const llnumreg = await raised()
        for (const what of sequence) {
          const answer = await act(llnumreg, what)
          if (answer) expect([200, 409]).toContain(answer.status)
        }
        const timeline = await portal.owner.query<StandingEntry>(
          'select kind, at, closes from entry where ticket_number = $1 order by at, entry_id',
          [llnumreg],
        )
        const kept = await portal.owner.query(
          `select state, accepted, last_entry_kind as "lastEntryKind", last_entry_at as "lastEntryAt", closed_at as "closedAt",
           last_claim_at as "lastClaimAt", claims_in_a_row as "claimsInARow" from ticket where number = $1`,
          [llnumreg],
        )
        const { blockingIncident: _, ...expected } = standingOf(timeline.rows, null)
        expect(kept.rows[0]).toEqual(expected)
      }),
      { numRuns: 40 * EFFORT },
    )
  },
  30_000 * EFFORT,
)
