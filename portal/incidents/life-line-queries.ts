import { queryOptions } from '@tanstack/react-query'
import { incidents } from '#contract/incidents.ts'
import type { Data } from '#contract/endpoint.ts'
import { call } from '../api.ts'
import { TICKETS, useAct } from '../tickets/ticket-queries.ts'

export type LifeLine = Data<typeof incidents.lifeLine>
export type LifeLineWork = LifeLine['works'][number]

/** Of a ticket, or of an incident or development. */
export const lifeLineQuery = (of: { ticket: number } | { work: number }) =>
  queryOptions({
    queryKey: [...TICKETS, 'life-line', of] as const,
    queryFn: ({ signal }) => call(incidents.lifeLine, of, { signal }),
    staleTime: 5_000,
  })

/** The work that the person may validate now. */
export const awaitedQuery = queryOptions({
  queryKey: [...TICKETS, 'awaited-validations'] as const,
  queryFn: ({ signal }) => call(incidents.awaited, {}, { signal }),
  staleTime: 5_000,
})

/** A refusal's data is read with everything else. */
export const useValidate = () => useAct(incidents.validate)
