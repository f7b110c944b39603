import { expect, test } from 'vitest'
import { listedValuations, optionsSearch, searchOf } from './options-search.ts'

test('an address is read, and written again, without its defaults', () => {
  const search = optionsSearch({ vista: 'valoraciones', pagina: 3, filas: 25, orden: '-alta', other: 1 })
  expect(listedValuations(search)).toEqual({ page: 3, pageSize: 25, order: { by: 'created', descending: true } })
  expect(searchOf(listedValuations(search))).toEqual(search)
  expect(searchOf({ page: 1, pageSize: 10, order: null })).toEqual({ vista: 'valoraciones' })
})

test.each([[{ orden: 'situacion' }], [{ vista: 'otra' }]])('what the screen does not know is left out: %j', (raw) => {
  expect(Object.values(optionsSearch(raw)).filter((value) => value !== undefined)).toEqual([])
})
