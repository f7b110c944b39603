import * as z from 'zod/mini'
import { as, flagInAddress, identity, inAddress, optional } from './wire.ts'

export const PAGE_SIZES = [10, 25, 50] as const
export type PageSize = (typeof PAGE_SIZES)[number]

/** The paging of every list; `sortBy` is the list's own. */
export const paging = {
  page: optional(inAddress(identity('none', z.int().check(z.minimum(1), z.maximum(1_000_000))))),
  pageSize: as(
    'itemsPerPage',
    optional(
      inAddress(identity('none', z.int().check(z.refine((value) => PAGE_SIZES.some((size) => size === value))))),
    ),
  ),
  descending: as('sortDesc', optional(flagInAddress)),
}
