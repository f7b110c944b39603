import { QUEUE_SORTS, type QueueSort } from '#contract/console/queue/queue-filter.ts'
import { type Statement, sql } from '../../db/sql.ts'
import type { Cursor, readCursor } from '../lists/cursor.ts'
import { CREATED, type QueueQuestion, type QueuedTicket, type View } from './queue-condition-store.ts'

export interface Order {
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

/** The same of tickets that are nobody's: with the technician first, it is the order of an index that has no others. */
const NOBODYS: Order = {
  ...CLAIMS_FIRST,
  by: sql`t.assignee, ${CLAIMS_FIRST.by}`,
}

const SOONEST: Order = {
  by: sql`t.due_at, t.number`,
  shape: ['instant', 'number'],
  cursor: ({ dueAt, number }) => [dueAt && dueAt.toISOString(), number],
  after: ([due, number]) => sql`(t.due_at, t.number) > (${due}::timestamptz, ${number}::bigint)`,
}

/** Sorted by one value, and by number where that is equal. A descending order reads the same index backwards. */
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
    sql`urgency_rank(t.urgency)`,
    'text',
    ({ urgency }) => urgency,
    (value) => sql`urgency_rank(${value}::text)`,
  ),
  // The longest wait means the oldest entry.
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

/** Sorted by creation, with the index of all tickets. */
const NEWEST = sortedBy(
  CREATED,
  'instant',
  ({ createdAt }) => createdAt.toISOString(),
  (value) => sql`(${value}::timestamptz at time zone 'UTC')`,
).down

/** The same for open tickets, with the index that only technicians' statements use (0090). */
const OPEN_BY_WAITING = sortedBy(
  sql`(t.last_entry_at at time zone 'UTC')`,
  'instant',
  ({ lastEntryAt }) => lastEntryAt.toISOString(),
  (value) => sql`(${value}::timestamptz at time zone 'UTC')`,
)

const OF_VIEW: Partial<Record<View, Order>> = {
  all: NEWEST,
  closed: SORTED.waiting.down,
  'near-promise': SOONEST,
  unassigned: NOBODYS,
}

export function orderOf({ view, order, client }: Pick<QueueQuestion, 'view' | 'order' | 'client'>): Order {
  // A client's tickets have an index in the queue's own order.
  if (order === undefined && view === 'unassigned' && client !== undefined) return CLAIMS_FIRST
  if (order === undefined) return OF_VIEW[view] ?? CLAIMS_FIRST
  const sort = QUEUE_SORTS.find((each) => each === order || `${each}-down` === order) ?? 'number'
  const way = sort === order ? 'up' : 'down'
  if (view !== 'closed' && view !== 'all') return (sort === 'waiting' ? OPEN_BY_WAITING : SORTED[sort])[way]
  // A ticket that is over has no promise.
  return SORTED[sort === 'promise' ? 'number' : sort][way]
}
