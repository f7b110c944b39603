import type { incidents } from '#contract/incidents.ts'
import type { tickets } from '#contract/tickets.ts'
import type { Input } from '#contract/endpoint.ts'
import { officeDay } from '#contract/moment.ts'
import { as, coded, day, wireObject } from '#contract/wire.ts'
import { type Loose, addressOf, flagInAddress, numberInAddress, usually } from '#browser/address.ts'
import { filterProblems } from '#domain/ticket-filter.ts'
import type { Turn } from '#domain/ticket.ts'
import { type Named, type Paged, pageInput, pagingFields } from '../lists/paging-address.ts'

/** What the address of the tickets area says besides its path. A default is left out. */
export type TicketsSearch = Place & ReturnType<typeof historyAddress.written>

/** Which list: the tickets by default, and of these those in progress. */
interface Place {
  readonly lista?: 'incidencias' | 'desarrollos' | undefined
  readonly vista?: 'historico' | undefined
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

/** One of the area's lists: what names it in the address, and what else its address says. */
export interface List<Sort extends string = string, State extends string = string> {
  readonly place: Place
  readonly address: {
    read(search: Readonly<Record<string, unknown>>): Shown<Sort, State>
    written(shown: Loose<Shown<Sort, State>>): TicketsSearch
  }
}

interface Shown<Sort extends string, State extends string> extends Paged<Sort>, ListFilter<State> {
  /** The number of the ticket that is open over the list. */
  readonly ticket: number | null
}

/** The filter (spec §3, Filters) by a list's own states, and by whose turn it is. */
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
  ticket: as('ticket', usually(numberInAddress('ticket'), null)),
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

/** Keeps of an address what the tickets area understands; anything else would be refused by the service. */
export function ticketsSearch(raw: Record<string, unknown>, today = officeDay(new Date())): TicketsSearch {
  const { place, address } = listIn(raw)
  const { from, to, all, mine, ...said } = address.read(raw)
  const isAskable = (day: string | null) => day !== null && !filterProblems({ from: day }, today).from
  const begin = isAskable(from) ? from : null
  const end = isAskable(to) && !(begin && to && to < begin) ? to : null
  return { ...placeIn(place), ...address.written({ ...said, from: begin, to: end, all, mine: mine && !all }) }
}

/** The list that an address is of. */
export function listIn({ lista, vista }: Record<string, unknown> | TicketsSearch): List {
  if (lista === 'incidencias') return INCIDENTS
  if (lista === 'desarrollos') return DEVELOPMENTS
  return vista === 'historico' ? HISTORY : IN_PROGRESS
}

export function listedIn<Sort extends string, State extends string>(
  search: TicketsSearch,
  { address }: List<Sort, State>,
): Listed<Sort, State> {
  const { page, pageSize, order, ticket: _ticket, ...filter } = address.read({ ...search })
  return { page, pageSize, order, filter }
}

/** The address of what a list shows, with no ticket open. */
export const searchOf = <Sort extends string, State extends string>(
  { place, address }: List<Sort, State>,
  { filter, ...paged }: Partial<Listed<Sort, State>> = {},
): TicketsSearch => ({ ...placeIn(place), ...address.written({ ...paged, ...filter }) })

/** With a value for both names: the router leaves what is not named as it was. */
const placeIn = ({ lista, vista }: Place): Place => ({ lista, vista })

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
