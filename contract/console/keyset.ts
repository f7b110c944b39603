import * as z from 'zod/mini'
import { as, identity, inAddress, nullable, optional, text } from '../wire.ts'

export const KEYSET_LIMITS = [25, 50, 100] as const

/** How a list of the console is asked for a part: what follows a row of the part before. */
export const keyset = {
  limit: as(
    'limit',
    optional(
      inAddress(identity('none', z.int().check(z.refine((value) => KEYSET_LIMITS.some((limit) => limit === value))))),
    ),
  ),
  after: as('after', optional(text(300))),
}

/** What the next part is asked for with; null at the end. */
export const nextPart = as('next', nullable(text(300)))
