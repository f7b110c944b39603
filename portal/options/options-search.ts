import type { incidents } from '#contract/incidents.ts'
import type { Input } from '#contract/endpoint.ts'
import { as, oneOf, optional, wireObject } from '#contract/wire.ts'
import { addressOf, numberInAddress } from '#browser/address.ts'
import { type Paged, pagingFields } from '../lists/paging-address.ts'

export type ValuationSort = NonNullable<Input<typeof incidents.valuations>['sortBy']>
export type ListedValuations = Paged<ValuationSort>

/** The search parameters of the additional options: whether the valuations are open, on which page, and which one. */
export const optionsAddress = addressOf(
  wireObject({
    view: as('vista', optional(oneOf(['valoraciones']))),
    valuation: as('valoracion', optional(numberInAddress('valuation'))),
    ...pagingFields<ValuationSort>({ valoracion: 'number', descripcion: 'description', alta: 'created' }),
  }),
)

export type OptionsSearch = ReturnType<typeof optionsAddress.kept>

/** The valuations' first page. */
export const VALUATIONS: OptionsSearch = { vista: 'valoraciones' }

export const areValuationsOpen = ({ vista }: OptionsSearch): boolean => vista === 'valoraciones'

export const searchOf = (listed: ListedValuations): OptionsSearch =>
  optionsAddress.written({ view: 'valoraciones', ...listed })
