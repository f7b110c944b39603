import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { Data } from '#contract/endpoint.ts'
import { call } from '../api.ts'
import { pageInput } from '../lists/paging-address.ts'
import type { ListedValuations } from './options-search.ts'

export type Valuation = Data<typeof api.incidents.valuations>['items'][number]

export const valuationsQuery = (listed: ListedValuations) =>
  queryOptions({
    queryKey: ['valuations', 'list', listed] as const,
    queryFn: ({ signal }) => call(api.incidents.valuations, pageInput(listed), { signal }),
    // While another page is fetched the one before stays.
    placeholderData: (previous) => previous,
  })

export const valuationTotalQuery = queryOptions({
  queryKey: ['valuations', 'total'] as const,
  queryFn: ({ signal }) => call(api.incidents.valuationTotal, {}, { signal }),
})

export const demosQuery = queryOptions({
  queryKey: ['demos'] as const,
  queryFn: ({ signal }) => call(api.session.demos, {}, { signal }),
  // There is a password in it: it goes when the screen does.
  gcTime: 0,
})
