import type { ClientArea } from '#domain/account.ts'
import type { IncidentState } from '#domain/incident.ts'
import type { Urgency } from '#domain/urgency.ts'
import type { Area, Standing, TicketKind } from '#domain/ticket.ts'
import { answerDue, awaitsAnswer } from '#domain/promise.ts'
import type { Caller } from '../http/caller.ts'
import { MOST_LISTED } from '../db/newest.ts'
import { type PromiseRules, readPromises } from '../db/promise-store.ts'
import { type Statement, type Transaction, inSpanish, join, sql } from '../db/sql.ts'
import { ticketOfMessage, visibleDevelopments, visibleIncidents, visibleTickets } from '../scope/scope.ts'
import { openConversationOf } from '../assistant/conversation-store.ts'
import { linkIncident } from './blocking-store.ts'
import { unreadIn } from './unread-store.ts'

/** A ticket as its row holds it. */
export interface Ticket extends Standing {
  readonly number: number
  readonly installation: string
  readonly company: string
  readonly area: Area
  readonly kind: TicketKind
  readonly module: string
  readonly title: string
  readonly email: string
  readonly urgency: Urgency | 'N' | 'A' | 'M' | 'B'
  readonly version: string
  readonly origin: string
  readonly fromAssistant: boolean
  readonly raisedBy: string
  /** The contact or client that the author wrote for; empty if that is the author. */
  readonly behalf: string
  readonly technician: string | null
  readonly relatedTicket: number | null
  readonly rating: number | null
  /** When silence will accept it; null while the ticket waits for anything but its customer's verdict. */
  readonly silentAcceptanceAt: Date | null
  readonly createdAt: Date
}

/** The columns of a ticket `t` that the rules need (`Standing`): every statement that reads them uses this fragment. */
export const STANDING = sql`
  t.state, t.accepted, t.last_entry_kind, t.last_entry_at, t.closed_at, t.last_claim_at, t.claims_in_a_row, t.blocking_incident`

/**
 * The columns as an update writes them. A field of `Standing` without its column does not compile. No entry changes
 * what blocks a ticket; only `refreshBlocking` does.
 */
export function setStanding(standing: Standing): Statement {
  const columns = {
    state: sql`state = ${standing.state}`,
    accepted: sql`accepted = ${standing.accepted}`,
    lastEntryKind: sql`last_entry_kind = ${standing.lastEntryKind}`,
    lastEntryAt: sql`last_entry_at = ${standing.lastEntryAt}`,
    closedAt: sql`closed_at = ${standing.closedAt}`,
    lastClaimAt: sql`last_claim_at = ${standing.lastClaimAt}`,
    claimsInARow: sql`claims_in_a_row = ${standing.claimsInARow}`,
  } satisfies Record<Exclude<keyof Standing, 'blockingIncident'>, Statement>
  return join(Object.values(columns), ', ')
}

/** Its columns, for `Ticket`. */
export const TICKET = sql`
  t.number, t.installation_code as installation, t.company_code as company, t.area, t.kind,
  coalesce((select m.name from module m where m.number = t.module_number), '') as module,
  t.title, t.email, t.urgency, t.version, t.origin, t.from_assistant, t.raised_by, t.behalf,
  t.technician, t.related_ticket, t.rating, t.created_at,
  t.silent_acceptance_at, ${STANDING}`

/** The ticket with this number, or the ticket that the reply with this number belongs to. */
export const findTicket = (tx: Transaction, caller: Caller, number: number) =>
  tx.maybe<Ticket>(sql`select ${TICKET} from ticket t where ${numbered(tx, caller, number)}`)

/** The caller's own open conversation that belongs to a ticket. */
export const conversationIn = async (tx: Transaction, caller: Caller, ticket: number): Promise<string | null> =>
  (
    await tx.row<{ conversation: string | null }>(sql`
      select ${openConversationOf(tx, caller)} as conversation from ticket t where ${tx.own('t')} and t.number = ${ticket}`)
  ).conversation

/** Support's entries of a ticket that the caller has not seen; none if there is no such ticket. */
export const unreadOf = async (tx: Transaction, caller: Caller, ticket: number): Promise<number> =>
  (
    await tx.maybe<{ unread: number }>(sql`
      select ${unreadIn(tx, caller)} as unread from ticket t where ${tx.own('t')} and t.number = ${ticket}`)
  )?.unread ?? 0

/** Finds a ticket and locks it until the transaction ends, so that of two acts at once the second sees the first. */
export const lockTicket = (tx: Transaction, caller: Caller, number: number) =>
  tx.maybe<Ticket>(sql`select ${TICKET} from ticket t where ${numbered(tx, caller, number)} for update of t`)

/** Locks a ticket by its own number, whoever may see it: for acts of the provider. */
export const lockByNumber = (tx: Transaction, number: number) =>
  tx.maybe<Ticket>(sql`
    select ${TICKET} from ticket t where ${tx.own('t')} and t.number = ${number} and t.merged_into is null for update of t`)

export interface LinkedIncident {
  readonly number: number
  readonly state: IncidentState
  readonly situation: string | null
  readonly plannedDelivery: string | null
  readonly deliveredOn: string | null
  readonly createdAt: Date
  readonly changedAt: Date
}

export const incidentsOf = (tx: Transaction, ticket: number) =>
  tx.rows<LinkedIncident>(sql`
    select i.number, i.state, i.situation, i.planned_delivery, i.delivered_on,
      i.created_at, i.state_at as changed_at
    from incident_ticket l join incident i on i.client_id = l.client_id and i.number = l.incident_number
    where ${tx.own('l')} and l.ticket_number = ${ticket}
    order by i.number limit ${MOST_LISTED}`)

