import { describe, expect, test } from 'vitest'
import { as, coded, day, optional, wireObject } from '#contract/wire.ts'
import { addressOf, flagInAddress, numberInAddress, usually, wordsInAddress } from './address.ts'

const address = addressOf(
  wireObject({
    text: as('texto', optional(wordsInAddress(5))),
    name: as('nombre', optional(wordsInAddress(5, { trimmed: true }))),
    ticket: optional(numberInAddress('ticket')),
    from: as('desde', optional(day)),
    state: as('estado', usually(coded({ abierto: 'open', cerrado: 'closed' }), 'open')),
    all: as('todas', flagInAddress),
  }),
)

test.each([
  [{}, { state: 'open', all: false }],
  [
    { texto: ' ab ', nombre: ' ab ' },
    { text: ' ab ', name: 'ab' },
  ],
  [
    { texto: 303, nombre: 'abcdefg' },
    { text: '303', name: 'abcde' },
  ],
  [{ ticket: 7 }, { ticket: 7 }],
  [{ ticket: '0070' }, { ticket: 70 }],
  [{ desde: '2028-02-29' }, { from: '2028-02-29' }],
  [
    { estado: 'cerrado', todas: true },
    { state: 'closed', all: true },
  ],
])('%j is read as %j', (search, inside) => {
  expect(address.read(search)).toEqual({ state: 'open', all: false, ...inside })
})

test.each([
  { texto: '   ' },
  { texto: ['a'] },
  { nombre: '' },
  { ticket: 0 },
  { ticket: '-7' },
  { ticket: 1.5 },
  { ticket: '12345678901234567890' },
  { ticket: null },
  { desde: '2026-02-30' },
  { desde: 20_260_101 },
  { estado: 'toString' },
  { estado: 'open' },
  { todas: 'true' },
  { otra: 'x' },
])('an invalid value, %j, counts as absent', (search) => {
  expect(address.read(search)).toEqual(address.read({}))
  expect(address.kept(search)).toEqual({})
})

describe('an address', () => {
  test('names every parameter, so that the router keeps no old value', () => {
    expect(Object.keys(address.written({}))).toEqual(['texto', 'nombre', 'ticket', 'desde', 'estado', 'todas'])
  })

  test('leaves out defaults', () => {
    expect(address.written({ state: 'open', all: false, ticket: 7 })).toEqual({ ticket: 7 })
    expect(address.written({ state: 'closed', all: true })).toEqual({ estado: 'cerrado', todas: true })
  })

  test('changes part by part with typed text; an empty part is removed', () => {
    const search = address.written({ text: 'abc', ticket: 7, state: 'closed' })
    expect(address.changed(search, { text: '', ticket: '8' })).toEqual({ ticket: 8, estado: 'cerrado' })
    expect(address.changed(search, { ticket: 'x' })).toEqual({ texto: 'abc', estado: 'cerrado' })
  })
})
