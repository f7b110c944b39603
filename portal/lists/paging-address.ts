import type { PageSize } from '#contract/paging.ts'
import type { Order } from '#ui/paged-table.tsx'

/** Which page of a list the address asks for, and in which order. A default is left out. */
export interface PagingSearch {
  readonly pagina?: number | undefined
  readonly filas?: 25 | 50 | undefined
  /** One of the list's own orders; a leading minus means descending. */
  readonly orden?: string | undefined
}

export interface Paged<Sort extends string = string> {
  readonly page: number
  readonly pageSize: PageSize
  /** Null: the order that the service gives by itself. */
  readonly order: Order<Sort> | null
}

/** What a list's orders are called in the address. */
export type Named<Value extends string> = Readonly<Record<string, Value>>

/** Keeps of an address what the service would take. */
export function pagingSearch(raw: Record<string, unknown>, sorts: Named<string>): PagingSearch {
  const page = wholeNumber(raw['pagina'])
  const size = wholeNumber(raw['filas'])
  const order = raw['orden']
  return {
    pagina: page !== undefined && page > 1 && page <= MAX_PAGE ? page : undefined,
    filas: size === 25 || size === 50 ? size : undefined,
    orden: typeof order === 'string' && orderOf(order, sorts) ? order : undefined,
  }
}

export const pagedIn = <Sort extends string>(search: PagingSearch, sorts: Named<Sort>): Paged<Sort> => ({
  page: search.pagina ?? 1,
  pageSize: search.filas ?? 10,
  order: orderOf(search.orden ?? '', sorts),
})

export function pagingOf<Sort extends string>(
  { page, pageSize, order }: Paged<Sort>,
  sorts: Named<Sort>,
): PagingSearch {
  const name = order && nameOf(order.by, sorts)
  return {
    pagina: page > 1 ? page : undefined,
    filas: pageSize === 10 ? undefined : pageSize,
    orden: order && name ? `${order.descending ? '-' : ''}${name}` : undefined,
  }
}

/** What the service is asked for. */
export const pageInput = <Sort extends string>({ page, pageSize, order }: Paged<Sort>) => ({
  page,
  pageSize,
  ...(order && { sortBy: order.by, descending: order.descending ? ('yes' as const) : ('no' as const) }),
})

/** What a name of the address stands for. */
export const valueOf = <Value extends string>(name: unknown, values: Named<Value>): Value | undefined =>
  typeof name === 'string' && Object.hasOwn(values, name) ? values[name] : undefined

/** What something is called in the address. */
export const nameOf = <Value extends string>(value: Value | null, values: Named<Value>): string | undefined =>
  Object.keys(values).find((name) => values[name] === value)

export function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined
}

const MAX_PAGE = 1_000_000

function orderOf<Sort extends string>(inAddress: string, sorts: Named<Sort>): Order<Sort> | null {
  const descending = inAddress.startsWith('-')
  const by = valueOf(descending ? inAddress.slice(1) : inAddress, sorts)
  return by ? { by, descending } : null
}
