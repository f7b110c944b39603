import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './plain-search.ts'

test.each([
  [{ urgencia: '6', cliente: 1001 }, '?urgencia=6&cliente=1001'],
  [{ texto: 'cierre de octubre' }, '?texto=cierre+de+octubre'],
  [{ texto: 'true', desde: '2026-11-20' }, '?texto=true&desde=2026-11-20'],
  [{ texto: undefined }, ''],
  [{}, ''],
])('%j is plain in an address', (search, address) => {
  expect(stringifySearch(search)).toBe(address)
})

test.each(['6', '00127', '1e3', 'null', '[1]', '{"a":1}', '"entre comillas"', '"', '""', '50 % & más = ¿todo?', 'ñ+ñ'])(
  'the text %s comes back as it was',
  (texto) => {
    expect(parseSearch(stringifySearch({ texto }))).toEqual({ texto })
  },
)

test('addresses from before, which had digits in quotes, are understood', () => {
  expect(parseSearch('?urgencia=%226%22&cliente=1001&texto=%222026%22')).toEqual({
    urgencia: '6',
    cliente: '1001',
    texto: '2026',
  })
})
