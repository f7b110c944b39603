import { as, optional, wireObject } from '#contract/wire.ts'
import { addressOf, wordsInAddress } from '#browser/address.ts'

/** A list's filter in the address: words, and at most one choice. */
export const listAddress = addressOf(
  wireObject({
    text: as('buscar', optional(wordsInAddress(100, { trimmed: true }))),
    choice: as('solo', optional(wordsInAddress(100))),
  }),
)
