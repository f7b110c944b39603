import type { IncidentState } from '#domain/incident.ts'
import type { ListedState, TicketState, Turn } from '#domain/ticket.ts'
import type { Caller } from '../http/caller.ts'
import { type Statement, type Transaction, inSpanish, join, pageOf, plannedOnce, sql } from '../db/sql.ts'
import {
  awaitedValuations,
  listedDevelopments,
  listedIncidents,
  listedTickets,
  raisedBy,
  raisedEitherWay,
  type Place,
  PLACES,
  tallyOf,
  ticketTally,
  valuationTally,
  ticketOfMessage,
  visibleTickets,
} from '../scope/scope.ts'
import { openConversationOf } from '../assistant/conversation-store.ts'
import { isUnread } from './unread-store.ts'
import { type Ticket, TICKET } from './ticket-store.ts'

export interface ListedTicket extends Ticket {
  /** The caller's own conversation, if it is still open. */
  readonly conversation: string | null
  readonly attachments: number
  /** 1 if Support has written something that the caller has not seen. Lists do not count such entries. */
  readonly unread: number
  readonly incidentState: IncidentState | null
  /** Of the incident that it waits for. */
  readonly plannedDelivery: string | null
}

export type TicketSort = 'number' | 'created' | 'state-date' | 'closed' | 'state' | 'title' | 'raised-by'

/** Which tickets of the caller a list shows, and in which order. */
export interface ChosenTickets {
  readonly tab: TicketState
  readonly number?: number | null | undefined
  readonly from?: string | null | undefined
  readonly to?: string | null | undefined
  readonly state?: ListedState | null | undefined
  readonly turn?: Turn | null | undefined
  readonly all?: boolean | null | undefined
  readonly mine?: boolean | null | undefined
  readonly contact?: number | undefined
  readonly sort: TicketSort
  readonly descending: boolean
  /** The time zone in which the filter's days begin and end. */
  readonly zone: string
}

export interface TicketList extends ChosenTickets {
  readonly page: number
  readonly pageSize: number
}

/**
 * One page of a list, with the list's total. The page is cut first, by numbers alone, so that the index itself skips
 * the earlier pages, and the joins run only for the page's rows. A page far down is counted from the nearer end.
 */
export async function listTickets(tx: Transaction, caller: Caller, list: TicketList) {
  const where = listed(tx, caller, list)
  const places = placesIn(list)
  const tally = places ? ticketTally(tx, caller, places, { all: list.all === true }) : null
  const counting = tally ? sql`select ${tally} as total` : sql`select count(*) as total from ticket t where ${where}`
  const counted = () => tx.row<{ total: number }>(plannedOnce(counting))

  const before = (list.page - 1) * list.pageSize
  const known = before < FAR ? null : await counted()
  const behind = known ? known.total - before - list.pageSize : before
  const isNearerToEnd = behind < before
  const order = orderOf(list)
  const cut = isNearerToEnd ? orderFromEnd(list) : order
  const limit = known ? Math.max(0, Math.min(list.pageSize, known.total - before)) : list.pageSize
  const offset = isNearerToEnd ? Math.max(0, behind) : before
  const items = tx.rows<ListedTicket>(
    plannedOnce(sql`
    select ${row(tx, caller)}
    from (
      select t.number from ticket t where ${firstOf(tx, caller, list, { where, cut, most: limit + offset })} order by ${cut}
      limit ${limit} offset ${offset}) p
      join ticket t on ${tx.own('t')} and t.number = p.number
    order by ${order}`),
  )
  return known ? { items: await items, total: known.total } : pageOf(items, counted())
}

/**
 * The condition of a list's first rows. The first of a person's tickets are among the first that they raised as this person
 * and the first as this contact; one condition for both would read all of either, and sort them.
 */
function firstOf(
  tx: Transaction,
  caller: Caller,
  { mine }: TicketList,
  { where, cut, most }: { readonly where: Statement; readonly cut: Statement; readonly most: number },
): Statement {
  const ways = mine ? raisedEitherWay(caller) : null
  if (!ways) return where
  const first = (way: Statement) =>
    sql`(select t.number from ticket t where ${where} and ${way} order by ${cut} limit ${most})`
  return sql`${tx.own('t')} and t.number in (${first(ways[0])} union ${first(ways[1])})`
}

/** The places whose tickets are the list's; null if it asks for more than that. */
function placesIn({ tab, number, from, to, state, turn, mine, contact }: ChosenTickets): readonly Place[] | null {
  if (number || from || to || mine || contact !== undefined) return null
  if (tab === 'closed' || (!state && !turn)) return [tab]
  const ofTurn = turn ? PLACES_OF_TURN[turn] : PLACES
  const ofState = state ? PLACES_IN_STATE[state] : PLACES
  return ofTurn.filter((place) => ofState.includes(place))
}

