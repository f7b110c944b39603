import { QUEUE_SORTS, type QueueSort } from '#contract/console/queue/queue-filter.ts'
import type { consoleTickets } from '#contract/console/tickets.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { OFFICE_ZONE } from '#contract/moment.ts'
import type { Standing } from '#domain/ticket.ts'
import { type Runner, type Statement, join, sql } from '../../db/sql.ts'
import { TALKING, TURN } from '../../tickets/ticket-store.ts'
import { type Cursor, readCursor } from '../lists/cursor.ts'
import { type ListQuestion, all, partOf } from '../lists/paged-list.ts'
import { says, wordQuery, wordsOf } from '../lists/search-store.ts'
import { VIEWERS_OF } from './presence-store.ts'
import { isUnreadBy, unreadBy } from './unread-store.ts'

type View = NonNullable<Input<typeof consoleTickets.queue>['view']>

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

/** One part of a view, across clients. The part is cut first, so that the joins run for its rows alone. */
export async function listQueue(runner: Runner, question: QueueQuestion, asking: Asking) {
  const order = orderOf(question)
  const where = all(
    await narrowed(runner, question, asking),
    ...(question.after === undefined ? [] : [order.after(readCursor(question.after, order.shape))]),
  )
  const rows = await runner.rows<QueuedTicket>(sql`
    select t.number, t.title, t.installation_code as installation, t.version, t.raised_by, t.behalf, t.area, t.urgency,
      t.kind, t.state, t.accepted, t.blocking_incident, t.claims_in_a_row,
      claim_rank(t.claims_in_a_row) as claim_rank, t.last_entry_kind, t.last_entry_at,
      t.due_at, t.created_at,
      (select jsonb_build_object('code', any_c.client_id, 'name', any_c.name) from client any_c
        where any_c.client_id = t.client_id) as client,
      (select jsonb_build_object('number', m.number, 'name', m.name) from module m where m.number = t.module_number) as module,
      (select jsonb_build_object('username', w.username, 'name', w.name) from technician w
        where w.username = t.assignee) as assignee,
      (select count(*) from attachment any_a
        where any_a.client_id = t.client_id and any_a.ticket_number = t.number) as attachments,
      ${VIEWERS_OF(asking)} as viewers, ${unreadBy(asking.username)} as unread
    from (select t.* from ${TICKETS} where ${where} order by ${order.by} limit ${question.limit + 1}) t
    order by ${order.by}`)
  return partOf(rows, question.limit, order.cursor)
}

/** More tickets of a list are not counted. */
const MOST_COUNTED = 10_000

/** The figures of a whole list. */
export async function totalsOf(runner: Runner, question: Omit<QueueQuestion, 'limit'>, asking: Asking) {
  const where = await narrowed(runner, question, asking)
  const { counted, ...figures } = await runner.row<
    Record<'counted' | 'claimed' | 'overdue' | 'unassigned', number>
  >(sql`
    select count(*) as counted, count(*) filter (where t.claims_in_a_row > 0) as claimed,
      count(*) filter (where t.due_at < ${asking.now}::timestamptz) as overdue,
      count(*) filter (where t.assignee is null) as unassigned
    from (select t.claims_in_a_row, t.due_at, t.assignee from ${TICKETS} where ${where} limit ${MOST_COUNTED + 1}) t`)
  return { total: Math.min(counted, MOST_COUNTED), hasMore: counted > MOST_COUNTED, ...figures }
}

