import { queryOptions } from '@tanstack/react-query'
import { incidents } from '#contract/incidents.ts'
import { session } from '#contract/session.ts'
import type { Data } from '#contract/endpoint.ts'
import { call } from '../api.ts'
import { pageInput } from '../lists/paging-address.ts'
import { TICKETS, useAct } from '../tickets/ticket-queries.ts'
import type { ListedValuations } from './options-search.ts'

export type Valuation = Data<typeof incidents.valuations>['items'][number]
export type ValuationView = Data<typeof incidents.valuation>

/** Its key stands under the tickets', because a question about a valuation is a ticket. */
const VALUATIONS = [...TICKETS, 'valuations'] as const

export const valuationsQuery = (listed: ListedValuations) =>
  queryOptions({
    queryKey: [...VALUATIONS, 'list', listed] as const,
    queryFn: ({ signal }) => call(incidents.valuations, pageInput(listed), { signal }),
    // The previous page stays while the next is being fetched.
    placeholderData: (previous) => previous,
  })

export const valuationTotalQuery = queryOptions({
  queryKey: [...VALUATIONS, 'total'] as const,
  queryFn: ({ signal }) => call(incidents.valuationTotal, {}, { signal }),
})

export const demosQuery = queryOptions({
  queryKey: ['demos'] as const,
  queryFn: ({ signal }) => call(session.demos, {}, { signal }),
  // The answer holds a password, so it is forgotten with the screen.
  gcTime: 0,
})

/** The decisions on current valuations. */
export const decisionsQuery = queryOptions({
  queryKey: [...VALUATIONS, 'decisions'] as const,
  queryFn: ({ signal }) => call(incidents.decisions, {}, { signal }),
})

export const valuationQuery = (valuation: number) =>
  queryOptions({
    queryKey: [...VALUATIONS, 'one', valuation] as const,
    queryFn: ({ signal }) => call(incidents.valuation, { valuation }, { signal }),
  })

export const useDecide = () => useAct(incidents.decide)
export const useUndoDecision = () => useAct(incidents.undoDecision)
export const useAsk = () => useAct(incidents.ask)
