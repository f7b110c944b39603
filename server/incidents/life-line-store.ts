import type { TicketState } from '#domain/ticket.ts'
import type { Decision } from '#domain/valuation/valuation.ts'
import type { WorkKind } from '#domain/work.ts'
import { ticketOfMessage, visibleDevelopments, visibleIncidents, visibleTickets } from '../scope/scope.ts'
import { MOST_LISTED } from '../db/newest.ts'
import { type Transaction, isAmong, sql } from '../db/sql.ts'
import type { Caller } from '../http/caller.ts'
import { type Reach, type Work, numbersOf } from './work-store.ts'

/** The incidents and developments visible in the caller's own lists. */
export const visibleWork = (tx: Transaction, caller: Caller): Reach => ({
  incident: visibleIncidents(tx, caller),
  development: visibleDevelopments(tx, caller),
})

const MOST_AWAITED = 100

/** The work that the caller may validate now, the newest first. */
export const awaitedValidations = (tx: Transaction, caller: Caller) =>
  tx.rows<{ kind: WorkKind; number: number; title: string; version: string; on: string | null }>(sql`
    (select 'incident' as kind, i.number, i.title, i.version, i.test_installed_on as "on" from incident i
      where ${visibleIncidents(tx, caller)} and i.state = 'installed-in-test' and i.validation is null)
    union all
    (select 'development', d.number, d.title, d.version, d.test_installed_on from development d
      where ${visibleDevelopments(tx, caller)} and d.state = 'installed-in-test' and d.validation is null)
    order by number desc limit ${MOST_AWAITED}`)

export interface LineTicket {
  readonly number: number
  readonly title: string
  readonly createdAt: Date
  readonly state: TicketState
}

/** The ticket that a message's number belongs to. */
export const lineTicket = (tx: Transaction, caller: Caller, message: number) =>
  tx.maybe<LineTicket>(sql`
    select t.number, t.title, t.created_at, t.state from ticket t
    where ${visibleTickets(tx, caller)} and t.number = ${ticketOfMessage(tx, message)}`)

const MOST_TICKETS = 50

/** The tickets of these pieces of work that the caller may see, the newest first, and their total. */
export const ticketsOfWork = (tx: Transaction, caller: Caller, works: readonly Work[]) =>
  tx.rows<LineTicket & { work: number }>(sql`
    select l.work, t.number, t.title, t.created_at, t.state
    from (
      select l.client_id, l.ticket_number, l.incident_number as work from incident_ticket l
      where ${tx.own('l')} and ${isAmong(sql`l.incident_number`, numbersOf(works, 'incident'))}
      union all
      select l.client_id, l.ticket_number, l.development_number from development_ticket l
      where ${tx.own('l')} and ${isAmong(sql`l.development_number`, numbersOf(works, 'development'))}
    ) l join ticket t on t.client_id = l.client_id and t.number = l.ticket_number
    where ${visibleTickets(tx, caller)}
    order by t.number desc, l.work limit ${MOST_TICKETS}`)

export interface LineValuation {
  readonly number: number
  readonly createdOn: string
  readonly decision: Decision | null
  readonly closed: boolean
}

/** The valuations of a ticket and of these pieces of work, the oldest first; for administrators. */
export const valuationsOf = (tx: Transaction, ticket: number | null, works: readonly Work[]) =>
  tx.rows<LineValuation>(sql`
    select v.number, v.created_on, v.decision, v.closed_at is not null as closed from valuation v
    where ${tx.own('v')} and (v.ticket_number = ${ticket}
      or v.development_number = any(${numbersOf(works, 'development')}))
    order by v.created_on, v.number limit ${MOST_LISTED}`)