/** The size of each view's list. */
export const countQueue = (runner: Runner, asking: Asking) =>
  runner.row<Record<View | 'unread' | 'receivedMail', number>>(sql`
    select count(*) filter (where ${WHICH.mine(asking)}) as mine,
      count(*) filter (where ${WHICH.unassigned(asking)}) as unassigned,
      count(*) filter (where ${WHICH['waiting-for-us'](asking)}) as "waiting-for-us",
      count(*) filter (where ${WHICH['waiting-for-customer'](asking)}) as "waiting-for-customer",
      count(*) filter (where ${WHICH.claimed(asking)}) as claimed,
      count(*) filter (where ${WHICH['third-claim'](asking)}) as "third-claim",
      count(*) filter (where ${WHICH['near-promise'](asking)}) as "near-promise",
      count(*) as open,
      (select count(*) from ${TICKETS} where ${OVER}) as closed,
      (select count(*) from ${TICKETS} where ${OPEN} and ${WHICH.mine(asking)} and ${isUnreadBy(asking.username)}) as unread,
      (select count(*) from received_mail r where r.state = 'waiting') as received_mail
    from ${TICKETS} where ${OPEN}`)

/**
 * How many tickets each of some lists has, in one reading of the open tickets; null: the list is not counted, because it looks for
 * words or among the tickets that are over.
 */
export async function countLists(
  runner: Runner,
  lists: readonly { readonly view: View; readonly filter: Omit<QueueQuestion, 'limit' | 'view'> }[],
  asking: Asking,
): Promise<readonly (number | null)[]> {
  const isCounted = ({ view, filter }: (typeof lists)[number]) => view !== 'closed' && filter.text === undefined
  const counted = lists.filter(isCounted)
  if (counted.length === 0) return lists.map(() => null)
  const each = counted.map(
    ({ view, filter }) =>
      sql`count(*) filter (where ${all(WHICH[view](asking), ...filters({ ...filter, view }, asking))})::int`,
  )
  const { counts } = await runner.row<{ counts: number[] }>(sql`
    select array[${join(each, ', ')}] as counts from ${TICKETS} where ${OPEN}`)
  const found = counts.values()
  return lists.map((list) => (isCounted(list) ? (found.next().value ?? null) : null))
}

/** All tickets of all clients, except those joined to another. */
const TICKETS = sql`(select any_t.* from ticket any_t where any_t.merged_into is null) t`

/** A conversation that is still open with the assistant is nobody's work. */
const OPEN = sql`not t.accepted and not (${TALKING})`
const OVER = sql`t.accepted`

/** Each view's condition, on open tickets or on finished ones. */
const WHICH: Record<View, (asking: Asking) => Statement> = {
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
}

interface Order {
  readonly by: Statement
  readonly shape: Parameters<typeof readCursor>[1]
  readonly cursor: (row: QueuedTicket) => Cursor
  /** The rows after a cursor. */
  readonly after: (cursor: Cursor) => Statement
}

/** Claimed tickets first, those with a third claim in a row before all; then the earliest due date; then the longest wait. */
const CLAIMS_FIRST: Order = {
  by: sql`claim_rank(t.claims_in_a_row), coalesce(t.due_at, 'infinity'), t.last_entry_at, t.number`,
  shape: ['number', 'instant?', 'instant', 'number'],
  cursor: ({ claimRank, dueAt, lastEntryAt, number }) => [
    claimRank,
    dueAt && dueAt.toISOString(),
    lastEntryAt.toISOString(),
    number,
  ],
  after: ([rank, due, lastEntry, number]) =>
    sql`(claim_rank(t.claims_in_a_row), coalesce(t.due_at, 'infinity'), t.last_entry_at, t.number)
      > (${rank}::bigint, coalesce(${due}::timestamptz, 'infinity'), ${lastEntry}::timestamptz, ${number}::bigint)`,
}

const SOONEST: Order = {
  by: sql`t.due_at, t.number`,
  shape: ['instant', 'number'],
  cursor: ({ dueAt, number }) => [dueAt && dueAt.toISOString(), number],
  after: ([due, number]) => sql`(t.due_at, t.number) > (${due}::timestamptz, ${number}::bigint)`,
}

