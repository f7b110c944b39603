import { describe, expect, test } from 'vitest'
import { NO_FILTER, listInput, listedTickets, searchOf, ticketsSearch } from './tickets-search.ts'

const TODAY = '2026-06-30'

describe('ticketsSearch', () => {
  test('keeps what it understands', () => {
    const search = { vista: 'historico', pagina: 3, filas: 25, orden: '-alta', ticket: 100_040 }
    expect(ticketsSearch(search)).toEqual(search)
  })

  test.each([
    { numero: 100_040, entre: '2026-02-28', hasta: '2026-03-01', estado: 'incidencia', todas: true },
    { vista: 'historico', entre: '1950-01-01', hasta: '2026-06-30', mias: true },
    { entre: '2026-06-30', hasta: '2026-06-30' },
  ])('keeps a filter that the list may be asked for: %o', (search) => {
    expect(ticketsSearch(search, TODAY)).toEqual(search)
  })

  test.each([
    [{ numero: -1, entre: '2026-02-30', hasta: '30/06/2026', estado: 'P', todas: 'si', mias: 1 }, {}],
    [{ entre: '2026-07-01' }, {}],
    [{ hasta: '1949-12-31' }, {}],
    [{ entre: 20260101, estado: 'toString' }, {}],
    [{ entre: '2026-06-02', hasta: '2026-06-01' }, { entre: '2026-06-02' }],
    [{ todas: true, mias: true }, { todas: true }],
    [{ vista: 'historico', estado: 'pendiente' }, { vista: 'historico' }],
  ])('of a filter %o keeps %o', (search, kept) => {
    expect(ticketsSearch(search, TODAY)).toEqual(kept)
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
    const names = ['vista', 'pagina', 'filas', 'orden', 'numero', 'entre', 'hasta', 'estado', 'todas', 'mias', 'ticket']
    expect(Object.keys(ticketsSearch({ pagina: 0 }))).toEqual(names)
  })
})

describe('listedTickets', () => {
  test('is the first page of what is in progress, in the usual order, unless the address says more', () => {
    expect(listedTickets({})).toEqual({ tab: 'in-progress', page: 1, pageSize: 10, order: null, filter: NO_FILTER })
    expect(listInput(listedTickets({}))).toEqual({ tab: 'pending', page: 1, pageSize: 10 })
  })

  test.each([
    {},
    { vista: 'historico' as const },
    { pagina: 4, filas: 50 as const },
    { orden: 'descripcion' },
    { orden: '-cierre', pagina: 2 },
    { estado: 'cerrado' as const, entre: '2026-01-01', todas: true as const },
    { vista: 'historico' as const, numero: 100_040, hasta: '2026-01-01', mias: true as const },
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

  test('a filter reaches the service', () => {
    expect(listInput(listedTickets({ estado: 'incidencia', hasta: '2026-01-01' })).filter).toEqual({
      ...NO_FILTER,
      state: 'incident',
      to: '2026-01-01',
    })
  })
})
