import type { HAPPENINGS, TICKET_MARKS } from '#contract/console/queue/queue-filter.ts'
import type { consoleTickets } from '#contract/console/tickets.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { OFFICE_ZONE } from '#contract/moment.ts'
import type { Days } from '#domain/figures/figure-days.ts'
import type { Standing } from '#domain/ticket.ts'
import { type Runner, type Statement, sql } from '../../db/sql.ts'
import { TALKING, TURN } from '../../tickets/ticket-list-store.ts'
import { type ListQuestion, all } from '../lists/paged-list.ts'
import { says, wordQuery, wordsOf } from '../lists/said-words-store.ts'

export type View = NonNullable<Input<typeof consoleTickets.queue>['view']>

export type QueuedTicket = Omit<Data<typeof consoleTickets.queue>['items'][number], 'turn' | 'lastEntry'> &
  Pick<Standing, 'blockingIncident' | 'lastEntryKind' | 'lastEntryAt'> & { readonly claimRank: number }

export type QueueQuestion = Omit<ListQuestion<typeof consoleTickets.queue>, 'view'> & { readonly view: View }

/** The asking technician and the moment: `mine` and `near-promise` depend on them. */
export interface Asking {
  readonly username: string
  readonly now: Date
  /** A promise due before this counts as near. */
  readonly near: Date | null
}

/** All tickets of all clients, except those joined to another. */
export const TICKETS = sql`(select any_t.* from ticket any_t where any_t.merged_into is null) t`

/** A conversation that is still open with the assistant is nobody's work. */
export const OPEN = sql`not t.accepted and not (${TALKING})`
export const OVER = sql`t.accepted`

/** All tickets but open conversations. */
export const COUNTED = sql`not (${TALKING})`

/** The tickets of a view, unless they are the open ones. */
const BASE: Partial<Record<View, Statement>> = { closed: OVER, all: COUNTED }

/** The condition of each view on those tickets. */
export const WHICH: Record<View, (asking: Asking) => Statement> = {
  open: () => sql`true`,
  mine: ({ username }) => sql`t.assignee = ${username}`,
  unassigned: () => sql`t.assignee is null`,
  'waiting-for-us': () => TURN.support,
  // These have neither claims nor due dates: the queue's index holds them side by side.
  'waiting-for-customer': () => sql`(${TURN.reply} or ${TURN.conclude}) and claim_rank(t.claims_in_a_row) = 2
    and coalesce(t.due_at, 'infinity') = 'infinity'`,
  claimed: () => sql`t.claims_in_a_row > 0`,
  'third-claim': () => sql`claim_rank(t.claims_in_a_row) = 0`,
  'near-promise': ({ near }) => sql`t.due_at <= ${near}::timestamptz`,
  closed: () => sql`true`,
  all: () => sql`true`,
}

