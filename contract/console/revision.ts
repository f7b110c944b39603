import * as z from 'zod/mini'
import { type Known, as, identity, wireObject } from '../wire.ts'

/** The last number of a column of type `integer`. */
const MOST = 2 ** 31 - 1

/** The number of a record's changes. A change names the revision that was on the screen, and is refused for another. */
export const revision = as(
  'revision',
  // Nobody types it into a form, so an impossible value is a bad request and no field's problem.
  identity('none', z.int().check(z.refine((value) => value >= 0 && value <= MOST))),
)

/** The present record, which the loser of a race gets with a 409. */
export const changedMeanwhile = <S extends Known<z.ZodMiniType>>(record: S) =>
  wireObject({ current: as('current', record) })
