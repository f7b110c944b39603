import * as z from 'zod/mini'
import { digits, usually } from '#browser/address.ts'
import { PAGE_SIZES, type PageSize } from '#contract/paging.ts'
import { as, identity } from '#contract/wire.ts'
import type { Order } from '#ui/paged-table.tsx'

/** A list's page, and its order. */
export interface Paged<Sort extends string = string> {
  readonly page: number
  readonly pageSize: PageSize
  /** Null: the server's default order. */
  readonly order: Order<Sort> | null
}

/** The names of a list's orders, or other choices, in the address. */
export type Named<Value extends string> = Readonly<Record<string, Value>>

/** The part of a list's address that pages it. */
export const pagingFields = <Sort extends string>(sorts: Named<Sort>) => ({
  page: as('pagina', usually(digits(identity('none', z.int().check(z.minimum(2), z.maximum(1_000_000)))), 1)),
  pageSize: as('filas', usually(rows, 10)),
  order: as('orden', usually(orderIn(sorts), null)),
})

/** The page and order in the form that the server takes. */
export const pageInput = <Sort extends string>({ page, pageSize, order }: Paged<Sort>) => ({
  page,
  pageSize,
  ...(order && { sortBy: order.by, descending: order.descending ? ('yes' as const) : ('no' as const) }),
})

const rows = identity(
  'none',
  z.codec(
    z.union([z.int(), z.string()]),
    z.custom<PageSize>((size) => size !== z.NEVER),
    {
      decode: (said) => PAGE_SIZES.find((size) => size === Number(said)) ?? z.NEVER,
      encode: (size) => size,
    },
  ),
)

/** One of the list's own orders; a leading minus means descending. */
function orderIn<Sort extends string>(sorts: Named<Sort>) {
  const orderNamed = (text: string): Order<Sort> | null => {
    const descending = text.startsWith('-')
    const name = descending ? text.slice(1) : text
    const by = Object.hasOwn(sorts, name) ? sorts[name] : undefined
    return by === undefined ? null : { by, descending }
  }
  const nameOf = ({ by, descending }: Order<Sort>): string =>
    `${descending ? '-' : ''}${Object.keys(sorts).find((name) => sorts[name] === by) ?? ''}`
  return identity(
    'none',
    z.codec(z.string().check(z.refine((text) => orderNamed(text) !== null)), z.custom<Order<Sort>>(), {
      decode: (text) => orderNamed(text) ?? z.NEVER,
      encode: nameOf,
    }),
  )
}
