import type { incidents } from '#contract/incidents.ts'
import type { tickets } from '#contract/tickets.ts'
import type { Input } from '#contract/endpoint.ts'
import { officeDay } from '#contract/moment.ts'
import { filterProblems } from '#domain/ticket-filter.ts'
import type { Turn } from '#domain/ticket.ts'
import {
  type Named,
  type Paged,
  type PagingSearch,
  nameOf,
  pageInput,
  pagedIn,
  pagingOf,
  pagingSearch,
  valueOf,
  wholeNumber,
} from '../lists/paging-address.ts'

/** What the address of the tickets area says besides its path. A default is left out. */
export interface TicketsSearch extends PagingSearch {
  /** Which list; the tickets by default. */
  readonly lista?: 'incidencias' | 'desarrollos' | undefined
  /** Of the tickets, those in progress by default. */
  readonly vista?: 'historico' | undefined
  /** The filter (spec §3, Filters). */
  readonly numero?: number | undefined
  readonly entre?: string | undefined
  readonly hasta?: string | undefined
  /** One of the list's own states; the history is asked for none. */
  readonly estado?: string | undefined
  /** Whose turn it is; only of the tickets in progress. */
  readonly turno?: string | undefined
  readonly todas?: true | undefined
  readonly mias?: true | undefined
  /** The number of the ticket that is open over the list. */
  readonly ticket?: number | undefined
}

/** Which rows of a list are shown (spec §2, Filter popup); `all` and `mine` exclude each other. */
export interface ListFilter<State extends string = string> {
  readonly number: number | null
  /** `YYYY-MM-DD`, both days included. */
  readonly from: string | null
  readonly to: string | null
  readonly state: State | null
  readonly turn: Turn | null
  readonly all: boolean
  readonly mine: boolean
}

export const NO_FILTER: ListFilter<never> = {
  number: null,
  from: null,
  to: null,
  state: null,
  turn: null,
  all: false,
  mine: false,
}

export const isFiltered = (filter: ListFilter): boolean =>
  Object.values(filter).some((part) => part !== null && part !== false)

/** What a list shows, read from the address. */
export interface Listed<Sort extends string = string, State extends string = string> extends Paged<Sort> {
  readonly filter: ListFilter<State>
}

/** One of the area's lists: what names it in the address, and what its orders, states and turns are called there. */
export interface List<Sort extends string = string, State extends string = string> {
  readonly place: Pick<TicketsSearch, 'lista' | 'vista'>
  readonly sorts: Named<Sort>
  readonly states: Named<State>
  readonly turns: Named<Turn>
}

type TicketsInput = Input<typeof tickets.list>
type IncidentsInput = Input<typeof incidents.list>
type DevelopmentsInput = Input<typeof incidents.developments>
export type TicketSort = SortOf<TicketsInput>
export type IncidentSort = SortOf<IncidentsInput>
export type DevelopmentSort = SortOf<DevelopmentsInput>
export type TicketFilterState = StateOf<TicketsInput>
export type IncidentFilterState = StateOf<IncidentsInput>
export type DevelopmentFilterState = StateOf<DevelopmentsInput>

type SortOf<I extends { sortBy?: unknown }> = NonNullable<I['sortBy']>
type StateOf<I extends { filter?: { state?: unknown } | undefined }> = NonNullable<NonNullable<I['filter']>['state']>

const TICKET_SORTS: Named<TicketSort> = {
  ticket: 'number',
  situacion: 'state',
  solicitante: 'raised-by',
  descripcion: 'title',
  alta: 'created',
  cambio: 'state-date-raw',
  cierre: 'closed',
}

export const IN_PROGRESS: List<TicketSort, TicketFilterState> = {
  place: {},
  sorts: TICKET_SORTS,
  states: { pendiente: 'pending', cerrado: 'closed', incidencia: 'incident' },
  turns: { respuesta: 'reply', conformidad: 'conclude', soporte: 'support' },
}

export const HISTORY: List<TicketSort, TicketFilterState> = {
  place: { vista: 'historico' },
  sorts: TICKET_SORTS,
  states: {},
  turns: {},
}

export const INCIDENTS: List<IncidentSort, IncidentFilterState> = {
  place: { lista: 'incidencias' },
  sorts: {
    incidencia: 'number',
    ticket: 'ticket',
    situacion: 'state',
    descripcion: 'title',
    alta: 'created',
    cambio: 'state-date',
    entrega: 'planned-delivery',
  },
  states: { 'en-curso': 'in-progress', entregado: 'delivered' },
  turns: {},
}