const PLACES_IN_STATE: Record<ListedState, readonly Place[]> = {
  pending: ['talking', 'reply', 'support'],
  closed: ['conclude'],
  incident: ['blocked'],
}
const PLACES_OF_TURN: Record<Turn, readonly Place[]> = {
  reply: ['reply'],
  conclude: ['conclude'],
  support: ['support', 'blocked'],
}

/** Up to here skipping costs less than asking for the total first. */
const FAR = 1000

/** The numbers of a list's tickets in its order, at most so many. */
export const listedNumbers = async (
  tx: Transaction,
  caller: Caller,
  list: ChosenTickets,
  most: number,
): Promise<number[]> => {
  const order = orderOf(list)
  const found = await tx.rows<{ number: number }>(sql`
    select t.number from ticket t where ${listed(tx, caller, list)} order by ${order} limit ${most}`)
  return found.map(({ number }) => number)
}

/** The rows of these tickets in this order, without those that the caller may no longer see. */
export const listedAgain = (tx: Transaction, caller: Caller, numbers: readonly number[]) =>
  tx.rows<ListedTicket>(sql`
    select ${row(tx, caller)}
    from ticket t join unnest(${numbers}::bigint[]) with ordinality n (number, place) on t.number = n.number
    where ${visibleTickets(tx, caller)} order by n.place limit ${numbers.length}`)

export interface TabCounts {
  readonly inProgress: number
  readonly history: number
  readonly incidents: number
  readonly developments: number
  readonly valuations: number
  /** Of the valuations those that can no longer be decided. */
  readonly expired: number
}

/** The size of each list for the caller, without filters. */
export function countTabs(tx: Transaction, caller: Caller, today: string) {
  const inProgress =
    ticketTally(tx, caller, ['pending']) ??
    sql`(select count(*) from ticket t where ${listedTickets(tx, caller)} and not t.accepted)`
  const history =
    ticketTally(tx, caller, ['closed']) ??
    sql`(select count(*) from ticket t where ${listedTickets(tx, caller)} and t.accepted)`
  const incidents =
    tallyOf(tx, caller, 'incident') ?? sql`(select count(*) from incident i where ${listedIncidents(tx, caller)})`
  const developments =
    tallyOf(tx, caller, 'development') ??
    sql`(select count(*) from development d where ${listedDevelopments(tx, caller)})`
  const valuations = caller.administrator ? valuationTally(tx) : sql`0`
  const expired = caller.administrator
    ? sql`(select count(*) from valuation v where ${awaitedValuations(tx)} and v.valid_until < ${today}::date)`
    : sql`0`
  return tx.row<TabCounts>(sql`
    select ${inProgress} as in_progress, ${history} as history, ${incidents} as incidents, ${developments} as developments,
      ${valuations} as valuations, ${expired} as expired`)
}

/** Screens show no exact number of unread tickets beyond 99 (decision 51). */
export const MOST_UNREAD = 100

/** How many of the tickets in progress have entries that the caller has not seen. Those answered last are looked at first. */
export const countUnread = (tx: Transaction, caller: Caller) =>
  tx.row<{ unread: number }>(sql`
    select count(*) as unread from (
      select from ticket t where ${listedTickets(tx, caller)} and ${isUnread(tx, caller)}
      order by t.newest_answer desc limit ${MOST_UNREAD}) t`)

/** Whose turn the tickets in progress are. Each count equals the length of the list with that filter. */
export function countTurns(tx: Transaction, caller: Caller) {
  const reply = ticketTally(tx, caller, PLACES_OF_TURN.reply)
  const conclude = ticketTally(tx, caller, PLACES_OF_TURN.conclude)
  const support = ticketTally(tx, caller, PLACES_OF_TURN.support)
  return tx.row<Record<Turn, number>>(
    reply && conclude && support
      ? plannedOnce(sql`select ${reply} as reply, ${conclude} as conclude, ${support} as support`)
      : sql`
    select count(*) filter (where ${TURN.reply}) as reply, count(*) filter (where ${TURN.conclude}) as conclude,
      count(*) filter (where ${TURN.support}) as support
    from ticket t where ${listedTickets(tx, caller)} and not t.accepted`,
  )
}

/** The columns of a row of a list. */
const row = (tx: Transaction, caller: Caller): Statement => sql`
  ${TICKET},
  case when ${TALKING} then ${openConversationOf(tx, caller)} end as conversation,
  (select count(*) from attachment a where ${tx.own('a')} and a.ticket_number = t.number) as attachments,
  case when ${isUnread(tx, caller)} then 1 else 0 end as unread,
  (select i.state from incident_ticket l
    join incident i on i.client_id = l.client_id and i.number = l.incident_number
    where ${tx.own('l')} and l.ticket_number = t.number
    order by l.incident_number = t.blocking_incident desc nulls last, l.incident_number desc limit 1) as incident_state,
  (select i.planned_delivery from incident i
    where ${tx.own('i')} and i.number = t.blocking_incident) as planned_delivery`

