import type { Validation, WORK_EVENTS, WorkKind, WorkProgress } from '#domain/work.ts'
import { MOST_LISTED } from '../db/newest.ts'
import { type Statement, type Transaction, sql } from '../db/sql.ts'

// Incidents and developments as the provider's work, as both sides read and write them within one client.

export interface Work extends WorkProgress {
  readonly kind: WorkKind
  readonly number: number
  readonly installation: string
  readonly title: string
  readonly budget: string
  readonly version: string
  readonly department: string
  readonly sprint: string
  readonly requestedOn: string | null
  readonly createdAt: Date
  readonly stateAt: Date
}

const INCIDENT = sql`
  'incident' as kind, i.number, i.installation_code as installation, i.title, '' as budget, i.version, i.department,
  i.sprint, null as requested_on, i.created_at, i.state_at, i.state, i.situation,
  i.planned_delivery, i.planned_test, i.planned_production,
  i.delivered_on, i.test_installed_on,
  i.production_installed_on, i.validation`

const DEVELOPMENT = sql`
  'development' as kind, d.number, d.installation_code as installation, d.title, d.budget, d.version, '' as department,
  '' as sprint, d.requested_on, d.created_at, coalesce(d.state_at, d.created_at) as state_at, d.state,
  null as situation, d.planned_delivery, d.planned_test,
  d.planned_production, d.delivered_on,
  d.test_installed_on, d.production_installed_on, d.validation`

/** The conditions for the incidents `i` and the developments `d` within somebody's reach. */
export type Reach = Readonly<Record<WorkKind, Statement>>

/** All of a client's: for the provider's own acts. */
export const ofClient = (tx: Transaction): Reach => ({ incident: tx.own('i'), development: tx.own('d') })

export const findWork = (tx: Transaction, number: number, reach: Reach) => workNumbered(tx, number, reach, false)

/**
 * The same, locked until the transaction ends, so that of two simultaneous acts the second sees the first. The work is
 * always locked before its tickets.
 */
export const lockWork = (tx: Transaction, number: number, reach: Reach) => workNumbered(tx, number, reach, true)

/** Both kinds take their numbers from one sequence. */
async function workNumbered(tx: Transaction, number: number, reach: Reach, hold: boolean): Promise<Work | undefined> {
  return (
    (await incidentNumbered(tx, number, reach.incident, hold)) ??
    developmentNumbered(tx, number, reach.development, hold)
  )
}

// This lock allows references to the row: joining two tickets moves their links while it holds both.
const incidentNumbered = (tx: Transaction, number: number, where: Statement, hold: boolean) =>
  tx.maybe<Work>(sql`
    select ${INCIDENT} from incident i where ${where} and i.number = ${number}
    ${hold ? sql`for no key update of i` : sql``}`)

const developmentNumbered = (tx: Transaction, number: number, where: Statement, hold: boolean) =>
  tx.maybe<Work>(sql`
    select ${DEVELOPMENT} from development d where ${where} and d.number = ${number}
    ${hold ? sql`for no key update of d` : sql``}`)

/** A ticket's incidents and developments within reach. */
export async function workOfTicket(tx: Transaction, ticket: number, reach: Reach): Promise<Work[]> {
  const incidents = await tx.rows<Work>(sql`
    select ${INCIDENT} from incident_ticket l join incident i on i.client_id = l.client_id and i.number = l.incident_number
    where ${tx.own('l')} and l.ticket_number = ${ticket} and ${reach.incident} order by i.number limit ${MOST_LISTED}`)
  const developments = await tx.rows<Work>(sql`
    select ${DEVELOPMENT} from development_ticket l
    join development d on d.client_id = l.client_id and d.number = l.development_number
    where ${tx.own('l')} and l.ticket_number = ${ticket} and ${reach.development} order by d.number limit ${MOST_LISTED}`)
  return [...incidents, ...developments]
}

/** Writes the work's current state; `at` is the time of the change, null if there was none. */
export const saveProgress = async (
  tx: Transaction,
  { kind, number }: Pick<Work, 'kind' | 'number'>,
  work: WorkProgress,
  at: Date | null,
): Promise<void> => {
  const common = sql`state = ${work.state}, planned_delivery = ${work.plannedDelivery}, planned_test = ${work.plannedTest},
    planned_production = ${work.plannedProduction}, delivered_on = ${work.deliveredOn},
    test_installed_on = ${work.testInstalledOn}, production_installed_on = ${work.productionInstalledOn},
    validation = ${work.validation}`
  await tx.rows(
    kind === 'incident'
      ? sql`update incident i set ${common}, situation = ${work.situation}, state_at = coalesce(${at}, i.state_at)
          where ${tx.own('i')} and i.number = ${number}`
      : sql`update development d set ${common}, state_at = coalesce(${at}, d.state_at)
          where ${tx.own('d')} and d.number = ${number}`,
  )
}

export interface WorkEvent {
  readonly kind: (typeof WORK_EVENTS)[number]
  /** For an installation, the state before it. */
  readonly from: string
  /** For an installation, its day. */
  readonly to: string
  readonly reason: string
  readonly author: string
  readonly at: Date
}

export const addEvent = (tx: Transaction, { kind, number }: Pick<Work, 'kind' | 'number'>, event: WorkEvent) =>
  tx.rows(sql`
    insert into work_event (client_id, incident_number, development_number, kind, from_value, to_value, reason, author, at)
    values (${tx.client}, ${kind === 'incident' ? number : null}, ${kind === 'development' ? number : null},
      ${event.kind}, ${event.from}, ${event.to}, ${event.reason}, ${event.author}, ${event.at})`)

/** The history of a piece of work, the oldest first. */
export const eventsOf = async (tx: Transaction, works: readonly Pick<Work, 'kind' | 'number'>[]) => {
  const newest = await tx.rows<WorkEvent & { work: number }>(sql`
    select coalesce(h.incident_number, h.development_number) as work, h.kind, h.from_value as "from", h.to_value as "to",
      h.reason, h.author, h.at
    from work_event h
    where ${tx.own('h')} and (h.incident_number = any(${numbersOf(works, 'incident')})
      or h.development_number = any(${numbersOf(works, 'development')}))
    order by h.event_id desc limit ${MOST_LISTED}`)
  return newest.toReversed()
}

export const numbersOf = (works: readonly Pick<Work, 'kind' | 'number'>[], kind: WorkKind): number[] =>
  works.filter((work) => work.kind === kind).map(({ number }) => number)

/** The customer's verdict on the present installation for testing. */
export const isValidation = (text: string): text is Validation => text === 'validated' || text === 'failed'
