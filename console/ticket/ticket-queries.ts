import { type QueryClient, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { consoleTickets } from '#contract/console/tickets.ts'
import type { Data } from '#contract/endpoint.ts'
import { call } from '../api.ts'
import { asRead } from '#browser/query-client.ts'

export type TicketView = Data<typeof consoleTickets.view>
export type TimelineEntry = TicketView['timeline'][number]
export type InternalNote = TicketView['notes'][number]
export type Colleague = TicketView['ticket']['assignee']

export const TICKET = ['ticket'] as const
/** Under a ticket's key: the colleagues who have it open. */
export const PRESENCE = 'presence'

/** Not cached after leaving: the next visit must read the draft that was saved meanwhile. */
export const ticketQuery = (number: number) =>
  queryOptions({
    queryKey: [...TICKET, number] as const,
    queryFn: (query) => call(consoleTickets.view, { number }, asRead(query)),
    staleTime: 0,
    gcTime: 0,
  })

/** The entries and notes before the view's part, part by part. */
export const earlierQuery = (client: QueryClient, number: number) =>
  infiniteQueryOptions({
    queryKey: [...TICKET, number, 'earlier'] as const,
    queryFn: async ({ pageParam, signal }) => {
      const before = pageParam ?? (await client.fetchQuery({ ...ticketQuery(number), staleTime: FRESH_MS })).earlier
      return isAll(before)
        ? { timeline: [], notes: [], earlier: before }
        : call(
            consoleTickets.earlier,
            {
              ticket: number,
              entriesBefore: before.entriesBefore ?? undefined,
              notesBefore: before.notesBefore ?? undefined,
            },
            { signal },
          )
    },
    initialPageParam: null as TicketView['earlier'] | null,
    getNextPageParam: ({ earlier }) => (isAll(earlier) ? null : earlier),
    staleTime: FRESH_MS,
    gcTime: 0,
  })

const FRESH_MS = 5_000

export const isAll = ({ entriesBefore, notesBefore }: TicketView['earlier']): boolean =>
  entriesBefore === null && notesBefore === null

export const CANNED_ANSWERS = ['canned-answers'] as const

export const cannedAnswersQuery = (ticket: number) =>
  queryOptions({
    queryKey: [...CANNED_ANSWERS, ticket] as const,
    queryFn: (query) => call(consoleTickets.cannedAnswers, { ticket }, asRead(query)),
    staleTime: 60_000,
  })
