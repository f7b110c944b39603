import { addressOf, numberInAddress, usually, wordsInAddress } from '../address.ts'
import { as, wireObject } from '#contract/wire.ts'

/** A search: its text, one kind or all, and the page. */
export const searchAddress = addressOf(
  wireObject({
    question: as('q', usually(wordsInAddress(200), '')),
    kind: as('solo', usually(wordsInAddress(20), '')),
    page: as('pagina', usually(numberInAddress('none'), 1)),
  }),
)

/** The same, in the address. */
export interface SearchAddress {
  readonly q?: unknown
  readonly solo?: unknown
  readonly pagina?: unknown
}
