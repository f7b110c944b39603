import { useDebouncedValue } from '@mantine/hooks'
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { consoleTickets } from '#contract/console/tickets.ts'
import type { Data } from '#contract/endpoint.ts'
import { call } from '../api.ts'
import { asRead } from '#browser/query-client.ts'
import { QUEUE } from '../queue/queue-queries.ts'

export type Caller = Data<typeof consoleTickets.callers>[number]
export type CallOptions = Data<typeof consoleTickets.callOptions>
export type Callback = Data<typeof consoleTickets.callbacks>['items'][number]

const FIRST_PART = ''
/** Sorted here: the oldest of this many first. */
const PART = 100

/** The search runs when typing pauses, because each search is recorded in the audit. */
const PAUSE_MS = 200

/** The callers that match the typed text. `settled`: they are the result for exactly this text. */
export function useCallers(typed: string) {
  const text = typed.trim()
  const [asked] = useDebouncedValue(text, PAUSE_MS)
  const { data: callers = [], isSuccess, isError, isPlaceholderData } = useQuery(callersQuery(asked))
  return { text, callers, isError, settled: asked === text && isSuccess && !isPlaceholderData }
}

const callersQuery = (text: string) =>
  queryOptions({
    queryKey: ['callers', text] as const,
    queryFn: (query) => call(consoleTickets.callers, { text }, asRead(query)),
    enabled: text.length > 1,
    placeholderData: keepPreviousData,
  })

export const callOptionsQuery = (client: number) =>
  queryOptions({
    queryKey: ['call-options', client] as const,
    queryFn: (query) => call(consoleTickets.callOptions, { client }, asRead(query)),
  })

export const callbacksQuery = infiniteQueryOptions({
  queryKey: [...QUEUE, 'callbacks'] as const,
  queryFn: ({ pageParam, ...query }) =>
    call(
      consoleTickets.callbacks,
      { limit: PART, ...(pageParam !== FIRST_PART && { after: pageParam }) },
      asRead(query),
    ),
  initialPageParam: FIRST_PART,
  getNextPageParam: ({ next }) => next,
})
