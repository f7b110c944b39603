import { queryOptions } from '@tanstack/react-query'
import { tickets } from '#contract/tickets.ts'
import { call } from '../api.ts'
import { TICKETS } from '../tickets/ticket-queries.ts'

/** Tickets that silence will accept, or has accepted. */
export const silenceQuery = queryOptions({
  queryKey: [...TICKETS, 'silence'] as const,
  queryFn: ({ signal }) => call(tickets.silence, {}, { signal }),
  staleTime: 5_000,
})
