import * as z from 'zod/mini'
import { flagInAddress, identity, inAddress, nullable, optional, text } from '../wire.ts'

export const KEYSET_LIMITS = [25, 50, 100] as const

/** Requests the part of a list after a given row. */
export const keyset = {
  limit: optional(
    inAddress(identity('none', z.int().check(z.refine((value) => KEYSET_LIMITS.some((limit) => limit === value))))),
  ),
  after: optional(text(2000)),
}

/** The cursor of the next part; null at the end. */
export const nextPart = nullable(text(2000))

/** A list's search; accents and case do not matter. */
export const search = optional(text(100))

/** Only active rows, or only inactive ones; without it, all. */
export const activeInAddress = optional(flagInAddress)
