import type { Visibility } from '#domain/account.ts'
import type { Caller } from '../http/caller.ts'
import { type Statement, type Transaction, sql } from '../db/sql.ts'

/**
 * The tickets `t` that the caller may see, in lists and by number. A joined ticket is not seen any more: its number
 * leads to the other one.
 */
export const visibleTickets = (tx: Transaction, caller: Caller): Statement =>
  sql`${ticketsInScope(tx, caller)} and t.merged_into is null`

function ticketsInScope(tx: Transaction, caller: Caller): Statement {
  if (caller.onlyTicket !== null) return sql`${tx.own('t')} and t.number = ${caller.onlyTicket}`
  if (caller.limited) return sql`${tx.own('t')} and t.limited_session_id = ${caller.session}`
  switch (scopeOf(caller)) {
    case 'client':
      return tx.own('t')
    case 'installation':
      return sql`${tx.own('t')} and t.installation_code = any(${caller.installations})`
    case 'own':
      return sql`${tx.own('t')} and ${raisedBy(caller)}`
  }
}

/** A list's tickets unless the caller asks for all: of the visible tickets, those of the session's installation. */
export function listedTickets(tx: Transaction, caller: Caller): Statement {
  const visible = visibleTickets(tx, caller)
  return scopeOf(caller) === 'installation' ? sql`${visible} and t.installation_code = ${caller.installation}` : visible
}

/** The ticket with this number, or the ticket that the reply with this number belongs to. */
export const ticketOfMessage = (tx: Transaction, number: number): Statement =>
  sql`(select e.ticket_number from entry e where ${tx.own('e')} and e.number = ${number})`

/** Tickets raised by this person, or by anybody who came as the same contact. */
export const raisedBy = (caller: Caller): Statement =>
  caller.contact ? sql`(${asPerson(caller)} or ${asContact(caller.contact)})` : asPerson(caller)

/** The same as two conditions, each with an index of its own; null if one says it all. */
export const raisedEitherWay = (caller: Caller): readonly [Statement, Statement] | null =>
  caller.contact && [asPerson(caller), asContact(caller.contact)]

const asPerson = ({ person }: Caller): Statement => sql`t.person_id = ${person}`
const asContact = ({ id }: NonNullable<Caller['contact']>): Statement => sql`t.contact_id = ${id}`

/** The incidents `i` that the caller may see: of the visible installations, or of the visible tickets. */
export function visibleIncidents(tx: Transaction, caller: Caller): Statement {
  switch (scopeOf(caller)) {
    case 'client':
      return tx.own('i')
    case 'installation':
      return sql`${tx.own('i')} and i.installation_code = any(${caller.installations})`
    case 'own':
      return sql`${tx.own('i')} and ${ofTickets(tx, visibleTickets(tx, caller))}`
  }
}

/**
 * The list's incidents, unless the caller asks for all: for a caller who sees installations, those of the session's
 * installation.
 */
export const listedIncidents = (tx: Transaction, caller: Caller): Statement =>
  scopeOf(caller) === 'installation'
    ? sql`${tx.own('i')} and i.installation_code = ${caller.installation}`
    : visibleIncidents(tx, caller)

/** Incidents that the caller's own tickets led to. */
export const ofOwnTickets = (tx: Transaction, caller: Caller): Statement => ofTickets(tx, raisedBy(caller))

const ofTickets = (tx: Transaction, which: Statement): Statement => sql`exists (
  select from incident_ticket l join ticket t on t.client_id = l.client_id and t.number = l.ticket_number
  where ${tx.own('l')} and l.incident_number = i.number and ${which})`

/** The developments `d` that the caller may see: they belong to an installation, whoever asked for them. */
export function visibleDevelopments(tx: Transaction, caller: Caller): Statement {
  if (caller.limited) return sql`false`
  return scopeOf(caller) === 'client'
    ? tx.own('d')
    : sql`${tx.own('d')} and d.installation_code = any(${caller.installations})`
}