export const DEVELOPMENTS: List<DevelopmentSort, DevelopmentFilterState> = {
  place: { lista: 'desarrollos' },
  sorts: {
    wf: 'number',
    presupuesto: 'budget',
    situacion: 'state',
    descripcion: 'title',
    alta: 'created',
    entrega: 'planned-delivery',
  },
  states: {
    pendiente: 'pending',
    resuelto: 'resolved',
    entregado: 'delivered',
    aclarado: 'clarified',
    supervisado: 'supervised',
  },
  turns: {},
}

/**
 * Keeps of an address what the tickets area understands; anything else would be refused by the service. Every name is
 * given a value, because the router leaves what is not named as it was.
 */
export function ticketsSearch(raw: Record<string, unknown>, today?: string): TicketsSearch {
  const list = listIn(raw)
  const from = day(raw['entre'], today)
  const to = day(raw['hasta'], today)
  return {
    lista: list.place.lista,
    vista: list.place.vista,
    ...pagingSearch(raw, list.sorts),
    numero: wholeNumber(raw['numero']),
    entre: from,
    hasta: from !== undefined && to !== undefined && to < from ? undefined : to,
    estado: known(raw['estado'], list.states),
    turno: known(raw['turno'], list.turns),
    todas: raw['todas'] === true ? true : undefined,
    mias: raw['mias'] === true && raw['todas'] !== true ? true : undefined,
    ticket: wholeNumber(raw['ticket']),
  }
}

/** The list that an address is of. */
export function listIn({ lista, vista }: Record<string, unknown> | TicketsSearch) {
  if (lista === 'incidencias') return INCIDENTS
  if (lista === 'desarrollos') return DEVELOPMENTS
  return vista === 'historico' ? HISTORY : IN_PROGRESS
}

export const listedIn = <Sort extends string, State extends string>(
  search: TicketsSearch,
  { sorts, states, turns }: List<Sort, State>,
): Listed<Sort, State> => ({
  ...pagedIn(search, sorts),
  filter: {
    number: search.numero ?? null,
    from: search.entre ?? null,
    to: search.hasta ?? null,
    state: valueOf(search.estado, states) ?? null,
    turn: valueOf(search.turno, turns) ?? null,
    all: search.todas ?? false,
    mine: search.mias ?? false,
  },
})

/** The address of what a list shows, with no ticket open. */
export function searchOf<Sort extends string>(
  { place, sorts, states, turns }: List<Sort>,
  { filter, ...paged }: Partial<Listed<Sort>> = {},
): TicketsSearch {
  const { number, from, to, state, turn, all, mine } = filter ?? NO_FILTER
  return {
    lista: place.lista,
    vista: place.vista,
    ...pagingOf({ page: 1, pageSize: 10, order: null, ...paged }, sorts),
    numero: number ?? undefined,
    entre: from ?? undefined,
    hasta: to ?? undefined,
    estado: nameOf(state, states),
    turno: nameOf(turn, turns),
    todas: all || undefined,
    mias: mine || undefined,
    ticket: undefined,
  }
}

/** The tickets in progress whose turn it is. */
export const turnSearch = (turn: Turn): TicketsSearch => searchOf(IN_PROGRESS, { filter: { ...NO_FILTER, turn } })

/** One incident in its list, whichever of the reader's installations it belongs to. */
export const incidentSearch = (number: number): TicketsSearch =>
  searchOf(INCIDENTS, { filter: { ...NO_FILTER, number, all: true } })

/** Likewise one development. */
export const developmentSearch = (number: number): TicketsSearch =>
  searchOf(DEVELOPMENTS, { filter: { ...NO_FILTER, number, all: true } })

/** What the service is asked for. */
export function ticketsInput(list: List, { filter, ...paged }: Listed<TicketSort, TicketFilterState>): TicketsInput {
  const tab = list === HISTORY ? 'closed' : 'pending'
  return { tab, ...pageInput(paged), ...(isFiltered(filter) && { filter }) }
}

/** Neither list knows a turn. */
export function incidentsInput<Sort extends string, State extends string>({ filter, ...paged }: Listed<Sort, State>) {
  const { number, from, to, state, all, mine } = filter
  return { ...pageInput(paged), ...(isFiltered(filter) && { filter: { number, from, to, state, all, mine } }) }
}

const known = (name: unknown, values: Named<string>): string | undefined =>
  typeof name === 'string' && valueOf(name, values) ? name : undefined

/** A day that the list may be asked for. */
function day(value: unknown, today: string | undefined): string | undefined {
  if (typeof value !== 'string' || !isDay(value)) return undefined
  return filterProblems({ from: value }, today ?? officeDay(new Date())).from ? undefined : value
}

/** `YYYY-MM-DD`, and in the calendar. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