export interface NewTicket {
  readonly installation: string
  readonly company: string
  readonly area: Area
  readonly kind: TicketKind
  readonly customDevelopment: boolean
  readonly module: number | null
  readonly title: string
  readonly contactName: string
  readonly email: string
  readonly urgency: Urgency
  readonly phoneAssistance: boolean
  readonly phone: string
  readonly callWindow: string
  readonly version: string
  readonly origin: string
  readonly raisedBy: string
  readonly behalf?: string
  readonly relatedTicket: number | null
  /** It began as a conversation with the assistant. */
  readonly fromAssistant?: boolean
}

/** The author of a new ticket. */
export interface TicketAuthor extends Pick<Caller, 'person'> {
  readonly contact: { readonly id: number } | null
  /** The only session that may see the ticket. */
  readonly limitedSession: number | null
}

/** The caller as the author of a ticket. */
export const ticketAuthor = ({ person, contact, limited, session }: Caller): TicketAuthor => ({
  person,
  contact,
  limitedSession: limited ? session : null,
})

/** When the first answer to a new ticket is due. */
export const dueAtOpening = (standing: Standing, urgency: Urgency, rules: PromiseRules): Date | null =>
  awaitsAnswer(standing) ? answerDue(standing.lastEntryAt, urgency, rules.promises, rules.calendar) : null

/**
 * Inserts a ticket with a given standing, without its first entry; returns its number. Whoever asks for other things
 * first asks for the promises with them, and inserts the ticket together with its entry (`ticketRow`).
 */
export async function insertTicket(
  tx: Transaction,
  author: TicketAuthor,
  ticket: NewTicket,
  standing: Standing,
): Promise<number> {
  const dueAt = dueAtOpening(standing, ticket.urgency, await readPromises(tx))
  return (await tx.row<{ number: number }>(ticketRow(tx, author, ticket, { standing, dueAt }))).number
}

/** The number of the ticket that this transaction has just inserted, as a value that an index can be read by. */
export const INSERTED_TICKET = sql`(select currval('ticket_number'))`

/** Inserts a ticket and returns its number. */
export const ticketRow = (
  tx: Transaction,
  author: TicketAuthor,
  ticket: NewTicket,
  { standing, dueAt }: { readonly standing: Standing; readonly dueAt: Date | null },
): Statement => sql`
    insert into ticket (client_id, number, installation_code, company_code, person_id, contact_id, limited_session_id,
      area, kind, custom_development, module_number, title, contact_name, email, urgency, phone_assistance, phone,
      call_window, version, origin, from_assistant, related_ticket, raised_by, behalf, created_at, state, last_entry_kind, last_entry_at, due_at)
    values (${tx.client}, nextval('ticket_number'), ${ticket.installation}, ${ticket.company}, ${author.person},
      ${author.contact?.id ?? null}, ${author.limitedSession}, ${ticket.area}, ${ticket.kind},
      ${ticket.customDevelopment}, ${ticket.module}, ${ticket.title}, ${ticket.contactName}, ${ticket.email},
      ${ticket.urgency}, ${ticket.phoneAssistance}, ${ticket.phone}, ${ticket.callWindow}, ${ticket.version},
      ${ticket.origin}, ${ticket.fromAssistant ?? false}, ${ticket.relatedTicket}, ${ticket.raisedBy}, ${ticket.behalf ?? ''}, ${standing.lastEntryAt}, ${standing.state}, ${standing.lastEntryKind},
      ${standing.lastEntryAt}, ${dueAt})
    returning number`

/** Opens an incident for a ticket, which cannot be accepted until the incident is delivered. */
export async function openIncident(tx: Transaction, ticket: Ticket, at: Date): Promise<number> {
  const { number } = await tx.row<{ number: number }>(sql`
    insert into incident (client_id, number, installation_code, state, title, created_at, state_at)
    values (${tx.client}, nextval('incident_number'), ${ticket.installation}, 'pending', ${ticket.title}, ${at}, ${at})
    returning number`)
  await linkIncident(tx, number, ticket.number)
  return number
}

/** The modules on offer in these areas: all of them, or the one with this number. */
export const modules = (tx: Transaction, areas: readonly ClientArea[], number: number | null = null) =>
  tx.rows<{ number: number; name: string; area: ClientArea }>(
    sql`select m.number, m.name, m.area from module m
      where m.listed and m.area = any(${[...areas]}) and m.number = coalesce(${number}, m.number)
      order by m.area = 'main' desc, m.area, ${inSpanish(sql`m.name`)}`,
  )

const MOST_REQUESTS = 500

/** The newest incidents and developments that the caller may see, which a ticket may refer to. */
export const openRequests = (tx: Transaction, caller: Caller) =>
  tx.rows<{ number: number; title: string; state: IncidentState; kind: 'incident' | 'development' }>(sql`
    (select i.number, i.title, i.state, 'incident' as kind from incident i where ${visibleIncidents(tx, caller)}
      order by i.number desc limit ${MOST_REQUESTS})
    union all
    (select d.number, d.title, d.state, 'development' from development d where ${visibleDevelopments(tx, caller)}
      order by d.number desc limit ${MOST_REQUESTS})
    order by number desc limit ${MOST_REQUESTS}`)

function numbered(tx: Transaction, caller: Caller, number: number): Statement {
  return sql`${visibleTickets(tx, caller)} and t.number = ${ticketOfMessage(tx, number)}`
}
