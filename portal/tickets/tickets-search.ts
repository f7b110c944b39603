import type { incidents } from '#contract/incidents.ts'
import type { tickets } from '#contract/tickets.ts'
import type { Input } from '#contract/endpoint.ts'
import { officeDay } from '#contract/moment.ts'
import { as, coded, day, wireObject } from '#contract/wire.ts'
import { type Loose, addressOf, flagInAddress, numberInAddress, usually } from '#browser/address.ts'
import { filterProblems } from '#domain/ticket-filter.ts'
import type { Turn } from '#domain/ticket.ts'
import { type Named, type Paged, pageInput, pagingFields } from '../lists/paging-address.ts'

/** The search parameters of the tickets area. Defaults are omitted. */
export type TicketsSearch = Place & ReturnType<typeof historyAddress.written>

/** Which list: by default the tickets in progress. */
interface Place {
  readonly lista?: 'incidencias' | 'desarrollos' | undefined
  readonly vista?: 'historico' | undefined
}

/** The filter of a list (spec §2, Filter popup); `all` and `mine` exclude each other. */
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

/** A list's content, read from the address. */
export interface Listed<Sort extends string = string, State extends string = string> extends Paged<Sort> {
  readonly filter: ListFilter<State>
}

/** One of the area's lists: its name and its other fields in the address. */
export interface List<Sort extends string = string, State extends string = string> {
  readonly place: Place
  readonly address: {
    read(search: Readonly<Record<string, unknown>>): Shown<Sort, State>
    written(shown: Loose<Shown<Sort, State>>): TicketsSearch
  }
}

interface Shown<Sort extends string, State extends string> extends Paged<Sort>, ListFilter<State> {
  /** The ticket open above the list. */
  readonly ticket: number | null
  /** The incident or development open above its list. */
  readonly work: number | null
}

/** The filter (spec §3, Filters): a list's own states, and whose turn it is. */
const filterFields = <State extends string = never, Whose extends Turn = never>(
  states: Named<State> = {},
  turns: Named<Whose> = {},
) => ({
  number: as('numero', usually(numberInAddress('ticket'), null)),
  from: as('entre', usually(day, null)),
  to: as('hasta', usually(day, null)),
  state: as('estado', usually(coded(states), null)),
  turn: as('turno', usually(coded(turns), null)),
  all: as('todas', flagInAddress),
  mine: as('mias', flagInAddress),
  ticket: usually(numberInAddress('ticket'), null),
  work: as('trabajo', usually(numberInAddress('incident'), null)),
})

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
  address: addressOf(
    wireObject({
      ...pagingFields(TICKET_SORTS),
      ...filterFields<TicketFilterState, Turn>(
        { pendiente: 'pending', cerrado: 'closed', incidencia: 'incident' },
        { respuesta: 'reply', conformidad: 'conclude', soporte: 'support' },
      ),
    }),
  ),
}

const historyAddress = addressOf(wireObject({ ...pagingFields(TICKET_SORTS), ...filterFields() }))

export const HISTORY: List<TicketSort, TicketFilterState> = {
  place: { vista: 'historico' },
  address: historyAddress,
}

export const INCIDENTS: List<IncidentSort, IncidentFilterState> = {
  place: { lista: 'incidencias' },
  address: addressOf(
    wireObject({
      ...pagingFields<IncidentSort>({
        incidencia: 'number',
        ticket: 'ticket',
        situacion: 'state',
        descripcion: 'title',
        alta: 'created',
        cambio: 'state-date',
        entrega: 'planned-delivery',
      }),
      ...filterFields<IncidentFilterState>({ 'en-curso': 'in-progress', entregado: 'delivered' }),
    }),
  ),
}

export const DEVELOPMENTS: List<DevelopmentSort, DevelopmentFilterState> = {
  place: { lista: 'desarrollos' },
  address: addressOf(
    wireObject({
      ...pagingFields<DevelopmentSort>({
        wf: 'number',
        presupuesto: 'budget',
        situacion: 'state',
        descripcion: 'title',
        alta: 'created',
        entrega: 'planned-delivery',
      }),
      ...filterFields<DevelopmentFilterState>({
        pendiente: 'pending',
        resuelto: 'resolved',
        entregado: 'delivered',
        aclarado: 'clarified',
        supervisado: 'supervised',
      }),
    }),
  ),
}

/** Keeps the parameters that the tickets area understands; the server would refuse others. */
export function ticketsSearch(raw: Record<string, unknown>, today = officeDay(new Date())): TicketsSearch {
  const { place, address } = listIn(raw)
  const { from, to, all, mine, work, ...said } = address.read(raw)
  const isAskable = (day: string | null) => day !== null && !filterProblems({ from: day }, today).from
  const begin = isAskable(from) ? from : null
  const end = isAskable(to) && !(begin && to && to < begin) ? to : null
  return {
    ...placeIn(place),
    ...address.written({ ...said, from: begin, to: end, all, mine: mine && !all, work: place.lista ? work : null }),
  }
}

/** The list in an address. */
export function listIn({ lista, vista }: Record<string, unknown> | TicketsSearch): List {
  if (lista === 'incidencias') return INCIDENTS
  if (lista === 'desarrollos') return DEVELOPMENTS
  return vista === 'historico' ? HISTORY : IN_PROGRESS
}

export function listedIn<Sort extends string, State extends string>(
  search: TicketsSearch,
  { address }: List<Sort, State>,
): Listed<Sort, State> {
  const { page, pageSize, order, ticket: _ticket, work: _work, ...filter } = address.read({ ...search })
  return { page, pageSize, order, filter }
}

/** The address of a list with nothing open above it. */
export const searchOf = <Sort extends string, State extends string>(
  { place, address }: List<Sort, State>,
  { filter, ...paged }: Partial<Listed<Sort, State>> = {},
): TicketsSearch => ({ ...placeIn(place), ...address.written({ ...paged, ...filter }) })

/** Sets both names: the router keeps parameters that are not named. */
const placeIn = ({ lista, vista }: Place): Place => ({ lista, vista })

/** The tickets in progress by whose turn it is. */
export const turnSearch = (turn: Turn): TicketsSearch => searchOf(IN_PROGRESS, { filter: { ...NO_FILTER, turn } })

/** One incident in its list, at whichever of the reader's installations. */
export const incidentSearch = (number: number): TicketsSearch =>
  searchOf(INCIDENTS, { filter: { ...NO_FILTER, number, all: true } })

/** The same for a development. */
export const developmentSearch = (number: number): TicketsSearch =>
  searchOf(DEVELOPMENTS, { filter: { ...NO_FILTER, number, all: true } })

/** The input of the server's call. */
export function ticketsInput(list: List, { filter, ...paged }: Listed<TicketSort, TicketFilterState>): TicketsInput {
  const tab = list === HISTORY ? 'closed' : 'pending'
  return { tab, ...pageInput(paged), ...(isFiltered(filter) && { filter }) }
}

/** The same rows, all of them. */
export function sheetInput(list: List, listed: Listed<TicketSort, TicketFilterState>) {
  const { page: _page, pageSize: _size, ...rest } = ticketsInput(list, listed)
  return rest
}

/** Neither list has turns. */
export function incidentsInput<Sort extends string, State extends string>({ filter, ...paged }: Listed<Sort, State>) {
  const { number, from, to, state, all, mine } = filter
  return { ...pageInput(paged), ...(isFiltered(filter) && { filter: { number, from, to, state, all, mine } }) }
}
