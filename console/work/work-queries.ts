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

/** What narrows a list, besides its view. */
export interface WorkFilter {
  readonly text: string
  readonly client: number | undefined
}

const WORK = [...MASTERS, 'work'] as const

/** What an act on an incident, a development or a valuation makes old: tickets wait for them. */
export const AFTER_WORK = [WORK, QUEUE, TICKET] as const

/** How often it is read again while somebody looks at it: customers decide meanwhile. */
const EVERY_MS = 15_000

export const workListQuery = (
  kind: WorkKind,
  narrowed: WorkFilter & Pick<Input<typeof consoleWork.list>, 'view' | 'state'>,
) => ({
  ...listQuery(['work', 'list', kind, narrowed], (from, options) =>
    call(consoleWork.list, { kind, ...asked(narrowed), ...from }, options),
  ),
  refetchInterval: EVERY_MS,
})

export const workCountsQuery = (kind: WorkKind) =>
  queryOptions({
    queryKey: [...WORK, 'counts', kind] as const,
    queryFn: (query) => call(consoleWork.counts, { kind }, asRead(query)),
    refetchInterval: EVERY_MS,
  })

/** They change with a release. */
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
    refetchInterval: EVERY_MS,
  })

export const valuationListQuery = (narrowed: WorkFilter & Pick<Input<typeof consoleValuations.list>, 'view'>) => ({
  ...listQuery(['work', 'valuations', narrowed], (from, options) =>
    call(consoleValuations.list, { ...asked(narrowed), ...from }, options),
  ),
  refetchInterval: EVERY_MS,
})

export const valuationQuery = (number: number) =>
  queryOptions({
    queryKey: [...WORK, 'valuation', number] as const,
    queryFn: (query) => call(consoleValuations.view, { number }, asRead(query)),
    refetchInterval: EVERY_MS,
  })

/** What is empty is not asked for. */
function asked<Narrowed extends WorkFilter>({ text, client, ...rest }: Narrowed) {
  return { ...rest, ...(text !== '' && { text }), ...(client !== undefined && { client }) }
}
