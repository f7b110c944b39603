import { type DevelopmentState, SHOWN_DEVELOPMENT_STATES, type ShownDevelopmentState } from '#domain/development.ts'
import {
  DELIVERED_SITUATION,
  type IncidentState,
  SHOWN_INCIDENT_STATES,
  type ShownIncidentState,
  WORKED_ON,
} from '#domain/incident.ts'
import type { ValuationLine } from '#domain/valuation/amounts.ts'
import type { Caller } from '../http/caller.ts'
import {
  askedForBy,
  awaitedValuations,
  listedDevelopments,
  listedIncidents,
  ofOwnTickets,
  tallyOf,
  valuationTally,
  visibleDevelopments,
  visibleIncidents,
  visibleTickets,
} from '../scope/scope.ts'
import { type Statement, type Transaction, inSpanish, join, sql, pageOf } from '../db/sql.ts'

export interface Incident {
  readonly number: number
  readonly state: IncidentState
  readonly situation: string | null
  readonly title: string
  readonly department: string
  readonly sprint: string
  readonly plannedDelivery: string | null
  readonly createdAt: Date
  readonly stateAt: Date
}

export interface ListedIncident extends Incident {
  /** The newest of its tickets visible to the caller. */
  readonly ticket: number | null
  readonly attachments: number
  /** The times of its claims, the oldest first. */
  readonly claimedAt: readonly Date[]
}

export interface Development {
  readonly number: number
  readonly budget: string
  readonly state: DevelopmentState
  readonly title: string
  readonly createdAt: Date
  readonly requestedOn: string | null
  readonly plannedDelivery: string | null
  readonly installedOn: string | null
  readonly attachments: number
}

export interface Valuation {
  readonly number: number
  readonly description: string
  readonly createdOn: string
  readonly lines: readonly ValuationLine[]
  readonly validUntil: string | null
}

/** The page of a list and its order. */
export interface Page<Sort> {
  readonly page: number
  readonly pageSize: number
  readonly sort: Sort
  readonly descending: boolean
}

export interface WorkList<Sort, State> extends Page<Sort> {
  readonly number?: number | null | undefined
  readonly from?: string | null | undefined
  readonly to?: string | null | undefined
  readonly state?: State | null | undefined
  readonly all?: boolean | null | undefined
  readonly mine?: boolean | null | undefined
  /** The time zone of the filter's days. */
  readonly zone: string
}

export type IncidentSort = 'number' | 'ticket' | 'state' | 'title' | 'created' | 'state-date' | 'planned-delivery'
export type IncidentList = WorkList<IncidentSort, Extract<ShownIncidentState, 'in-progress' | 'delivered'>>

export type DevelopmentSort = 'number' | 'budget' | 'state' | 'title' | 'created' | 'planned-delivery'
export type DevelopmentList = WorkList<
  DevelopmentSort,
  Extract<ShownDevelopmentState, 'pending' | 'resolved' | 'delivered' | 'clarified' | 'supervised'>
>

export type ValuationSort = 'number' | 'description' | 'created'

const INCIDENT = sql`
  i.number, i.state, i.situation, i.title, i.department, i.sprint, i.planned_delivery,
  i.created_at, i.state_at`

/** One page and the total number of rows. The page is cut before other tables are joined. */
export async function listIncidents(tx: Transaction, caller: Caller, list: IncidentList) {
  const where = incidentsOf(tx, caller, list)
  const order = incidentOrder(tx, caller, list)
  const items = tx.rows<ListedIncident>(sql`
    select ${INCIDENT}, ${newestTicket(tx, caller)} as ticket,
      (select count(*) from attachment a where ${tx.own('a')} and a.incident_number = i.number) as attachments,
      array(select ic.at from incident_claim ic where ${tx.own('ic')} and ic.incident_number = i.number
        order by ic.sequence) as claimed_at
    from (
      select i.* from incident i where ${where} order by ${order}
      limit ${list.pageSize} offset ${(list.page - 1) * list.pageSize}) i
    order by ${order}`)
  const tally = isWhole(list) ? tallyOf(tx, caller, 'incident') : null
  const counting = tally ? sql`select ${tally} as total` : sql`select count(*) as total from incident i where ${where}`
  const counted = tx.row<{ total: number }>(counting)
  return pageOf(items, counted)
}

