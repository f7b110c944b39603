import { queryOptions } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { consoleSavedViews } from '#contract/console/queue/saved-views.ts'
import type { Data } from '#contract/endpoint.ts'
import { asRead } from '#browser/query-client.ts'
import { call } from '../api.ts'
import { VIEW_NAMES, paths } from '../paths.ts'
import { BY_THE_CLOCK_MS, QUEUE } from './queue-queries.ts'
import { queueAddress } from './queue-search.ts'

export type SavedView = Data<typeof consoleSavedViews.list>[number]

/** The queries that saving, renaming or removing a view makes stale. */
export const SAVED_VIEWS = [...QUEUE, 'saved'] as const

export const savedViewsQuery = queryOptions({
  queryKey: SAVED_VIEWS,
  queryFn: (query) => call(consoleSavedViews.list, {}, asRead(query)),
  refetchInterval: BY_THE_CLOCK_MS,
})

/** The list that a saved view shows; its address says which view it comes from. */
export const linkOfSaved = ({ id, view, filter, order }: Omit<SavedView, 'count'>): LinkProps => ({
  to: paths.queue,
  params: { vista: VIEW_NAMES[view] },
  search: queueAddress.written({ ...filter, order, saved: id }),
})
