import { expect, test } from 'vitest'
import { optionsAddress, searchOf } from './options-search.ts'

test('an address is read, and written again, without its defaults', () => {
  const search = optionsAddress.kept({ vista: 'valoraciones', pagina: 3, filas: 25, orden: '-alta', other: 1 })
  const { page, pageSize, order } = optionsAddress.read(search)
  const listed = { page, pageSize, order }
  expect(listed).toEqual({ page: 3, pageSize: 25, order: { by: 'created', descending: true } })
  expect(searchOf(listed)).toEqual(search)
  expect(searchOf({ page: 1, pageSize: 10, order: null })).toEqual({ vista: 'valoraciones' })
})

test.each([[{ orden: 'situacion' }], [{ vista: 'otra' }]])('an unknown value is left out: %j', (raw) => {
  expect(Object.values(optionsAddress.kept(raw)).filter((value) => value !== undefined)).toEqual([])
})
