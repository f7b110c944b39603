import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { consoleTickets } from '#contract/console/tickets.ts'
import type { Data } from '#contract/endpoint.ts'
import { call } from '../api.ts'
import { QUEUE } from '../queue/queue-queries.ts'

export type Caller = Data<typeof consoleTickets.callers>[number]
export type CallOptions = Data<typeof consoleTickets.callOptions>
export type Callback = Data<typeof consoleTickets.callbacks>['items'][number]

const FIRST_PART = ''

export const callersQuery = (text: string) =>
  queryOptions({
    queryKey: ['callers', text] as const,
    queryFn: ({ signal }) => call(consoleTickets.callers, { text }, { signal }),
    enabled: text.trim().length > 1,
    placeholderData: keepPreviousData,
  })

export const callOptionsQuery = (client: number) =>
  queryOptions({
    queryKey: ['call-options', client] as const,
    queryFn: ({ signal }) => call(consoleTickets.callOptions, { client }, { signal }),
  })

export const callbacksQuery = infiniteQueryOptions({
  queryKey: [...QUEUE, 'callbacks'] as const,
  queryFn: ({ pageParam, signal }) =>
    call(consoleTickets.callbacks, pageParam === FIRST_PART ? {} : { after: pageParam }, { signal }),
  initialPageParam: FIRST_PART,
  getNextPageParam: ({ next }) => next,
  refetchInterval: 30_000,
})