/** The whole condition of a list. */
export async function narrowed(
  runner: Runner,
  question: Omit<QueueQuestion, 'limit'>,
  asking: Asking,
): Promise<Statement> {
  const { view, text } = question
  const words = text === undefined ? null : await wordsOf(runner, text)
  // A single plan for all words would search rare words like common ones.
  if (words) await runner.rows(sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`)
  const said: Statement[] = []
  for (const word of words ?? []) {
    said.push(await says(runner, KEY, saying(word), sql`${KEY} in (${saying(word)})`))
  }
  return all(
    BASE[view] ?? OPEN,
    WHICH[view](asking),
    ...filters(question, asking),
    ...said,
    // A text without words matches nothing.
    ...(words?.length === 0 ? [sql`false`] : []),
  )
}

/** A condition for each part of a filter, except its words. */
export function filters(question: Omit<QueueQuestion, 'limit'>, { now }: Asking): Statement[] {
  const { client, number, assignee, area, module, urgency, kind, version, from, until, waitingMinutes } = question
  const { happened, happenedFrom, happenedUntil, rating, mark } = question
  return [
    ...given(client, (code) => sql`t.client_id = ${code}`),
    ...given(
      number,
      (any) => sql`(t.client_id, t.number) in (
        select any_e.client_id, any_e.ticket_number from entry any_e where any_e.number = ${any})`,
    ),
    ...given(assignee, (username) => sql`t.assignee = ${username}`),
    ...given(area, (word) => sql`t.area = ${word}`),
    ...given(module, (code) => sql`t.module_number = ${code}`),
    ...given(urgency, (word) => sql`t.urgency = ${word}`),
    ...given(kind, (word) => sql`t.kind = ${word}`),
    ...given(version, (raisedWith) => sql`t.version = ${raisedWith}`),
    ...given(from, (day) => sql`${CREATED} >= ${midnight(sql`${day}::date`)}`),
    ...given(until, (day) => sql`${CREATED} < ${midnight(sql`${day}::date + 1`)}`),
    ...given(
      waitingMinutes,
      (minutes) => sql`t.last_entry_at <= ${now}::timestamptz - make_interval(mins => ${minutes}::int)`,
    ),
    ...given(happened, (what) => HAPPENED[what]({ from: happenedFrom ?? '', until: happenedUntil ?? '' })),
    ...given(rating, (stars) => sql`t.rating = ${stars}`),
    ...given(mark, (which) => MARKED[which](now)),
  ]
}

/** Happenings on some days, read by the indexes across clients (0167). */
const HAPPENED: Record<(typeof HAPPENINGS)[number], (days: Days) => Statement> = {
  claimed: (days) => sql`${KEY} in (${complained(sql`any_e.kind = 'claim'`, days)})`,
  returned: (days) => sql`${KEY} in (${complained(sql`any_e.kind = 'rejection'`, days)})`,
  kept: (days) =>
    sql`${KEY} in (select any_a.client_id, any_a.ticket_number from (${answered(days)}) any_a where not any_a.late)`,
  late: (days) =>
    sql`${KEY} in (select any_a.client_id, any_a.ticket_number from (${answered(days)}) any_a where any_a.late)`,
  rated: (days) => rated(days),
}

const complained = (kind: Statement, days: Days): Statement => sql`
  select any_e.client_id, any_e.ticket_number from entry any_e where ${kind} and ${within(sql`any_e.at`, days)}`

/** The tickets with a promised answer on these days, and whether one of these answers was late. */
export const answered = (days: Days): Statement => sql`
  select any_e.client_id, any_e.ticket_number, bool_or(any_e.at > any_e.promised_at) as late from entry any_e
  where any_e.promised_at is not null and ${within(sql`any_e.at`, days)} group by 1, 2`

/** A rated acceptance is the last entry of a ticket. */
export const rated = (days: Days): Statement =>
  sql`t.rating is not null and t.accepted and ${within(sql`t.last_entry_at`, days)}`

const MARKED: Record<(typeof TICKET_MARKS)[number], (now: Date) => Statement> = {
  overdue: (now) => sql`t.due_at < ${now}::timestamptz`,
  called: () => sql`t.call_minutes > 0`,
  'without-module': () => sql`t.module_number is null`,
}

/** Between the office's midnights, in the expression of the indexes across clients. */
export const within = (at: Statement, { from, until }: Days): Statement =>
  sql`(${at} at time zone 'UTC') >= ${midnight(sql`${from}::date`)} and (${at} at time zone 'UTC') < ${midnight(sql`${until}::date + 1`)}`

const given = <Value>(value: Value | undefined, condition: (value: Value) => Statement): Statement[] =>
  value === undefined ? [] : [condition(value)]

/** The creation of a ticket, in the expression of the index of all tickets. */
export const CREATED = sql`(t.created_at at time zone 'UTC')`

/** The office's midnight on a day. */
export const midnight = (day: Statement): Statement =>
  sql`((${day})::timestamp at time zone ${OFFICE_ZONE} at time zone 'UTC')`

/**
 * The tickets whose client, installation, title, timeline or notes contain a word, or that have it as their number, a message's
 * or the client's.
 */
const saying = (word: string): Statement => sql`
  select any_t.client_id, any_t.number from ticket any_t where search_words(any_t.title) @@ ${wordQuery(word)}
  union all
  select any_e.client_id, any_e.ticket_number from entry any_e where search_words(any_e.text) @@ ${wordQuery(word)}
  union all
  select any_n.client_id, any_n.ticket_number from internal_note any_n where search_words(any_n.text) @@ ${wordQuery(word)}
  union all
  select any_t.client_id, any_t.number from ticket any_t where any_t.client_id in (
    select any_c.client_id from client any_c where search_words(any_c.name) @@ ${wordQuery(word)})
  union all
  select any_t.client_id, any_t.number from installation any_i cross join lateral (
    select any_of.client_id, any_of.number from ticket any_of
    where any_of.client_id = any_i.client_id and any_of.installation_code = any_i.code offset 0) any_t
  where search_words(any_i.code) @@ ${wordQuery(word)}
  ${/^\d{1,15}$/.test(word) ? numbered(Number(word)) : sql``}`

const numbered = (number: number): Statement => sql`
  union all
  select any_e.client_id, any_e.ticket_number from entry any_e where any_e.number = ${number}
  union all
  select any_t.client_id, any_t.number from ticket any_t where any_t.client_id = ${number}`

const KEY = sql`(t.client_id, t.number)`
