import { describe, expect, test } from 'vitest'
import { listInput, listedTickets, searchOf, ticketsSearch } from './tickets-search.ts'

describe('ticketsSearch', () => {
  test('keeps what it understands', () => {
    const search = { vista: 'historico', pagina: 3, filas: 25, orden: '-alta', ticket: 100_040 }
    expect(ticketsSearch(search)).toEqual(search)
  })

  test.each([
    { vista: 'otra' },
    { pagina: 0 },
    { pagina: 1 },
    { pagina: -2 },
    { pagina: 1.5 },
    { pagina: 'dos' },
    { pagina: 1_000_001 },
    { filas: 10 },
    { filas: 11 },
    { orden: 'zzz' },
    { orden: 'toString' },
    { orden: 7 },
    { ticket: 'abc' },
    { ticket: 0 },
    { ticket: null },
    { otra: 'cosa' },
  ])('drops %o', (search) => {
    expect(ticketsSearch(search)).toEqual({})
  })

  test('names all it drops: what has no name stays in the address', () => {
    expect(Object.keys(ticketsSearch({ pagina: 0 }))).toEqual(['vista', 'pagina', 'filas', 'orden', 'ticket'])
  })
})

describe('listedTickets', () => {
  test('is the first page of what is in progress, in the usual order, unless the address says more', () => {
    expect(listedTickets({})).toEqual({ tab: 'in-progress', page: 1, pageSize: 10, order: null })
    expect(listInput(listedTickets({}))).toEqual({ tab: 'pending', page: 1, pageSize: 10 })
  })

  test.each([
    {},
    { vista: 'historico' as const },
    { pagina: 4, filas: 50 as const },
    { orden: 'descripcion' },
    { orden: '-cierre', pagina: 2 },
  ])('goes back into the address as it came: %o', (search) => {
    expect(searchOf(listedTickets(search))).toEqual(search)
  })

  test('an order reaches the service with its direction', () => {
    expect(listInput(listedTickets({ vista: 'historico', orden: '-alta' }))).toEqual({
      tab: 'closed',
      page: 1,
      pageSize: 10,
      sortBy: 'created',
      descending: 'yes',
    })
  })
})
