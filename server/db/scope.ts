import type { Caller } from '../http/caller.ts'
import { type Statement, type Transaction, sql } from './sql.ts'

/**
 * The tickets `t` that the caller may see at all; the same for lists and for opening one by its number. One that was
 * joined to another is that other one now.
 */
export const visibleTickets = (tx: Transaction, caller: Caller): Statement =>
  sql`${ticketsInScope(tx, caller)} and t.merged_into is null`

function ticketsInScope(tx: Transaction, caller: Caller): Statement {
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

/** What a list shows unless it is asked for all: of the visible ones, those of the installation that was entered from. */
export function listedTickets(tx: Transaction, caller: Caller): Statement {
  const visible = visibleTickets(tx, caller)
  return scopeOf(caller) === 'installation' ? sql`${visible} and t.installation_code = ${caller.installation}` : visible
}

/** The ticket that a message's number leads to: its own, or that of one of its replies. */
export const ticketOfMessage = (tx: Transaction, number: number): Statement =>
  sql`(select e.ticket_number from entry e where ${tx.own('e')} and e.number = ${number})`

/** Tickets raised by this person, or by whoever else came as the same contact. */
export const raisedBy = (caller: Caller): Statement =>
  caller.contact
    ? sql`(t.person_id = ${caller.person} or t.contact_id = ${caller.contact.id})`
    : sql`t.person_id = ${caller.person}`

/** The incidents `i` that the caller may see: the installation's, or those of the tickets that may be seen. */
export function visibleIncidents(tx: Transaction, caller: Caller): Statement {
  if (!caller.limited && scopeOf(caller) !== 'own') return ofInstallation(tx, caller, 'i')
  return sql`${tx.own('i')} and exists (
    select from incident_ticket l join ticket t on t.client_id = l.client_id and t.number = l.ticket_number
    where ${tx.own('l')} and l.incident_number = i.number and ${visibleTickets(tx, caller)})`
}

/** The developments `d` that the caller may see: they belong to an installation, never to a person. */
export const visibleDevelopments = (tx: Transaction, caller: Caller): Statement =>
  caller.limited ? sql`false` : ofInstallation(tx, caller, 'd')

const ofInstallation = (tx: Transaction, caller: Caller, alias: 'i' | 'd'): Statement =>
  scopeOf(caller) === 'client'
    ? tx.own(alias)
    : sql`${tx.own(alias)} and ${alias === 'i' ? sql`i` : sql`d`}.installation_code = any(${caller.installations})`

/** Without an installation there is none to be narrowed to (api.md, Whose). */
const scopeOf = (caller: Caller) =>
  caller.visibility === 'installation' && caller.installation === null ? 'client' : caller.visibility
