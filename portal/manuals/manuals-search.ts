import { as, optional, wireObject } from '#contract/wire.ts'
import { addressOf, wordsInAddress } from '#browser/address.ts'

/** What the address of the manuals and versions says besides its path. A default is left out. */
export const manualsAddress = addressOf(
  wireObject({
    /** The tab of the list; each of the two lists has its own first one. */
    tab: as('pestana', optional(wordsInAddress(200))),
    /** What is looked for: in all that there is, or in the document that is open. */
    text: as('buscar', optional(wordsInAddress(200))),
  }),
)

export type ManualsSearch = ReturnType<typeof manualsAddress.kept>