function listed(tx: Transaction, caller: Caller, list: ChosenTickets): Statement {
  const { number, from, to, state, turn, contact, zone } = list
  return join(
    [
      list.all ? visibleTickets(tx, caller) : listedTickets(tx, caller),
      list.tab === 'closed' ? sql`t.accepted` : sql`not t.accepted`,
      ...(list.mine ? [raisedBy(caller)] : []),
      ...(contact === undefined ? [] : [sql`t.contact_id = ${contact}`]),
      ...(number ? [sql`t.number = ${ticketOfMessage(tx, number)}`] : []),
      ...(from ? [sql`t.created_at >= (${from}::date)::timestamp at time zone ${zone}`] : []),
      ...(to ? [sql`t.created_at < (${to}::date + 1)::timestamp at time zone ${zone}`] : []),
      ...(state && list.tab === 'pending' ? [LISTED_STATE[state]] : []),
      ...(turn && list.tab === 'pending' ? [TURN[turn]] : []),
    ],
    ' and ',
  )
}

const LISTED_STATE: Record<ListedState, Statement> = {
  pending: sql`t.state = 'pending'`,
  closed: sql`t.state = 'closed' and t.blocking_incident is null`,
  incident: sql`t.state = 'closed' and t.blocking_incident is not null`,
}

/** `turnOf` in SQL, for a ticket in progress. */
export const TURN: Record<Turn, Statement> = {
  reply: sql`t.state = 'pending' and t.last_entry_kind = 'answer'`,
  conclude: sql`t.state = 'closed' and t.blocking_incident is null`,
  support: sql`case t.state when 'pending' then t.last_entry_kind not in ('answer', 'question', 'assistance')
    else t.blocking_incident is not null end`,
}

/** `isTalking` in SQL. */
export const TALKING = sql`t.state = 'pending' and t.last_entry_kind in ('question', 'assistance')`

const ORDER: Record<TicketSort, Record<'ascending' | 'descending', Statement>> = {
  number: { ascending: sql`t.number`, descending: sql`t.number desc` },
  created: { ascending: sql`t.created_at, t.number`, descending: sql`t.created_at desc, t.number desc` },
  'state-date': { ascending: sql`t.last_entry_at, t.number`, descending: sql`t.last_entry_at desc, t.number desc` },
  closed: {
    ascending: sql`t.closed_at nulls last, t.number`,
    descending: sql`t.closed_at desc nulls last, t.number desc`,
  },
  state: {
    ascending: sql`t.state desc, t.blocking_incident is not null, t.number desc`,
    descending: sql`t.state, t.blocking_incident is not null desc, t.number desc`,
  },
  title: {
    ascending: sql`${inSpanish(sql`t.title`)}, t.number`,
    descending: sql`${inSpanish(sql`t.title`)} desc, t.number desc`,
  },
  'raised-by': {
    ascending: sql`${inSpanish(sql`t.raised_by`)}, t.number desc`,
    descending: sql`${inSpanish(sql`t.raised_by`)} desc, t.number desc`,
  },
}

/** Exactly the reverse: of a list's end. */
const ORDER_FROM_END: typeof ORDER = {
  number: { ascending: ORDER.number.descending, descending: ORDER.number.ascending },
  created: { ascending: ORDER.created.descending, descending: ORDER.created.ascending },
  'state-date': { ascending: ORDER['state-date'].descending, descending: ORDER['state-date'].ascending },
  closed: {
    ascending: sql`t.closed_at desc nulls first, t.number desc`,
    descending: sql`t.closed_at nulls first, t.number`,
  },
  state: {
    ascending: sql`t.state, t.blocking_incident is not null desc, t.number`,
    descending: sql`t.state desc, t.blocking_incident is not null, t.number`,
  },
  title: { ascending: ORDER.title.descending, descending: ORDER.title.ascending },
  'raised-by': {
    ascending: sql`${inSpanish(sql`t.raised_by`)} desc, t.number`,
    descending: sql`${inSpanish(sql`t.raised_by`)}, t.number`,
  },
}

const orderOf = ({ sort, descending }: Pick<ChosenTickets, 'sort' | 'descending'>): Statement =>
  ORDER[sort][descending ? 'descending' : 'ascending']
const orderFromEnd = ({ sort, descending }: Pick<ChosenTickets, 'sort' | 'descending'>): Statement =>
  ORDER_FROM_END[sort][descending ? 'descending' : 'ascending']
