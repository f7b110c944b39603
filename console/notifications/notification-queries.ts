import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { asRead } from '#browser/query-client.ts'
import { consoleNotifications } from '#contract/console/notifications.ts'
import type { Data } from '#contract/endpoint.ts'
import { call } from '../api.ts'
import { WORK_LISTS, paths } from '../paths.ts'

export type Notice = Data<typeof consoleNotifications.list>['items'][number]

/** The key above all queries of notifications. */
export const NOTIFICATIONS = ['notifications'] as const
/**
 * How often the bell is refetched. The stream reports news at once, but it may be cut, and a promise that comes near
 * causes no event.
 */
const EVERY_MS = 5 * 60_000
const FIRST_PART = ''

export const unreadQuery = queryOptions({
  queryKey: [...NOTIFICATIONS, 'unread'] as const,
  queryFn: (query) => call(consoleNotifications.unread, {}, asRead(query)),
  refetchInterval: EVERY_MS,
  // This continues while the console is out of sight.
  refetchIntervalInBackground: true,
  meta: { evenHidden: true },
})

export const notificationsQuery = infiniteQueryOptions({
  queryKey: [...NOTIFICATIONS, 'list'] as const,
  queryFn: ({ pageParam, ...query }) =>
    call(consoleNotifications.list, pageParam === FIRST_PART ? {} : { after: pageParam }, asRead(query)),
  initialPageParam: FIRST_PART,
  getNextPageParam: ({ next }) => next,
  staleTime: 0,
})

/** The link of a notification. */
export const placeOf = ({ subject, number }: Pick<Notice, 'subject' | 'number'>) =>
  subject === 'ticket'
    ? { to: paths.ticket, params: { number: String(number) } }
    : { to: paths.work, params: { lista: WORK_LISTS[subject], number: String(number) } }