/** The list's developments, unless the caller asks for all: for every caller, those of the session's installation. */
export const listedDevelopments = (tx: Transaction, caller: Caller): Statement =>
  caller.limited || scopeOf(caller) === 'client' || caller.installation === null
    ? visibleDevelopments(tx, caller)
    : sql`${tx.own('d')} and d.installation_code = ${caller.installation}`

/** The client's valuations `v` that await an answer. */
export const awaitedValuations = (tx: Transaction): Statement =>
  sql`${tx.own('v')} and v.decision is null and v.closed_at is null`

/** How many there are: they are the client's, whatever installations the caller sees. */
export const valuationTally = (tx: Transaction): Statement =>
  sql`(select coalesce(sum(y.change), 0)::bigint from tally y where ${tx.own('y')} and y.what = 'valuation')`

/** Developments that this person, or anybody who came as the same contact, asked for. */
export const askedForBy = (caller: Caller): Statement =>
  caller.contact
    ? sql`(d.person_id = ${caller.person} or d.contact_id = ${caller.contact.id})`
    : sql`d.person_id = ${caller.person}`

/** What is tallied of tickets: the two tabs, and the tickets in progress by whose turn it is and what they wait for. */
export const PLACES = ['pending', 'closed', 'talking', 'reply', 'support', 'conclude', 'blocked'] as const
export type Place = (typeof PLACES)[number]
export const TALLIED = [...PLACES, 'incident', 'development', 'valuation'] as const

interface Tallying {
  /** Of all installations that the caller sees, not only of the session's. */
  readonly all?: boolean
}

/** How many incidents or developments a list without filters has; null as with tickets. */
export function tallyOf(tx: Transaction, caller: Caller, what: 'incident' | 'development'): Statement | null {
  const isOwn = scopeOf(caller) === 'own' && (what !== 'development' || caller.installation === null)
  if (isOwn || !isTold(caller)) return null
  return kept(tx, caller, [what])
}

/**
 * How many tickets a list has that is told by their places. Callers who see a whole client or installation get it from
 * the tally; for others it is null, and their rows are counted.
 */
export function ticketTally(
  tx: Transaction,
  caller: Caller,
  places: readonly Place[],
  tallying: Tallying = {},
): Statement | null {
  if (scopeOf(caller) === 'own' || !isTold(caller)) return null
  // The changes of the last minute are not in the tally yet.
  return sql`(${kept(tx, caller, places, tallying)} + (
    select coalesce(sum(${inAny(sql`z.places_entered`, places)} - ${inAny(sql`z.places_left`, places)}), 0)::bigint
    from place_change z where ${tx.own('z')}${talliedAt(caller, sql`z.installation`, tallying)}))`
}

const isTold = (caller: Caller): boolean => !caller.limited && caller.onlyTicket === null

const kept = (tx: Transaction, caller: Caller, what: readonly (typeof TALLIED)[number][], tallying: Tallying = {}) =>
  sql`(select coalesce(sum(y.change), 0)::bigint from tally y
    where ${tx.own('y')} and ${what.length === 1 ? sql`y.what = ${what[0]}` : sql`y.what = any(${what}::text[])`}${talliedAt(caller, sql`y.installation_code`, tallying)})`

function talliedAt(caller: Caller, column: Statement, { all = false }: Tallying): Statement {
  if (scopeOf(caller) === 'client') return sql``
  return all ? sql` and ${column} = any(${caller.installations})` : sql` and ${column} = ${caller.installation}`
}

const inAny = (places: Statement, what: readonly Place[]): Statement => sql`(${places} && ${what}::text[])::int`

/** Without an installation, the list cannot be restricted to one (api.md, Whose). */
function scopeOf(caller: Caller): Visibility {
  if (caller.limited) return 'own'
  return caller.visibility === 'installation' && caller.installation === null ? 'client' : caller.visibility
}
