import { queryOptions } from '@tanstack/react-query'
import { consoleTickets } from '#contract/console/tickets.ts'
import type { Data } from '#contract/endpoint.ts'
import { call } from '../api.ts'

export type TicketView = Data<typeof consoleTickets.view>
export type TimelineEntry = TicketView['timeline'][number]
export type InternalNote = TicketView['notes'][number]
export type Colleague = TicketView['ticket']['assignee']

export const TICKET = ['ticket'] as const

/** Not kept once it is left: what comes next is read with the draft that was saved meanwhile. */
export const ticketQuery = (number: number) =>
  queryOptions({
    queryKey: [...TICKET, number] as const,
    queryFn: ({ signal }) => call(consoleTickets.view, { number }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

export const CANNED_ANSWERS = ['canned-answers'] as const

export const cannedAnswersQuery = (ticket: number) =>
  queryOptions({
    queryKey: [...CANNED_ANSWERS, ticket] as const,
    queryFn: ({ signal }) => call(consoleTickets.cannedAnswers, { ticket }, { signal }),
    staleTime: 60_000,
  })
