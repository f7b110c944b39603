import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { callbacksQuery } from '../calls/call-queries.ts'
import { clientQuery } from '../masters/client-queries.ts'
import { notificationsQuery, unreadQuery } from '../notifications/notification-queries.ts'
import { countsQuery, queueQuery } from '../queue/queue-queries.ts'
import { PRESENCE, TICKET, ticketQuery } from '../ticket/ticket-queries.ts'
import {
  valuationListQuery,
  valuationQuery,
  versionsQuery,
  workCountsQuery,
  workListQuery,
  workQuery,
} from '../work/work-queries.ts'
import { isStaleAfter } from './stale.ts'

const READ: Readonly<Record<string, readonly [{ readonly queryKey: QueryKey }, unknown?]>> = {
  queue: [queueQuery('mine', {})],
  counts: [countsQuery],
  callbacks: [callbacksQuery],
  ticket: [ticketQuery(101), { incidents: [{ number: 7 }], developments: [], valuations: [{ number: 3 }] }],
  presence: [{ queryKey: [...TICKET, 101, PRESENCE] }],
  otherTicket: [ticketQuery(200), { incidents: [], developments: [{ number: 8 }], valuations: [] }],
  workList: [workListQuery('incident', {} as never)],
  workCounts: [workCountsQuery('incident')],
  incident: [workQuery(7), { linkedTickets: [{ number: 101 }], valuations: [] }],
  development: [workQuery(8), { linkedTickets: [], valuations: [{ number: 3 }] }],
  valuations: [valuationListQuery({} as never)],
  valuation: [valuationQuery(3)],
  versions: [versionsQuery],
  client: [clientQuery(1)],
  bell: [unreadQuery],
  notices: [notificationsQuery],
}

const client = new QueryClient()
for (const [{ queryKey }, data = {}] of Object.values(READ)) client.setQueryData(queryKey, data)

const staleAfter = (news: Parameters<typeof isStaleAfter>[1]) =>
  Object.entries(READ).flatMap(([name, [{ queryKey }]]) => {
    const query = client.getQueryCache().find({ queryKey })
    return query && isStaleAfter(query, news) ? [name] : []
  })

const QUEUE = ['queue', 'counts', 'callbacks']

test.each([
  ['a reply', { kind: 'reply', ticket: 101 }, [...QUEUE, 'ticket', 'incident']],
  ['a ticket that is not open', { kind: 'claim', ticket: 999 }, QUEUE],
  ['an assignment', { kind: 'assignment', ticket: 200 }, [...QUEUE, 'otherTicket']],
  ['an internal note', { kind: 'internal-note', ticket: 101 }, ['ticket', 'incident']],
  ['who is there', { kind: 'presence', ticket: 101 }, ['queue', 'presence']],
  ['a notification', { kind: 'notification', ticket: 101 }, ['bell', 'notices']],
  ['what this technician has seen', { kind: 'seen', ticket: 101 }, [...QUEUE, 'ticket', 'incident']],
  ['two that were joined', { kind: 'merge', ticket: 200 }, [...QUEUE, 'ticket', 'otherTicket']],
  ['an incident', { kind: 'state', incident: 7 }, ['ticket', 'workList', 'workCounts', 'incident']],
  ['a development', { kind: 'opened', development: 8 }, ['otherTicket', 'workList', 'workCounts', 'development']],
  ['a valuation', { kind: 'decision', valuation: 3 }, ['ticket', 'development', 'valuations', 'valuation']],
  ['nobody knows what', { kind: 'all' }, Object.keys(READ).filter((name) => !/versions|client/.test(name))],
  ['a gap', null, Object.keys(READ).filter((name) => !/versions|client/.test(name))],
] as const)('news of %s makes stale exactly what shows it', (_, news, stale) => {
  expect(staleAfter(news).toSorted()).toEqual([...stale].toSorted())
})
