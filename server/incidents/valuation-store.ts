import type { Decision } from '#domain/valuation.ts'
import { visibleTickets } from '../scope/scope.ts'
import { MOST_LISTED } from '../db/newest.ts'
import { type Statement, type Transaction, sql } from '../db/sql.ts'
import type { Caller } from '../http/caller.ts'

export interface Valuation {
  readonly number: number
  readonly description: string
  readonly createdOn: string
  readonly ticket: number | null
  readonly development: number | null
  readonly decision: Decision | null
  readonly decidedBy: string | null
  readonly decidedAt: Date | null
  readonly decisionText: string
  readonly closedAt: Date | null
}

const VALUATION = sql`
  v.number, v.description, v.created_on, v.ticket_number as ticket, v.development_number as development,
  v.decision, v.decided_by, v.decided_at, v.decision_text,
  v.closed_at`

export const findValuation = (tx: Transaction, number: number) => valuationNumbered(tx, number, sql``)

/** The same, locked until the transaction ends: it is decided once. */
export const lockValuation = (tx: Transaction, number: number) =>
  valuationNumbered(tx, number, sql`for no key update of v`)

const valuationNumbered = (tx: Transaction, number: number, hold: Statement) =>
  tx.maybe<Valuation>(sql`select ${VALUATION} from valuation v where ${tx.own('v')} and v.number = ${number} ${hold}`)

/** The decided valuations that Support has not closed, by number. */
export const decidedValuations = (tx: Transaction) =>
  tx.rows<{ number: number; description: string; decision: Decision; by: string; at: Date }>(sql`
    select v.number, v.description, v.decision, v.decided_by as by, v.decided_at as at from valuation v
    where ${tx.own('v')} and v.decision is not null and v.closed_at is null order by v.number limit ${MOST_LISTED}`)

export interface DecisionMade {
  readonly decision: Decision
  readonly by: string
  readonly at: Date
  readonly text: string
}

export const decide = (tx: Transaction, number: number, { decision, by, at, text }: DecisionMade) =>
  tx.rows(sql`
    update valuation v set decision = ${decision}, decided_by = ${by}, decided_at = ${at}, decision_text = ${text}
    where ${tx.own('v')} and v.number = ${number}`)

/** Records that a ticket asks about a valuation. */
export const markQuestion = (tx: Transaction, ticket: number, valuation: number) =>
  tx.rows(sql`
    update ticket t set valuation_number = ${valuation} where ${tx.own('t')} and t.number = ${ticket}`)

/** The tickets about a valuation visible to the caller, the oldest first. */
export const questionsAbout = (tx: Transaction, caller: Caller, valuation: number) =>
  tx.rows<{ number: number; title: string }>(sql`
    select t.number, t.title from ticket t
    where ${visibleTickets(tx, caller)} and t.valuation_number = ${valuation} order by t.number limit ${MOST_LISTED}`)

/** Whether the caller may see a ticket. */
export const seesTicket = async (tx: Transaction, caller: Caller, number: number): Promise<boolean> =>
  (await tx.maybe(sql`select from ticket t where ${visibleTickets(tx, caller)} and t.number = ${number}`)) !== undefined
