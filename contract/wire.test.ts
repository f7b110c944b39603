import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { api } from './api.ts'
import { account } from './account-codec.ts'
import { rating, ticketMessage, ticketRow } from './ticket-codec.ts'
import {
  as,
  coded,
  consoleObject,
  flag,
  lettered,
  day,
  inAddress,
  instant,
  jsonInAddress,
  optional,
  recordNumber,
  strictWireObject,
  text,
  wireNamesOf,
  wireObject,
  wirePath,
} from './wire.ts'

describe('the compiler enforces the contract', () => {
  test('a field that does not say which record it names does not compile', () => {
    // @ts-expect-error a bare schema could name a record
    as('llnumreg', z.int())
    // @ts-expect-error so could a bare text
    as('iaimagen', z.string())
    expect(as('llnumreg', recordNumber('ticket')).wire).toBe('llnumreg')
  })

  test('letters stay on the wire and words inside', () => {
    const state = coded({ P: 'pending', C: 'closed' })
    type Word = z.output<typeof state>
    const word: Word = 'pending'
    // @ts-expect-error a letter is not a word
    const letter: Word = 'P'
    expect([word, letter]).toEqual(['pending', 'P'])
  })

  test('a flag is a number on the wire and a boolean inside', () => {
    expect([0, 1, 2].map((number) => z.decode(flag, number))).toEqual([false, true, true])
    expect([z.encode(flag, true), z.encode(flag, false)]).toEqual([1, 0])
  })

  test('a word of a closed set without a letter does not compile; the letter of a word outside it is refused', () => {
    const letters = { pending: 'P', closed: 'C', other: 'X' } as const
    const state = lettered(['pending', 'closed'], letters)
    // @ts-expect-error `closed` has no letter
    lettered(['pending', 'closed'], { pending: 'P' })
    expect(z.decode(state, 'C')).toBe('closed')
    expect(z.encode(state, 'pending')).toBe('P')
    expect(z.safeDecode(state, 'X' as 'P').success).toBe(false)
  })
})

const object = strictWireObject({ number: as('llnumreg', recordNumber('ticket')), title: as('llobse', text(10)) })

describe('wire objects', () => {
  test('rename both ways', () => {
    expect(z.decode(object, { llnumreg: 7, llobse: 'x' })).toEqual({ number: 7, title: 'x' })
    expect(z.encode(object, { number: 7, title: 'x' })).toEqual({ llnumreg: 7, llobse: 'x' })
  })

  test('a schema alone keeps its key on the wire, beside fields that are renamed', () => {
    const wire = strictWireObject({ number: as('llnumreg', recordNumber('ticket')), title: text(10) })
    expect(z.decode(wire, { llnumreg: 7, title: 'x' })).toEqual({ number: 7, title: 'x' })
    expect(wirePath(wire, 'title')).toBe('title')
    // @ts-expect-error a bare schema could name a record
    expect(() => wireObject({ title: z.string() })).toThrow('Not made by contract/wire.ts')
  })

  test('keep the names of the console as they are', () => {
    const wire = consoleObject({ number: recordNumber('ticket'), since: optional(instant) })
    expect(z.encode(wire, { number: 7, since: new Date(0) })).toEqual({ number: 7, since: '1970-01-01T00:00:00.000Z' })
    expect(wireNamesOf(wire, { since: 'x' })).toEqual({ since: 'x' })
    expect(wirePath(wire, 'since')).toBe('since')
  })

  test.each([
    ['an unknown key', { llnumreg: 7, llobse: 'x', more: 1 }],
    ['a readable name on the wire', { number: 7, llobse: 'x' }],
    ['a wrong type', { llnumreg: '7', llobse: 'x' }],
    ['a number that is no record', { llnumreg: 0, llobse: 'x' }],
    ['a text that is too long', { llnumreg: 7, llobse: 'x'.repeat(11) }],
    ['a text that cannot be stored', { llnumreg: 7, llobse: 'a\0b' }],
  ])('refuse %s', (_case, wire) => {
    expect(z.safeDecode(object, wire as never).success).toBe(false)
  })

  test('an inherited property is not a field', () => {
    const wire = wireObject({ title: as('constructor', text(10)) })
    expect(z.safeDecode(wire, {} as never).success).toBe(false)
  })
})

test.each(['', ' ', '1e3', '0x10', '-1', '1.5', '9'.repeat(16), '0'])('%j in an address is no record', (value) => {
  expect(z.safeDecode(inAddress(recordNumber('ticket')), value).success).toBe(false)
})