/** Whether a list has all there are. */
const isWhole = ({ number, from, to, state, all, mine }: WorkList<unknown, unknown>): boolean =>
  !number && !from && !to && !state && !all && !mine

export async function listDevelopments(tx: Transaction, caller: Caller, list: DevelopmentList) {
  const where = developmentsOf(tx, caller, list)
  const order = DEVELOPMENT_ORDER[list.sort][list.descending ? 'descending' : 'ascending']
  const items = tx.rows<Development>(sql`
    select d.number, d.budget, d.state, d.title, d.created_at, d.requested_on,
      d.planned_delivery, ${INSTALLED_ON} as installed_on,
      (select count(*) from attachment a where ${tx.own('a')} and a.development_number = d.number) as attachments
    from (
      select d.* from development d where ${where} order by ${order}
      limit ${list.pageSize} offset ${(list.page - 1) * list.pageSize}) d
    order by ${order}`)
  const tally = isWhole(list) ? tallyOf(tx, caller, 'development') : null
  const counting = tally
    ? sql`select ${tally} as total`
    : sql`select count(*) as total from development d where ${where}`
  const counted = tx.row<{ total: number }>(counting)
  return pageOf(items, counted)
}

/** The day of its present state, or of its installation. */
const INSTALLED_ON = sql`
  case d.state when 'installed-in-test' then d.test_installed_on
    when 'installed-in-production' then d.production_installed_on end`

/** All the client's valuations that wait for an answer: for administrators only. */
export async function listValuations(tx: Transaction, list: Page<ValuationSort>) {
  const order = VALUATION_ORDER[list.sort][list.descending ? 'descending' : 'ascending']
  const items = tx.rows<Valuation>(sql`
    select v.number, v.description, v.created_on, v.lines, v.valid_until from valuation v
    where ${awaitedValuations(tx)}
    order by ${order} limit ${list.pageSize} offset ${(list.page - 1) * list.pageSize}`)
  return pageOf(items, countValuations(tx))
}

export const countValuations = (tx: Transaction) =>
  tx.row<{ total: number }>(sql`select ${valuationTally(tx)} as total`)

/**
 * The incident and its claims, locked until the transaction ends. The claims are read after the lock, because a
 * statement that waits for a row sees others' commits to that row alone.
 */
export async function lockIncident(tx: Transaction, caller: Caller, number: number) {
  const incident = await tx.maybe<Incident>(
    sql`select ${INCIDENT} from incident i where ${visibleIncidents(tx, caller)} and i.number = ${number} for update of i`,
  )
  if (!incident) return undefined
  const claims = await tx.rows<{ at: Date }>(sql`
    select ic.at from incident_claim ic where ${tx.own('ic')} and ic.incident_number = ${number} order by ic.sequence`)
  return { ...incident, claimedAt: claims.map(({ at }) => at) }
}

export interface NewClaim {
  readonly incident: number
  readonly sequence: number
  readonly at: Date
  readonly author: string
  readonly person: number
}

export const insertClaim = (tx: Transaction, { incident, sequence, at, author, person }: NewClaim) =>
  tx.rows(sql`
    insert into incident_claim (client_id, incident_number, sequence, at, author, person_id)
    values (${tx.client}, ${incident}, ${sequence}, ${at}, ${author}, ${person})`)

function incidentsOf(tx: Transaction, caller: Caller, list: IncidentList): Statement {
  const { number, from, to, state, all, mine, zone } = list
  return join(
    [
      all ? visibleIncidents(tx, caller) : listedIncidents(tx, caller),
      ...(mine ? [ofOwnTickets(tx, caller)] : []),
      ...(number ? [sql`i.number = ${number}`] : []),
      ...(from ? [sql`i.created_at >= (${from}::date)::timestamp at time zone ${zone}`] : []),
      ...(to ? [sql`i.created_at < (${to}::date + 1)::timestamp at time zone ${zone}`] : []),
      ...(state ? [sql`${SHOWN_INCIDENT_STATE} = ${state}`] : []),
    ],
    ' and ',
  )
}

