import { type DevelopmentState, type ShownDevelopmentState, shownDevelopmentState } from '#domain/development.ts'
import { type IncidentState, type ShownIncidentState, shownIncidentState } from '#domain/incident.ts'
import { listedDevelopments, listedIncidents } from '../scope/scope.ts'
import { MOST_LISTED } from '../db/newest.ts'
import { type Statement, type Transaction, sql } from '../db/sql.ts'
import type { Caller } from '../http/caller.ts'

/** An incident or a development that came with a version of the main application. */
export interface Delivered<State> {
  readonly version: string
  readonly number: number
  readonly title: string
  readonly shownState: State
}

export interface DeliveredWork {
  readonly incidents: readonly Delivered<DeliveredState<ShownIncidentState>>[]
  readonly developments: readonly Delivered<DeliveredState<ShownDevelopmentState>>[]
}

/** The shown states that mean «delivered to the customer». */
export type DeliveredState<State extends string = string> = State & (typeof DELIVERED)[number]

const DELIVERED = ['delivered', 'installed-in-test', 'installed-in-production'] as const

const isDelivered = <State extends string>(state: State): state is DeliveredState<State> =>
  DELIVERED.some((delivered) => delivered === state)

interface Row<State> {
  readonly version: string
  readonly number: number
  readonly title: string
  readonly state: State
}

/** The incidents and developments in the caller's lists that came with some versions, by number. */
export async function workDeliveredWith(
  tx: Transaction,
  caller: Caller,
  versions: readonly string[],
): Promise<DeliveredWork> {
  if (versions.length === 0) return { incidents: [], developments: [] }
  const incidents = await tx.rows<Row<IncidentState> & { readonly situation: string | null }>(sql`
    select ${VERSION(sql`i.version`)} as version, i.number, i.title, i.state, i.situation from incident i
    where ${listedIncidents(tx, caller)} and ${VERSION(sql`i.version`)} = any(${[...versions]}) order by i.number limit ${MOST_LISTED}`)
  const developments = await tx.rows<Row<DevelopmentState>>(sql`
    select ${VERSION(sql`d.version`)} as version, d.number, d.title, d.state from development d
    where ${listedDevelopments(tx, caller)} and ${VERSION(sql`d.version`)} = any(${[...versions]}) order by d.number limit ${MOST_LISTED}`)
  return {
    incidents: incidents.flatMap((row) => delivered(row, shownIncidentState(row))),
    developments: developments.flatMap((row) => delivered(row, shownDevelopmentState(row.state))),
  }
}

/** The version whose notes cover it. A service release belongs to its version. */
const VERSION = (version: Statement) => sql`split_part(${version}, '.', 1)`

const delivered = <State extends string>(
  { version, number, title }: Row<string>,
  shownState: State,
): Delivered<DeliveredState<State>>[] => (isDelivered(shownState) ? [{ version, number, title, shownState }] : [])