test('unreadable JSON in an address is refused, not thrown', () => {
  expect(z.safeDecode(jsonInAddress(object), '{').success).toBe(false)
  expect(z.decode(jsonInAddress(object), '{"llnumreg":7,"llobse":"x"}')).toEqual({ number: 7, title: 'x' })
})

test('instants are UTC on the wire', () => {
  expect(z.encode(instant, new Date(0))).toBe('1970-01-01T00:00:00.000Z')
  expect(z.safeDecode(instant, '1970-01-01T00:00:00').success).toBe(false)
})

test.each([
  ['0001-01-01', true],
  ['2028-02-29', true],
  ['9999-12-31', true],
  ['0000-01-01', false],
  ['0000-12-31', false],
  ['2026-02-29', false],
  ['10000-01-01', false],
])('the day %s and its instants: %s', (wire, right) => {
  expect(z.safeDecode(day, wire).success).toBe(right)
  expect(z.safeDecode(instant, `${wire}T00:00:00Z`).success).toBe(right)
})

test('a rating that was not given is -1 on the wire and nothing inside', () => {
  expect([z.encode(rating, null), z.encode(rating, 4), z.decode(rating, -1)]).toEqual([-1, 4, null])
})

describe('samples of the specification make the round trip', () => {
  const user = {
    usuario: 'lferrer',
    usuarioLlamada: 'lferrer',
    codigoCliente: 1001,
    codigoInstalacion: 'LEV-01',
    version: 'V031',
    empresa: '001',
    areas: ['RE', 'APPS'],
    mostrarOpciones: false,
    limitada: false,
    clienteData: { clapec: 'Constructora Levante, S.A.', clefemail: 'info@levante.example' },
    contacto: { csnreg: 11, cstelf: '600000000', csemai: 'lucia@levante.example', csapec: 'Lucía Ferrer' },
    programa: { pmmodulo: 'Ventas', pmprograma: 'VEN010' },
  }
  const refusal = { codigo: 'reclamado_hace_poco', mensaje: 'Ya ha reclamado', hasta: '2026-11-18T11:00:00.000Z' }
  const row = {
    llnumreg: 100_001,
    llarea: 'RE',
    llmodu: 'Ventas',
    llesta: 'C',
    estado: 'I',
    llvbcli: 'N',
    conversacionAbierta: true,
    session_id: 'c'.repeat(24),
    conversacionSinTerminar: false,
    llnivel: '3',
    llncli: 'Lucía Ferrer',
    enNombreDe: '',
    llobse: 'Título',
    fecalta: '2026-11-18T11:00:00.000Z',
    fechaestado: '2026-11-18T11:00:00.000Z',
    llfeci: null,
    pcticket: 100_001,
    pcesta: 'S',
    pcfent: null,
    ultimaInteraccion: 'tecnico',
    icono: 'incidencia',
    puedeResponder: false,
    puedeReclamar: false,
    puedeConformar: false,
    motivos: { reclamar: refusal },
    documentos: 2,
    sinLeer: 0,
  }
  const message = {
    llnumreg: 100_001,
    llpadre: null,
    llarea: 'TECNICO',
    llmodu: '',
    llesta: 'P',
    llvbcli: 'N',
    conversacionAbierta: false,
    conversacionSinTerminar: false,
    llvaloracion: -1,
    llnivel: 'N',
    llllama: 'X',
    llcont: 'Lucía Ferrer',
    enNombreDe: '',
    llobse: 'Título\n\nTexto\n\ncon un hueco',
    titulo: 'Título',
    email: 'lucia@levante.example',
    fecalta: '2026-11-18T11:00:00.000Z',
    horalta: '12:00',
    llfeci: null,
    llhhci: null,
    llvers: 'V031',
    renuinst: 'LEV-01',
    empresa: '001',
    textnew: 'S',
    esChat: 'N',
    nombreTecnico: null,
    llrelacionada: null,
  }
  test.each([
    ['user', account, user],
    ['row', ticketRow, row],
    ['message', ticketMessage, message],
  ])('%s', (_name, codec, wire) => {
    expect(z.encode(codec as z.ZodMiniType, z.decode(codec as z.ZodMiniType, wire))).toEqual(wire)
  })
})

test('paths are unique', () => {
  const paths = Object.values(api).flatMap((group) =>
    Object.values(group).map(({ method, path }) => `${method} ${path}`),
  )
  expect(new Set(paths).size).toBe(paths.length)
})
