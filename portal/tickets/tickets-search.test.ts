import { describe, expect, test } from 'vitest'
import {
  DEVELOPMENTS,
  HISTORY,
  INCIDENTS,
  IN_PROGRESS,
  NO_FILTER,
  type TicketsSearch,
  incidentSearch,
  incidentsInput,
  listIn,
  listedIn,
  searchOf,
  ticketsInput,
  ticketsSearch,
  turnSearch,
} from './tickets-search.ts'

const TODAY = '2026-06-30'

describe('ticketsSearch', () => {
  test('keeps known parameters', () => {
    const search = { vista: 'historico', pagina: 3, filas: 25, orden: '-alta', ticket: 100_040 }
    expect(ticketsSearch(search)).toEqual(search)
  })

  test.each([
    { numero: 100_040, entre: '2026-02-28', hasta: '2026-03-01', estado: 'incidencia', todas: true },
    { vista: 'historico', entre: '1950-01-01', hasta: '2026-06-30', mias: true },
    { entre: '2026-06-30', hasta: '2026-06-30' },
    { turno: 'respuesta' },
    { turno: 'conformidad', estado: 'cerrado' },
    { turno: 'soporte', mias: true },
    { lista: 'incidencias', numero: 200_012, estado: 'en-curso', orden: 'entrega', ticket: 100_040 },
    { lista: 'incidencias', estado: 'entregado', orden: '-ticket', pagina: 2 },
    { lista: 'desarrollos', estado: 'aclarado', orden: 'presupuesto', filas: 50 },
    { lista: 'incidencias', trabajo: 200_012 },
    { lista: 'desarrollos', pagina: 2, trabajo: 200_031 },
  ])('keeps the parameters that its list takes: %o', (search) => {
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
    [{ turno: 'otro' }, {}],
    [{ trabajo: 200_012 }, {}],
    [{ lista: 'incidencias', trabajo: 'otra' }, { lista: 'incidencias' }],
    [{ turno: 'toString' }, {}],
    [{ vista: 'historico', turno: 'respuesta' }, { vista: 'historico' }],
    [{ lista: 'incidencias', vista: 'historico', turno: 'soporte' }, { lista: 'incidencias' }],
    [{ lista: 'incidencias', estado: 'pendiente', orden: 'solicitante' }, { lista: 'incidencias' }],
    [{ lista: 'desarrollos', estado: 'en-curso', orden: 'cambio' }, { lista: 'desarrollos' }],
    [{ estado: 'entregado', orden: 'entrega' }, {}],
  ])('of %o keeps %o', (search, kept) => {
    expect(ticketsSearch(search, TODAY)).toEqual(kept)
  })

  test.each([
    { lista: 'tickets' },
    { lista: 'otra' },
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

  test('names every parameter that it drops, because the router keeps the others', () => {
    const names = ['lista', 'vista', 'pagina', 'filas', 'orden', 'numero', 'entre', 'hasta', 'estado', 'turno']
    expect(Object.keys(ticketsSearch({ pagina: 0 }))).toEqual([...names, 'todas', 'mias', 'ticket', 'trabajo'])
  })
})

describe('the content of a list', () => {
  test('is the first page of the tickets in progress, in the usual order, unless the address says more', () => {
    expect(listIn({})).toBe(IN_PROGRESS)
    expect(listIn({ vista: 'historico' })).toBe(HISTORY)
    expect(listIn({ lista: 'incidencias' })).toBe(INCIDENTS)
    expect(listIn({ lista: 'desarrollos' })).toBe(DEVELOPMENTS)
    const listed = listedIn({}, IN_PROGRESS)
    expect(listed).toEqual({ page: 1, pageSize: 10, order: null, filter: NO_FILTER })
    expect(ticketsInput(IN_PROGRESS, listed)).toEqual({ tab: 'pending', page: 1, pageSize: 10 })
    expect(incidentsInput(listedIn({}, INCIDENTS))).toEqual({ page: 1, pageSize: 10 })
  })

  test.each<TicketsSearch>([
    {},
    { vista: 'historico' },
    { pagina: 4, filas: 50 },
    { orden: 'descripcion' },
    { orden: '-cierre', pagina: 2 },
    { estado: 'cerrado', entre: '2026-01-01', todas: true },
    { vista: 'historico', numero: 100_040, hasta: '2026-01-01', mias: true },
    { turno: 'conformidad', pagina: 2 },
    { lista: 'incidencias', orden: '-cambio', estado: 'en-curso' },
    { lista: 'desarrollos', orden: 'wf', estado: 'supervisado', numero: 300_001 },
  ])('goes back into the address as it came: %o', (search) => {
    const list = listIn(search)
    expect(searchOf(list, listedIn(search, list))).toEqual(search)
  })

  test('an order reaches the service with its direction', () => {
    const listed = listedIn({ vista: 'historico', orden: '-alta' }, HISTORY)
    expect(ticketsInput(HISTORY, listed)).toEqual({
      tab: 'closed',
      page: 1,
      pageSize: 10,
      sortBy: 'created',
      descending: 'yes',
    })
    expect(incidentsInput(listedIn({ lista: 'incidencias', orden: 'entrega' }, INCIDENTS))).toMatchObject({
      sortBy: 'planned-delivery',
      descending: 'no',
    })
  })

  test('a filter reaches the service; for incidents and developments without a turn, which they do not have', () => {
    const tickets = listedIn({ estado: 'incidencia', hasta: '2026-01-01', turno: 'soporte' }, IN_PROGRESS)
    expect(ticketsInput(IN_PROGRESS, tickets).filter).toEqual({
      ...NO_FILTER,
      state: 'incident',
      to: '2026-01-01',
      turn: 'support',
    })
    const incidents = incidentsInput(listedIn({ lista: 'incidencias', estado: 'en-curso' }, INCIDENTS))
    expect(incidents.filter).toEqual({
      number: null,
      from: null,
      to: null,
      state: 'in-progress',
      all: false,
      mine: false,
    })
  })
})

test('the tickets of one turn, and a single incident, have addresses for links', () => {
  expect(turnSearch('conclude')).toEqual({ turno: 'conformidad' })
  expect(incidentSearch(200_012)).toEqual({ lista: 'incidencias', numero: 200_012, todas: true })
})
