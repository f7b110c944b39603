import type { Area, Standing, TicketKind } from '#domain/ticket.ts'
import type { AnyUrgency } from '#domain/urgency.ts'
import { type Runner, type Statement, join, sql } from '../../db/sql.ts'
import { MOST_UNREAD } from '../../tickets/ticket-list-store.ts'
import { STANDING } from '../../tickets/ticket-store.ts'
import { readCursor } from '../lists/cursor.ts'
import { all, partOf } from '../lists/paged-list.ts'
import { VIEWERS_OF } from './presence-store.ts'
import {
  type Asking,
  OPEN,
  type QueueQuestion,
  type QueuedTicket,
  TICKETS,
  type View,
  WHICH,
  filters,
  narrowed,
} from './queue-condition-store.ts'
import { orderOf } from './queue-order.ts'
import { IS_UNREAD_BY_ASSIGNEE, unreadBy } from './unread-store.ts'

/** One part of a view, across clients. The part is cut first, so that the joins run for its rows alone. */
export async function listQueue(runner: Runner, question: QueueQuestion, asking: Asking) {
  const order = orderOf(question)
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
    from (${await cut(runner, { ...question, limit: question.limit + 1 }, asking)}) t
    order by ${order.by}`)
  return partOf(rows, question.limit, order.cursor)
}

/**
 * The first tickets of a list after its cursor. Open and finished tickets have an index each for every order. So the
 * first of each are read, and merged.
 */
async function cut(runner: Runner, question: QueueQuestion, asking: Asking): Promise<Statement> {
  const { limit, view, order: chosen, after } = question
  const part = async (of: View) => {
    const order = orderOf({ ...question, view: of, order: chosen })
    const where = all(
      await narrowed(runner, { ...question, view: of }, asking),
      ...(after === undefined ? [] : [order.after(readCursor(after, order.shape))]),
    )
    return sql`select t.* from ${TICKETS} where ${where} order by ${order.by} limit ${limit}`
  }
  if (view !== 'all' || chosen === undefined) return part(view)
  return sql`
    select t.* from ((${await part('open')}) union all (${await part('closed')})) t
    order by ${orderOf(question).by} limit ${limit}`
}

/** The condition and the order of a list's tickets. */
export async function listedKeys(runner: Runner, question: QueueQuestion, asking: Asking) {
  return runner.rows<TicketKey>(sql`
    select t.client_id as client, t.number from (${await cut(runner, question, asking)}) t
    order by ${orderOf(question).by} limit ${question.limit}`)
}

export interface TicketKey {
  readonly client: number
  readonly number: number
}

/** A ticket as a row of a sheet. */
export interface SheetTicket extends Standing, TicketKey {
  readonly clientName: string
  readonly installation: string
  readonly version: string
  readonly area: Area
  readonly module: string | null
  readonly kind: TicketKind
  readonly urgency: AnyUrgency
  readonly title: string
  readonly raisedBy: string
  readonly behalf: string
  readonly assignee: string | null
  readonly dueAt: Date | null
  readonly createdAt: Date
  readonly rating: number | null
  readonly callMinutes: number | null
}

/** The rows of these tickets in this order. A ticket that was joined to another meanwhile is left out. */
export const sheetRows = (runner: Runner, keys: readonly TicketKey[]) =>
  runner.rows<SheetTicket>(sql`
    select t.client_id as client, t.number, c.name as client_name, t.installation_code as installation, t.version, t.area,
      m.name as module, t.kind, t.urgency, t.title, t.raised_by, t.behalf, w.name as assignee, t.due_at, t.created_at,
      t.rating, t.call_minutes, ${STANDING}
    from unnest(${keys.map(({ client }) => client)}::bigint[], ${keys.map(({ number }) => number)}::bigint[])
        with ordinality any_k (client_id, number, place)
      join ${TICKETS} on t.client_id = any_k.client_id and t.number = any_k.number
      join client c on c.client_id = t.client_id
      left join module m on m.number = t.module_number
      left join technician w on w.username = t.assignee
    order by any_k.place limit ${keys.length}`)

/** Counting stops at this many tickets. */
const MOST_COUNTED = 10_000

/** The figures of a whole list. */
export async function totalsOf(runner: Runner, question: Omit<QueueQuestion, 'limit'>, asking: Asking) {
  const where = await narrowed(runner, question, asking)
  // Only a list of calls shows their minutes: no index of the other lists has them.
  const minutes = question.mark === 'called' ? sql`t.call_minutes` : sql`null::int`
  const { counted, ...figures } = await runner.row<
    Record<'counted' | 'claimed' | 'overdue' | 'unassigned' | 'minutes', number>
  >(sql`
    select count(*) as counted, count(*) filter (where t.claims_in_a_row > 0) as claimed,
      count(*) filter (where t.due_at < ${asking.now}::timestamptz) as overdue,
      count(*) filter (where t.assignee is null) as unassigned, coalesce(sum(t.call_minutes), 0)::int as minutes
    from (select t.claims_in_a_row, t.due_at, t.assignee, ${minutes} as call_minutes from ${TICKETS} where ${where} limit ${MOST_COUNTED + 1}) t`)
  return { total: Math.min(counted, MOST_COUNTED), hasMore: counted > MOST_COUNTED, ...figures }
}

/**
 * The size of each view's list, from what is kept of all lists (decision 51). Of tickets that are over, only this many
 * are told.
 */
export async function countQueue(runner: Runner, asking: Asking) {
  const at = (...places: readonly string[]) =>
    sql`coalesce(sum(p.number) filter (where p.place = any(${places}::text[])), 0)::bigint`
  const { closed, ...counts } = await runner.row<Record<Exclude<View, 'all'> | 'unread' | 'receivedMail', number>>(sql`
    select ${at(`of:${asking.username}`)} as mine, ${at('unassigned')} as unassigned,
      ${at('support', 'blocked')} as "waiting-for-us", ${at('waiting-for-customer')} as "waiting-for-customer",
      ${at('claimed')} as claimed, ${at('third-claim')} as "third-claim",
      coalesce(sum(p.number) filter (where p.due < ${DAY_OF(sql`${asking.near}::timestamptz`)}), 0)::bigint
        + (select count(*) from ${TICKETS} where ${OPEN} and ${WHICH['near-promise'](asking)}
          and t.due_at >= ${MIDNIGHT_OF(sql`${asking.near}::timestamptz`)}) as "near-promise",
      ${at('support', 'blocked', 'reply', 'conclude')} as open, ${at('closed')} as closed,
      (select count(*) from (
        select from ${TICKETS} where ${OPEN} and ${WHICH.mine(asking)} and ${IS_UNREAD_BY_ASSIGNEE}
        order by t.number limit ${MOST_UNREAD}) u) as unread,
      (select count(*) from received_mail r where r.state = 'waiting') as received_mail
    from (
      select k.place, k.number, case when starts_with(k.place, 'due:') then substr(k.place, 5)::int end as due
      from (${ALL_PLACES}) k) p`)
  return { ...counts, closed: Math.min(closed, MOST_COUNTED), hasMoreClosed: closed > MOST_COUNTED }
}

/** The totals of all places, and what has changed since a job last added it to them. */
const ALL_PLACES = sql`
  select q.place, q.number from queue_total q
  union all select p.place, 1 from place_change any_z cross join lateral unnest(any_z.places_entered) p (place)
  union all select p.place, -1 from place_change any_z cross join lateral unnest(any_z.places_left) p (place)`

/** A day as the database counts promises of it (0221), and its beginning. */
const DAY_OF = (at: Statement): Statement => sql`floor(extract(epoch from ${at} at time zone 'UTC') / 86400)`
const MIDNIGHT_OF = (at: Statement): Statement => sql`date_trunc('day', ${at}, 'UTC')`

/**
 * How many tickets each of these lists has, in one reading of the open tickets. Null: lists are not counted if they
 * search words, ask for happenings, or include tickets that are over.
 */
export async function countLists(
  runner: Runner,
  lists: readonly { readonly view: View; readonly filter: Omit<QueueQuestion, 'limit' | 'view'> }[],
  asking: Asking,
): Promise<readonly (number | null)[]> {
  const isCounted = ({ view, filter }: (typeof lists)[number]) =>
    view !== 'closed' && view !== 'all' && filter.text === undefined && filter.happened === undefined
  const counted = lists.filter(isCounted)
  if (counted.length === 0) return lists.map(() => null)
  const each = counted.map(
    ({ view, filter }) =>
      sql`count(*) filter (where ${all(WHICH[view](asking), ...filters({ ...filter, view }, asking))})::int`,
  )
  const found = await runner.rows<{ list: number; count: number }>(sql`
    select l.list, l.count
    from (select array[${join(each, ', ')}] as counts from ${TICKETS} where ${OPEN}) c
    cross join lateral unnest(c.counts) with ordinality l(count, list)
    order by l.list limit ${each.length}`)
  const counts = found.map(({ count }) => count).values()
  return lists.map((list) => (isCounted(list) ? (counts.next().value ?? null) : null))
}
