import type { api } from '#contract/api.ts'
import type { Input } from '#contract/endpoint.ts'
import type { PAGE_SIZES } from '#contract/tickets.ts'
import type { Order } from '#ui/paged-table.tsx'

/** What the address of the tickets area says besides its path. A default is left out. */
export interface TicketsSearch {
  readonly vista?: 'historico' | undefined
  readonly pagina?: number | undefined
  readonly filas?: 25 | 50 | undefined
  /** A name of `SORTS`; a leading minus means descending. */
  readonly orden?: string | undefined
  /** The number of the ticket that is open over the list. */
  readonly ticket?: number | undefined
}

type ListInput = Input<typeof api.tickets.list>
export type TicketSort = NonNullable<ListInput['sortBy']>
export type TicketTab = 'in-progress' | 'history'

/** What the list shows, read from the address. */
export interface ListedTickets {
  readonly tab: TicketTab
  readonly page: number
  readonly pageSize: (typeof PAGE_SIZES)[number]
  /** Null: the order that the service gives by itself. */
  readonly order: Order<TicketSort> | null
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

/**
 * Keeps of an address what the tickets area understands; anything else would be refused by the service. Every name is
 * given a value, because the router leaves what is not named as it was.
 */
export function ticketsSearch(raw: Record<string, unknown>): TicketsSearch {
  const page = wholeNumber(raw['pagina'])
  const size = wholeNumber(raw['filas'])
  const order = raw['orden']
  return {
    vista: raw['vista'] === 'historico' ? 'historico' : undefined,
    pagina: page !== undefined && page > 1 && page <= MAX_PAGE ? page : undefined,
    filas: size === 25 || size === 50 ? size : undefined,
    orden: typeof order === 'string' && orderOf(order) ? order : undefined,
    ticket: wholeNumber(raw['ticket']),
  }
}

export const listedTickets = ({ vista, pagina, filas, orden }: TicketsSearch): ListedTickets => ({
  tab: vista === 'historico' ? 'history' : 'in-progress',
  page: pagina ?? 1,
  pageSize: filas ?? 10,
  order: orderOf(orden ?? ''),
})

/** What the service is asked for. */
export const listInput = ({ tab, page, pageSize, order }: ListedTickets): ListInput => ({
  tab: tab === 'history' ? 'closed' : 'pending',
  page,
  pageSize,
  ...(order && { sortBy: order.by, descending: order.descending ? ('yes' as const) : ('no' as const) }),
})

/** The address of what is listed, with no ticket open. */
export function searchOf({ tab, page, pageSize, order }: ListedTickets): TicketsSearch {
  const sort = Object.entries(SORTS).find(([, by]) => by === order?.by)?.[0]
  return {
    vista: tab === 'history' ? 'historico' : undefined,
    pagina: page > 1 ? page : undefined,
    filas: pageSize === 10 ? undefined : pageSize,
    orden: order && sort ? `${order.descending ? '-' : ''}${sort}` : undefined,
    ticket: undefined,
  }
}

const MAX_PAGE = 1_000_000

function orderOf(inAddress: string): Order<TicketSort> | null {
  const descending = inAddress.startsWith('-')
  const name = descending ? inAddress.slice(1) : inAddress
  return isSort(name) ? { by: SORTS[name], descending } : null
}

const isSort = (name: string): name is keyof typeof SORTS => Object.hasOwn(SORTS, name)

function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined
}
