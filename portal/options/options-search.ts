import type { incidents } from '#contract/incidents.ts'
import type { Input } from '#contract/endpoint.ts'
import {
  type Named,
  type Paged,
  type PagingSearch,
  pagedIn,
  pagingOf,
  pagingSearch,
  wholeNumber,
} from '../lists/paging-address.ts'

/** What the address of the additional options says besides its path: whether the valuations are open, where, and which one. */
export interface OptionsSearch extends PagingSearch {
  readonly vista?: 'valoraciones' | undefined
  readonly valoracion?: number | undefined
}

export type ValuationSort = NonNullable<Input<typeof incidents.valuations>['sortBy']>
export type ListedValuations = Paged<ValuationSort>

const SORTS: Named<ValuationSort> = { valoracion: 'number', descripcion: 'description', alta: 'created' }

/** The valuations' first page. */
export const VALUATIONS: OptionsSearch = { vista: 'valoraciones' }

export const areValuationsOpen = ({ vista }: OptionsSearch): boolean => vista === 'valoraciones'

export const optionsSearch = (raw: Record<string, unknown>): OptionsSearch => ({
  vista: raw['vista'] === 'valoraciones' ? 'valoraciones' : undefined,
  valoracion: wholeNumber(raw['valoracion']),
  ...pagingSearch(raw, SORTS),
})

export const listedValuations = (search: OptionsSearch): ListedValuations => pagedIn(search, SORTS)

export const searchOf = (listed: ListedValuations): OptionsSearch => ({
  ...VALUATIONS,
  ...pagingOf(listed, SORTS),
})
