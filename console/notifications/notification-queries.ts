import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { asRead } from '#browser/query-client.ts'
import { consoleNotifications } from '#contract/console/notifications.ts'
import type { Data } from '#contract/endpoint.ts'
import { call } from '../api.ts'
import { WORK_LISTS, paths } from '../paths.ts'

export type Notice = Data<typeof consoleNotifications.list>['items'][number]

/** The key above everything that is told of. */
export const NOTIFICATIONS = ['notifications'] as const
/** A stream tells at once; this is for where it is cut, and for promises that get near. */
const EVERY_MS = 5 * 60_000
const FIRST_PART = ''

export const unreadQuery = queryOptions({
  queryKey: [...NOTIFICATIONS, 'unread'] as const,
  queryFn: (query) => call(consoleNotifications.unread, {}, asRead(query)),
  refetchInterval: EVERY_MS,
  // Somebody whose console is out of sight is told all the same.
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

/** Where a notification leads. */
export const placeOf = ({ subject, number }: Pick<Notice, 'subject' | 'number'>) =>
  subject === 'ticket'
    ? { to: paths.ticket, params: { number: String(number) } }
    : { to: paths.work, params: { lista: WORK_LISTS[subject], number: String(number) } }
