import { queryOptions } from '@tanstack/react-query'
import { tickets } from '#contract/tickets.ts'
import type { Data } from '#contract/endpoint.ts'
import { call } from '../api.ts'
import { TICKETS } from '../tickets/ticket-queries.ts'

export type Silence = Data<typeof tickets.silence>

/** Tickets that silence will accept, or has accepted. */
export const silenceQuery = queryOptions({
  queryKey: [...TICKETS, 'silence'] as const,
  queryFn: ({ signal }) => call(tickets.silence, {}, { signal }),
  staleTime: 5_000,
})