function developmentsOf(tx: Transaction, caller: Caller, list: DevelopmentList): Statement {
  const { number, from, to, state, all, mine, zone } = list
  return join(
    [
      all ? visibleDevelopments(tx, caller) : listedDevelopments(tx, caller),
      ...(mine ? [askedForBy(caller)] : []),
      ...(number ? [sql`d.number = ${number}`] : []),
      ...(from ? [sql`d.created_at >= (${from}::date)::timestamp at time zone ${zone}`] : []),
      ...(to ? [sql`d.created_at < (${to}::date + 1)::timestamp at time zone ${zone}`] : []),
      ...(state ? [sql`${SHOWN_DEVELOPMENT_STATE} = ${state}`] : []),
    ],
    ' and ',
  )
}

const newestTicket = (tx: Transaction, caller: Caller): Statement => sql`(
  select max(l.ticket_number) from incident_ticket l
  join ticket t on t.client_id = l.client_id and t.number = l.ticket_number
  where ${tx.own('l')} and l.incident_number = i.number and ${visibleTickets(tx, caller)})`

/** `shownIncidentState` in SQL. */
const SHOWN_INCIDENT_STATE = sql`
  case when i.state <> all(${WORKED_ON}::text[]) then i.state
    when i.situation = ${DELIVERED_SITUATION} then 'delivered' else 'in-progress' end`

/** `shownDevelopmentState` in SQL. */
const SHOWN_DEVELOPMENT_STATE = sql`case d.state when 'planned' then 'pending' else d.state end`

interface Order {
  readonly ascending: Statement
  readonly descending: Statement
}

/** Missing values come last in either direction. */
const by = (key: Statement, number: Statement): Order => ({
  ascending: sql`${key} nulls last, ${number}`,
  descending: sql`${key} desc nulls last, ${number} desc`,
})

const incidentOrder = (tx: Transaction, caller: Caller, { sort, descending }: IncidentList): Statement =>
  (sort === 'ticket' ? by(newestTicket(tx, caller), sql`i.number`) : INCIDENT_ORDER[sort])[
    descending ? 'descending' : 'ascending'
  ]

const INCIDENT_ORDER: Record<Exclude<IncidentSort, 'ticket'>, Order> = {
  number: { ascending: sql`i.number`, descending: sql`i.number desc` },
  // Written as in its indexes.
  'state-date': { ascending: sql`i.state_at, i.number`, descending: sql`i.state_at desc, i.number desc` },
  created: by(sql`i.created_at`, sql`i.number`),
  title: by(inSpanish(sql`i.title`), sql`i.number`),
  state: by(sql`array_position(${SHOWN_INCIDENT_STATES}::text[], ${SHOWN_INCIDENT_STATE})`, sql`i.number`),
  'planned-delivery': by(sql`i.planned_delivery`, sql`i.number`),
}

const DEVELOPMENT_ORDER: Record<DevelopmentSort, Order> = {
  number: { ascending: sql`d.number`, descending: sql`d.number desc` },
  created: by(sql`d.created_at`, sql`d.number`),
  title: by(inSpanish(sql`d.title`), sql`d.number`),
  budget: by(sql`nullif(d.budget, '')`, sql`d.number`),
  state: by(sql`array_position(${SHOWN_DEVELOPMENT_STATES}::text[], ${SHOWN_DEVELOPMENT_STATE})`, sql`d.number`),
  'planned-delivery': by(sql`d.planned_delivery`, sql`d.number`),
}

const VALUATION_ORDER: Record<ValuationSort, Order> = {
  number: { ascending: sql`v.number`, descending: sql`v.number desc` },
  description: by(inSpanish(sql`v.description`), sql`v.number`),
  created: by(sql`v.created_on`, sql`v.number`),
}
