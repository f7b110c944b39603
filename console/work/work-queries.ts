import { queryOptions } from '@tanstack/react-query'
import { consoleValuations, consoleWork } from '#contract/console/work.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { call } from '../api.ts'
import { asRead } from '#browser/query-client.ts'
import { MASTERS, listQuery } from '../lists/list-query.ts'
import { QUEUE } from '../queue/queue-queries.ts'
import { TICKET } from '../ticket/ticket-queries.ts'

export type WorkKind = Input<typeof consoleWork.counts>['kind']
export type WorkRow = Data<typeof consoleWork.list>['items'][number]
export type WorkView = Data<typeof consoleWork.view>
export type LinkedTicket = WorkView['linkedTickets'][number]
export type WorkEvent = WorkView['history'][number]
export type ValuationRow = Data<typeof consoleValuations.list>['items'][number]
export type ValuationView = Data<typeof consoleValuations.view>

/** A list's filter, apart from its view. */
export interface WorkFilter {
  readonly text: string
  readonly client: number | undefined
}

export const WORK = [...MASTERS, 'work'] as const

/** The queries that an act on work invalidates: tickets depend on it. */
export const AFTER_WORK = [WORK, QUEUE, TICKET] as const

export const workListQuery = (
  kind: WorkKind,
  narrowed: WorkFilter & Pick<Input<typeof consoleWork.list>, 'view' | 'state' | 'failedFrom' | 'failedUntil'>,
) =>
  listQuery(['work', 'list', kind, narrowed], (from, options) =>
    call(consoleWork.list, { kind, ...asked(narrowed), ...from }, options),
  )

export const workCountsQuery = (kind: WorkKind) =>
  queryOptions({
    queryKey: [...WORK, 'counts', kind] as const,
    queryFn: (query) => call(consoleWork.counts, { kind }, asRead(query)),
  })

/** The versions change with a release. */
const VERSIONS_MS = 60 * 60_000

export const versionsQuery = queryOptions({
  queryKey: [...WORK, 'versions'] as const,
  queryFn: (query) => call(consoleWork.versions, {}, asRead(query)),
  staleTime: VERSIONS_MS,
})

export const workQuery = (number: number) =>
  queryOptions({
    queryKey: [...WORK, 'one', number] as const,
    queryFn: (query) => call(consoleWork.view, { number }, asRead(query)),
  })

export const valuationListQuery = (narrowed: WorkFilter & Pick<Input<typeof consoleValuations.list>, 'view'>) =>
  listQuery(['work', 'valuations', narrowed], (from, options) =>
    call(consoleValuations.list, { ...asked(narrowed), ...from }, options),
  )

export const valuationQuery = (number: number) =>
  queryOptions({
    queryKey: [...WORK, 'valuation', number] as const,
    queryFn: (query) => call(consoleValuations.view, { number }, asRead(query)),
  })

/** Empty values are omitted. */
function asked<Narrowed extends WorkFilter>({ text, client, ...rest }: Narrowed) {
  return { ...rest, ...(text !== '' && { text }), ...(client !== undefined && { client }) }
}
