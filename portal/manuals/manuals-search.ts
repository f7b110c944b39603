import { as, optional, wireObject } from '#contract/wire.ts'
import { addressOf, wordsInAddress } from '#browser/address.ts'

/** The search parameters of manuals and versions. Defaults are omitted. */
export const manualsAddress = addressOf(
  wireObject({
    /** The tab; each of the two lists has a default of its own. */
    tab: as('pestana', optional(wordsInAddress(200))),
    /** The search text, for all documents or the open one. */
    text: as('buscar', optional(wordsInAddress(200))),
  }),
)

export type ManualsSearch = ReturnType<typeof manualsAddress.kept>
