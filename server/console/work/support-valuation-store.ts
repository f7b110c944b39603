import type { consoleValuations } from '#contract/console/work.ts'
import type { Data } from '#contract/endpoint.ts'
import type { Decision } from '#domain/valuation/valuation.ts'
import type { ValuationLine } from '#domain/valuation/amounts.ts'
import { MOST_LISTED } from '../../db/newest.ts'
import { type Runner, type Statement, type Transaction, join, sql } from '../../db/sql.ts'
import { cursorOf, readCursor } from '../lists/cursor.ts'
import { clientsSaying, numberIn, says, wordQuery, wordsOf } from '../lists/said-words-store.ts'

// Valuations across clients. server/incidents/valuation-store.ts writes the decisions of clients.

export type ValuationView = 'undecided' | 'decided' | 'closed' | 'all'

export interface ValuationQuestion {
  readonly view: ValuationView
  readonly client?: number | undefined
  readonly number?: number | undefined
  readonly text?: string | undefined
  readonly after?: string | undefined
  readonly limit: number
}

export type ListedValuation = Omit<
  Data<typeof consoleValuations.list>['items'][number],
  'decision' | 'total' | 'expired'
> & {
  readonly decision: Decision | null
  readonly decidedBy: string | null
  readonly decidedAt: Date | null
  readonly decisionText: string
  readonly lines: readonly ValuationLine[]
}

/** One part of all clients' valuations, newest first. */
export async function listValuations(runner: Runner, question: ValuationQuestion) {
  const { view, client, number, text, after, limit } = question
  const words = text === undefined ? null : await wordsOf(runner, text)
  if (words) await runner.rows(sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`)
  const said: Statement[] = []
  for (const word of words ?? []) {
    said.push(await says(runner, sql`(v.client_id, v.number)`, saying(word), saysItself(word)))
  }
  const where = join(
    [
      VIEW[view],
      ...(client === undefined ? [] : [sql`v.client_id = ${client}`]),
      ...(number === undefined ? [] : [sql`v.number = ${number}`]),
      ...said,
      // A text without words matches nothing.
      ...(words?.length === 0 ? [sql`false`] : []),
      ...(after === undefined ? [] : [sql`v.number < ${readCursor(after, ['number'])[0]}::bigint`]),
    ],
    ' and ',
  )
  const rows = await valuations(runner, sql`${where} order by v.number desc limit ${limit + 1}`)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: rows.length > limit && last ? cursorOf([last.number]) : null }
}

/** A development's valuations, newest first. */
export const valuationsOfDevelopment = (runner: Runner, client: number, development: number) =>
  valuations(
    runner,
    sql`v.client_id = ${client} and v.development_number = ${development} order by v.number desc limit 100`,
  )

/** The valuations of a ticket and of its developments, newest first. */
export const valuationsOfTicket = (runner: Runner, client: number, ticket: number) =>
  valuations(
    runner,
    // Their numbers come from the indexes first: with an «or» all of the client's were read.
    sql`v.client_id = ${client} and v.number = any(array(
        select any_t.number from valuation any_t where any_t.client_id = ${client} and any_t.ticket_number = ${ticket}
        union
        select any_d.number from development_ticket any_l
          join valuation any_d on any_d.client_id = any_l.client_id and any_d.development_number = any_l.development_number
        where any_l.client_id = ${client} and any_l.ticket_number = ${ticket}))
      order by v.number desc limit 100`,
  )

export const valuationNumbered = async (runner: Runner, number: number): Promise<ListedValuation | undefined> =>
  (await valuations(runner, sql`v.number = ${number} order by v.client_id limit 1`))[0]

const valuations = (runner: Runner, which: Statement) =>
  runner.rows<ListedValuation>(sql`
    select v.number, v.description, v.created_on, v.ticket_number as ticket,
      v.development_number as development, v.decision, v.decided_by, v.decided_at,
      v.decision_text, v.closed_at, v.version, v.lines, v.valid_until,
      (select jsonb_build_object('code', any_c.client_id, 'name', any_c.name) from client any_c
        where any_c.client_id = v.client_id) as client,
      (select count(*) from ticket any_t
        where any_t.client_id = v.client_id and any_t.valuation_number = v.number) as questions
    from (select v.* from (select any_v.* from valuation any_v) v where ${which}) v order by v.number desc`)

const VIEW: Readonly<Record<ValuationView, Statement>> = {
  undecided: sql`v.decision is null and v.closed_at is null`,
  decided: sql`v.decision is not null and v.closed_at is null`,
  closed: sql`v.closed_at is not null`,
  all: sql`true`,
}

/** Valuations whose description, lines or client's name contains a word, or that have it as their number. */
const saying = (word: string): Statement => sql`
  select any_v.client_id, any_v.number from valuation any_v where search_words(any_v.said) @@ ${wordQuery(word)}
  union all
  select any_v.client_id, any_v.number from valuation any_v where any_v.client_id = any(${clientsSaying(word)})
  union all
  select any_v.client_id, any_v.number from valuation any_v where any_v.number = ${numberIn(word)}`

/** The same test for a single one. */
const saysItself = (word: string): Statement => sql`(
  search_words(v.said) @@ ${wordQuery(word)} or v.client_id = any(${clientsSaying(word)})
  or v.number = ${numberIn(word)})`

export interface NewValuation {
  readonly description: string
  readonly on: string
  readonly ticket: number | null
  readonly development: number | null
  readonly lines: readonly ValuationLine[]
  readonly validUntil: string | null
}

export const insertValuation = async (
  tx: Transaction,
  { description, on, ticket, development, lines, validUntil }: NewValuation,
): Promise<number> =>
  (
    await tx.row<{ number: number }>(sql`
      insert into valuation (client_id, number, description, created_on, ticket_number, development_number, lines, valid_until)
      values (${tx.client}, nextval('valuation_number'), ${description}, ${on}, ${ticket}, ${development},
        ${JSON.stringify(lines)}::jsonb, ${validUntil})
      returning number`)
  ).number

export const setBelonging = (
  tx: Transaction,
  number: number,
  { ticket, development }: Pick<NewValuation, 'ticket' | 'development'>,
) =>
  tx.rows(sql`
    update valuation v set ticket_number = ${ticket}, development_number = ${development}
    where ${tx.own('v')} and v.number = ${number}`)

/** Replaces the offer. */
export const setOffer = (
  tx: Transaction,
  number: number,
  { description, lines, validUntil }: Pick<NewValuation, 'description' | 'lines' | 'validUntil'>,
) =>
  tx.row<{ version: number }>(sql`
    update valuation v set description = ${description}, lines = ${JSON.stringify(lines)}::jsonb, valid_until = ${validUntil},
      version = v.version + 1
    where ${tx.own('v')} and v.number = ${number} returning v.version`)

export const closeValuation = (tx: Transaction, number: number, at: Date) =>
  tx.rows(sql`update valuation v set closed_at = ${at} where ${tx.own('v')} and v.number = ${number}`)

/** The tickets that ask about it, oldest first. */
export const questionTickets = (tx: Transaction, valuation: number) =>
  tx.rows<{ number: number; title: string }>(sql`
    select t.number, t.title from ticket t
    where ${tx.own('t')} and t.valuation_number = ${valuation} and t.merged_into is null order by t.number limit ${MOST_LISTED}`)
