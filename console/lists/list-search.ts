import { as, optional, wireObject } from '#contract/wire.ts'
import { addressOf, wordsInAddress } from '#browser/address.ts'

/** What a list is narrowed by, as the address has it: words, and the one choice that it may offer beside them. */
export const listAddress = addressOf(
  wireObject({
    text: as('buscar', optional(wordsInAddress(100, { trimmed: true }))),
    choice: as('solo', optional(wordsInAddress(100))),
  }),
)
