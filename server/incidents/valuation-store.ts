import type { DevelopmentState } from '#domain/development.ts'
import { type ValuationLine, amountsOf } from '#domain/valuation/amounts.ts'
import type { Decision, ValuationEventKind } from '#domain/valuation/valuation.ts'
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
  readonly version: number
  readonly lines: readonly ValuationLine[]
  readonly validUntil: string | null
}

const VALUATION = sql`
  v.number, v.description, v.created_on, v.ticket_number as ticket, v.development_number as development,
  v.decision, v.decided_by, v.decided_at, v.decision_text,
  v.closed_at, v.version, v.lines, v.valid_until`

export const findValuation = (tx: Transaction, number: number) => valuationNumbered(tx, number, sql``)

/** The same, locked until the transaction ends, so that it is decided only once. */
export const lockValuation = (tx: Transaction, number: number) =>
  valuationNumbered(tx, number, sql`for no key update of v`)

const valuationNumbered = (tx: Transaction, number: number, hold: Statement) =>
  tx.maybe<Valuation>(sql`select ${VALUATION} from valuation v where ${tx.own('v')} and v.number = ${number} ${hold}`)

/** The decided valuations that Support has not closed, by number. */
export async function decidedValuations(tx: Transaction) {
  const rows = await tx.rows<{
    number: number
    description: string
    decision: Decision
    by: string
    at: Date
    lines: readonly ValuationLine[]
  }>(sql`
    select v.number, v.description, v.decision, v.decided_by as by, v.decided_at as at, v.lines from valuation v
    where ${tx.own('v')} and v.decision is not null and v.closed_at is null order by v.number limit ${MOST_LISTED}`)
  return rows.map(({ lines, ...row }) => ({ ...row, total: totalOf(lines) }))
}

/** With VAT; null for a valuation without lines. */
export const totalOf = (lines: readonly ValuationLine[]): number | null => amountsOf(lines)?.total ?? null

/**
 * The state of the development that a valuation is for. Its row is locked, so that the work does not begin while the
 * decision is undone.
 */
export async function stateOfWork(
  tx: Transaction,
  { development }: Valuation,
  hold: boolean,
): Promise<DevelopmentState | null> {
  if (development === null) return null
  const found = await tx.maybe<{ state: DevelopmentState }>(sql`
    select d.state from development d where ${tx.own('d')} and d.number = ${development} ${hold ? sql`for share of d` : sql``}`)
  return found?.state ?? null
}

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

export const undoDecision = (tx: Transaction, number: number) =>
  tx.rows(sql`
    update valuation v set decision = null, decided_by = null, decided_at = null, decision_text = ''
    where ${tx.own('v')} and v.number = ${number}`)

export interface ValuationEvent {
  readonly kind: ValuationEventKind
  readonly version: number
  readonly text: string
  readonly by: string
  readonly at: Date
  /** Only of an offer. */
  readonly description: string
  readonly lines: readonly ValuationLine[]
  readonly validUntil: string | null
}

export interface NewValuationEvent extends Pick<ValuationEvent, 'kind' | 'version' | 'by' | 'at'> {
  readonly text?: string
  /** The technician, for acts of Support. */
  readonly username?: string
  readonly offer?: Pick<ValuationEvent, 'description' | 'lines' | 'validUntil'>
}

export const addValuationEvent = (
  tx: Transaction,
  valuation: number,
  { kind, version, text = '', by, username, at, offer }: NewValuationEvent,
) =>
  tx.rows(sql`
    insert into valuation_event (client_id, valuation_number, kind, version, description, lines, valid_until, text, author,
      username, at)
    values (${tx.client}, ${valuation}, ${kind}, ${version}, ${offer?.description ?? ''},
      ${JSON.stringify(offer?.lines ?? [])}::jsonb, ${offer?.validUntil ?? null}, ${text}, ${by}, ${username ?? null}, ${at})`)

/** The newest events of a valuation, the oldest first. */
export async function valuationEvents(tx: Transaction, valuation: number): Promise<ValuationEvent[]> {
  const newest = await tx.rows<ValuationEvent>(sql`
    select h.kind, h.version, h.text, h.author as by, h.at, h.description, h.lines, h.valid_until from valuation_event h
    where ${tx.own('h')} and h.valuation_number = ${valuation} order by h.event_id desc limit ${MOST_LISTED}`)
  return newest.toReversed()
}

/** Records that a ticket asks about a valuation. */
export const markQuestion = (tx: Transaction, ticket: number, valuation: number) =>
  tx.rows(sql`
    update ticket t set valuation_number = ${valuation} where ${tx.own('t')} and t.number = ${ticket}`)

/** The tickets about a valuation visible to the caller, the oldest first. */
export const questionsAbout = (tx: Transaction, caller: Caller, valuation: number) =>
  tx.rows<{ number: number; title: string }>(sql`
    select t.number, t.title from ticket t
    where ${visibleTickets(tx, caller)} and t.valuation_number = ${valuation} order by t.number limit ${MOST_LISTED}`)

export const clientName = async (tx: Transaction): Promise<string> =>
  (await tx.row<{ name: string }>(sql`select c.name from client c where ${tx.own('c')}`)).name

/** Whether the caller may see a ticket. */
export const seesTicket = async (tx: Transaction, caller: Caller, number: number): Promise<boolean> =>
  (await tx.maybe(sql`select from ticket t where ${visibleTickets(tx, caller)} and t.number = ${number}`)) !== undefined
