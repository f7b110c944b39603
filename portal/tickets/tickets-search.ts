import type { api } from '#contract/api.ts'
import type { Input } from '#contract/endpoint.ts'
import { officeDay } from '#contract/moment.ts'
import type { PageSize } from '#contract/paging.ts'
import { filterProblems } from '#domain/ticket-filter.ts'
import type { ListedState } from '#domain/ticket.ts'
import type { Order } from '#ui/paged-table.tsx'

/** What the address of the tickets area says besides its path. A default is left out. */
export interface TicketsSearch {
  readonly vista?: 'historico' | undefined
  readonly pagina?: number | undefined
  readonly filas?: 25 | 50 | undefined
  /** A name of `SORTS`; a leading minus means descending. */
  readonly orden?: string | undefined
  /** The filter (spec §3, Filters). A state is only asked for in progress. */
  readonly numero?: number | undefined
  readonly entre?: string | undefined
  readonly hasta?: string | undefined
  readonly estado?: StateName | undefined
  readonly todas?: true | undefined
  readonly mias?: true | undefined
  /** The number of the ticket that is open over the list. */
  readonly ticket?: number | undefined
}

type ListInput = Input<typeof api.tickets.list>
export type TicketSort = NonNullable<ListInput['sortBy']>
export type TicketTab = 'in-progress' | 'history'

/** Which tickets of a tab are shown (spec §2, Filter popup); `all` and `mine` exclude each other. */
export interface ListFilter {
  readonly number: number | null
  /** `YYYY-MM-DD`, both days included. */
  readonly from: string | null
  readonly to: string | null
  readonly state: ListedState | null
  readonly all: boolean
  readonly mine: boolean
}

export const NO_FILTER: ListFilter = { number: null, from: null, to: null, state: null, all: false, mine: false }

/** What the list shows, read from the address. */
export interface ListedTickets {
  readonly tab: TicketTab
  readonly page: number
  readonly pageSize: PageSize
  /** Null: the order that the service gives by itself. */
  readonly order: Order<TicketSort> | null
  readonly filter: ListFilter
}

/** How each order is called in the address. */
const SORTS = {
  ticket: 'number',
  situacion: 'state',
  solicitante: 'raised-by',
  descripcion: 'title',
  alta: 'created',
  cambio: 'state-date-raw',
  cierre: 'closed',
} as const satisfies Record<string, TicketSort>

/** How each state is called in the address. */
const STATES = { pendiente: 'pending', cerrado: 'closed', incidencia: 'incident' } as const satisfies Record<
  string,
  ListedState
>
type StateName = keyof typeof STATES

/**
 * Keeps of an address what the tickets area understands; anything else would be refused by the service. Every name is
 * given a value, because the router leaves what is not named as it was.
 */
export function ticketsSearch(raw: Record<string, unknown>, today = officeDay(new Date())): TicketsSearch {
  const page = wholeNumber(raw['pagina'])
  const size = wholeNumber(raw['filas'])
  const order = raw['orden']
  const state = raw['estado']
  const isHistory = raw['vista'] === 'historico'
  const from = day(raw['entre'], today)
  const to = day(raw['hasta'], today)
  return {
    vista: isHistory ? 'historico' : undefined,
    pagina: page !== undefined && page > 1 && page <= MAX_PAGE ? page : undefined,
    filas: size === 25 || size === 50 ? size : undefined,
    orden: typeof order === 'string' && orderOf(order) ? order : undefined,
    numero: wholeNumber(raw['numero']),
    entre: from,
    hasta: from !== undefined && to !== undefined && to < from ? undefined : to,
    estado: !isHistory && typeof state === 'string' && isStateName(state) ? state : undefined,
    todas: raw['todas'] === true ? true : undefined,
    mias: raw['mias'] === true && raw['todas'] !== true ? true : undefined,
    ticket: wholeNumber(raw['ticket']),
  }
}

export const listedTickets = (search: TicketsSearch): ListedTickets => ({
  tab: search.vista === 'historico' ? 'history' : 'in-progress',
  page: search.pagina ?? 1,
  pageSize: search.filas ?? 10,
  order: orderOf(search.orden ?? ''),
  filter: {
    number: search.numero ?? null,
    from: search.entre ?? null,
    to: search.hasta ?? null,
    state: search.estado ? STATES[search.estado] : null,
    all: search.todas ?? false,
    mine: search.mias ?? false,
  },
})

export const isFiltered = (filter: ListFilter): boolean =>
  Object.values(filter).some((part) => part !== null && part !== false)

/** What the service is asked for. */
export const listInput = ({ tab, page, pageSize, order, filter }: ListedTickets): ListInput => ({
  tab: tab === 'history' ? 'closed' : 'pending',
  page,
  pageSize,
  ...(order && { sortBy: order.by, descending: order.descending ? ('yes' as const) : ('no' as const) }),
  ...(isFiltered(filter) && { filter }),
})

/** The address of what is listed, with no ticket open. */
export function searchOf({ tab, page, pageSize, order, filter }: ListedTickets): TicketsSearch {
  const sort = Object.entries(SORTS).find(([, by]) => by === order?.by)?.[0]
  return {
    vista: tab === 'history' ? 'historico' : undefined,
    pagina: page > 1 ? page : undefined,
    filas: pageSize === 10 ? undefined : pageSize,
    orden: order && sort ? `${order.descending ? '-' : ''}${sort}` : undefined,
    numero: filter.number ?? undefined,
    entre: filter.from ?? undefined,
    hasta: filter.to ?? undefined,
    estado:
      tab === 'history'
        ? undefined
        : Object.keys(STATES)
            .filter(isStateName)
            .find((name) => STATES[name] === filter.state),
    todas: filter.all || undefined,
    mias: filter.mine || undefined,
    ticket: undefined,
  }
}

const MAX_PAGE = 1_000_000

function orderOf(inAddress: string): Order<TicketSort> | null {
  const descending = inAddress.startsWith('-')
  const name = descending ? inAddress.slice(1) : inAddress
  return isSort(name) ? { by: SORTS[name], descending } : null
}

const isStateName = (name: string): name is StateName => Object.hasOwn(STATES, name)

/** A day that the list may be asked for. */
const day = (value: unknown, today: string): string | undefined =>
  typeof value === 'string' && isDay(value) && !filterProblems({ from: value }, today).from ? value : undefined

/** `YYYY-MM-DD`, and in the calendar. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)

const isSort = (name: string): name is keyof typeof SORTS => Object.hasOwn(SORTS, name)

function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined
}
