import * as z from 'zod/mini'
import { as, flagInAddress, identity, inAddress, nullable, optional, text } from '../wire.ts'

export const KEYSET_LIMITS = [25, 50, 100] as const

/** How a list of the console is asked for a part: what follows a row of the part before. */
export const keyset = {
  limit: as(
    'limit',
    optional(
      inAddress(identity('none', z.int().check(z.refine((value) => KEYSET_LIMITS.some((limit) => limit === value))))),
    ),
  ),
  after: as('after', optional(text(2000))),
}

/** What the next part is asked for with; null at the end. */
export const nextPart = as('next', nullable(text(2000)))

/** What a list is searched by; accents and case do not matter. */
export const search = as('search', optional(text(100)))

/** Only the active ones, or only the others; all without it. */
export const activeInAddress = as('active', optional(flagInAddress))
