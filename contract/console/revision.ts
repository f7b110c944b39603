import * as z from 'zod/mini'
import { type Known, as, identity, wireObject } from '../wire.ts'

/** The last number of a column of type `integer`. */
const MOST = 2 ** 31 - 1

/** How often a record was changed: a change says which state of it was on the screen, and is refused for another. */
export const revision = as(
  'revision',
  // Nobody types it into a form: one that no record can have is no field's problem, but a bad request.
  identity('none', z.int().check(z.refine((value) => value >= 0 && value <= MOST))),
)

/** What the loser of a race is told with a 409: the record as it stands now. */
export const changedMeanwhile = <S extends Known<z.ZodMiniType>>(record: S) =>
  wireObject({ current: as('current', record) })
