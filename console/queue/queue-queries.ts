import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { technicianNames } from '#contract/console/session/technician-names.ts'
import { consoleTickets } from '#contract/console/tickets.ts'
import type { Data } from '#contract/endpoint.ts'
import { call } from '../api.ts'
import { asRead } from '#browser/query-client.ts'
import type { View } from '../paths.ts'
import { type ListSearch, type QueueFilter, questionOf } from './queue-search.ts'

export type QueueRow = Data<typeof consoleTickets.queue>['items'][number]

/** The cursor of the first part. */
const FIRST_PART = ''

/** How often a visible list is refetched for changes by time alone: a promise gets near. */
export const BY_THE_CLOCK_MS = 5 * 60_000

/** The key above all lists that an act on a ticket may change. */
export const QUEUE = ['queue'] as const

export const queueQuery = (view: View, { saved: _saved, ...list }: ListSearch) =>
  infiniteQueryOptions({
    queryKey: [...QUEUE, 'list', view, list] as const,
    queryFn: ({ pageParam, ...query }) => call(consoleTickets.queue, questionOf(view, list, pageParam), asRead(query)),
    initialPageParam: FIRST_PART,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => rowsOf(pages),
    refetchInterval: BY_THE_CLOCK_MS,
    placeholderData: keepPreviousData,
  })

export const totalsQuery = (view: View, filter: QueueFilter) =>
  queryOptions({
    queryKey: [...QUEUE, 'totals', view, filter] as const,
    queryFn: (query) => call(consoleTickets.totals, { view, ...filter }, asRead(query)),
    refetchInterval: BY_THE_CLOCK_MS,
    placeholderData: keepPreviousData,
  })

export const countsQuery = queryOptions({
  queryKey: [...QUEUE, 'counts'] as const,
  queryFn: (query) => call(consoleTickets.counts, {}, asRead(query)),
  refetchInterval: BY_THE_CLOCK_MS,
})

export const MODULES = ['modules'] as const

export const modulesQuery = queryOptions({
  queryKey: MODULES,
  queryFn: (query) => call(consoleTickets.modules, {}, asRead(query)),
  staleTime: Number.POSITIVE_INFINITY,
})

export const COLLEAGUES = ['technicians', 'names'] as const

export const colleaguesQuery = queryOptions({
  queryKey: COLLEAGUES,
  queryFn: (query) => call(technicianNames, {}, asRead(query)),
  staleTime: 5 * 60_000,
})

/** A ticket that moves while two parts are read is in both; it is shown once. */
function rowsOf(pages: readonly { readonly items: readonly QueueRow[] }[]): readonly QueueRow[] {
  const rows = new Map<number, QueueRow>()
  for (const { items } of pages) for (const row of items) if (!rows.has(row.number)) rows.set(row.number, row)
  return [...rows.values()]
}
