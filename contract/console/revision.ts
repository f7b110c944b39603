import * as z from 'zod/mini'
import { type Known, consoleObject, identity } from '../wire.ts'

/** The highest value of a column of type `integer`. */
const MOST = 2 ** 31 - 1

/**
 * The number of a record's changes. A change names the revision that was on the screen, and is refused for another. Nobody types
 * it into a form: so an impossible value is a bad request, not a field's problem.
 */
export const revision = identity('none', z.int().check(z.refine((value) => value >= 0 && value <= MOST)))

/** The present record, which the loser of a race gets with a 409. */
export const changedMeanwhile = <S extends Known<z.ZodMiniType>>(record: S) => consoleObject({ current: record })