/** By one value, and by the number where that is the same. Downwards is the same index backwards. */
function sortedBy(
  value: Statement,
  kind: Order['shape'][number],
  of: (row: QueuedTicket) => Cursor[number],
  given: (value: Cursor[number] | undefined) => Statement,
): Record<'up' | 'down', Order> {
  const either = { shape: [kind, 'number'], cursor: (row) => [of(row), row.number] } satisfies Partial<Order>
  return {
    up: {
      ...either,
      by: sql`${value}, t.number`,
      after: ([last, number]) => sql`(${value}, t.number) > (${given(last)}, ${number}::bigint)`,
    },
    down: {
      ...either,
      by: sql`${value} desc, t.number desc`,
      after: ([last, number]) => sql`(${value}, t.number) < (${given(last)}, ${number}::bigint)`,
    },
  }
}

const SORTED: Record<QueueSort, Record<'up' | 'down', Order>> = {
  number: sortedBy(
    sql`t.number`,
    'number',
    ({ number }) => number,
    (value) => sql`${value}::bigint`,
  ),
  client: sortedBy(
    sql`t.client_id`,
    'number',
    ({ client }) => client.code,
    (value) => sql`${value}::bigint`,
  ),
  urgency: sortedBy(
    sql`t.urgency`,
    'text',
    ({ urgency }) => urgency,
    (value) => sql`${value}::text`,
  ),
  // The longest wait is the oldest entry.
  waiting: sortedBy(
    sql`t.last_entry_at`,
    'instant',
    ({ lastEntryAt }) => lastEntryAt.toISOString(),
    (value) => sql`${value}::timestamptz`,
  ),
  promise: sortedBy(
    sql`coalesce(t.due_at, 'infinity')`,
    'instant?',
    ({ dueAt }) => dueAt && dueAt.toISOString(),
    (value) => sql`coalesce(${value}::timestamptz, 'infinity')`,
  ),
}

/** The same of open tickets, by the index that only technicians' statements name (0090). */
const OPEN_BY_WAITING = sortedBy(
  sql`(t.last_entry_at at time zone 'UTC')`,
  'instant',
  ({ lastEntryAt }) => lastEntryAt.toISOString(),
  (value) => sql`(${value}::timestamptz at time zone 'UTC')`,
)

function orderOf({ view, order }: Pick<QueueQuestion, 'view' | 'order'>): Order {
  if (order === undefined) {
    return view === 'closed' ? SORTED.waiting.down : view === 'near-promise' ? SOONEST : CLAIMS_FIRST
  }
  const sort = QUEUE_SORTS.find((each) => each === order || `${each}-down` === order) ?? 'number'
  const way = sort === order ? 'up' : 'down'
  if (view !== 'closed') return (sort === 'waiting' ? OPEN_BY_WAITING : SORTED[sort])[way]
  // Nothing is promised of a ticket that is over.
  return SORTED[sort === 'promise' ? 'number' : sort][way]
}

/** The condition of a list. */
async function narrowed(runner: Runner, question: Omit<QueueQuestion, 'limit'>, asking: Asking): Promise<Statement> {
  const { view, text } = question
  const words = text === undefined ? null : await wordsOf(runner, text)
  // With one plan for all words, rare words would be searched like common ones.
  if (words) await runner.rows(sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`)
  const said: Statement[] = []
  for (const word of words ?? []) {
    said.push(await says(runner, KEY, saying(word), sql`${KEY} in (${saying(word)})`))
  }
  return all(
    view === 'closed' ? OVER : OPEN,
    WHICH[view](asking),
    ...filters(question, asking),
    ...said,
    // A text without words matches nothing.
    ...(words?.length === 0 ? [sql`false`] : []),
  )
}

/** A condition for each part of a filter but its words. */
function filters(question: Omit<QueueQuestion, 'limit'>, { now }: Asking): Statement[] {
  const { client, number, assignee, area, module, urgency, kind, version, from, until, waitingMinutes } = question
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
  ]
}

const given = <Value>(value: Value | undefined, condition: (value: Value) => Statement): Statement[] =>
  value === undefined ? [] : [condition(value)]

/** As the index of all tickets by creation names it. */
const CREATED = sql`(t.created_at at time zone 'UTC')`

/** The office's midnight on a day. */
const midnight = (day: Statement): Statement =>
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
