import { clippedText } from '#domain/clipped-text.ts'
import type { ClientArea } from '#domain/account.ts'
import type { WordedBy } from '#domain/conversation.ts'
import type { IncidentState } from '#domain/incident.ts'
import type { Urgency } from '#domain/urgency.ts'
import {
  type Area,
  type EntryKind,
  type ListedState,
  type Standing,
  type StandingEntry,
  type TicketKind,
  type TicketState,
  type Turn,
  MESSAGES,
  afterEntry,
} from '#domain/ticket.ts'
import { CLAIMS_IN_A_ROW } from '#domain/ticket-actions.ts'
import { awaitsAnswer } from '#domain/promise.ts'
import { countsDown, silentAcceptance } from '#domain/silence.ts'
import type { Caller } from '../http/caller.ts'
import { type Before, MOST_LISTED, type Part, newestEntries, partOf } from '../db/newest.ts'
import { promisedFor } from '../db/promise-store.ts'
import { type Statement, type Transaction, inSpanish, join, pageOf, plannedOnce, sql } from '../db/sql.ts'
import {
  awaitedValuations,
  listedDevelopments,
  listedIncidents,
  listedTickets,
  raisedBy,
  tallyOf,
  ticketOfMessage,
  visibleDevelopments,
  visibleIncidents,
  visibleTickets,
} from '../scope/scope.ts'
import { GENERATED_BY, openConversationOf } from '../assistant/conversation-store.ts'
import { linkIncident } from './blocking-store.ts'
import { readSilence } from './silence-store.ts'
import { isUnread, unreadIn } from './unread-store.ts'

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

const TICKET = sql`
  t.number, t.installation_code as installation, t.company_code as company, t.area, t.kind,
  coalesce((select m.name from module m where m.number = t.module_number), '') as module,
  t.title, t.email, t.urgency, t.version, t.origin, t.from_assistant, t.raised_by, t.behalf,
  t.technician, t.related_ticket, t.rating, t.created_at,
  t.silent_acceptance_at, ${STANDING}`

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
  const tally = isWhole(list) ? tallyOf(tx, caller, list.tab) : null
  const counting = tally ? sql`select ${tally} as total` : sql`select count(*) as total from ticket t where ${where}`
  const counted = () => tx.row<{ total: number }>(plannedOnce(counting))

  const before = (list.page - 1) * list.pageSize
  const known = before < FAR ? null : await counted()
  const behind = known ? known.total - before - list.pageSize : before
  const isNearerToEnd = behind < before
  const order = orderOf(list)
  const cut = isNearerToEnd ? orderFromEnd(list) : order
  const limit = known ? Math.max(0, Math.min(list.pageSize, known.total - before)) : list.pageSize
  const items = tx.rows<ListedTicket>(
    plannedOnce(sql`
    select ${row(tx, caller)}
    from (
      select t.number from ticket t where ${where} order by ${cut}
      limit ${limit} offset ${isNearerToEnd ? Math.max(0, behind) : before}) p
      join ticket t on ${tx.own('t')} and t.number = p.number
    order by ${order}`),
  )
  return known ? { items: await items, total: known.total } : pageOf(items, counted())
}

/** Whether a list has all of its tab. */
const isWhole = ({ number, from, to, state, turn, all, mine, contact }: ChosenTickets): boolean =>
  !number && !from && !to && !state && !turn && !all && !mine && contact === undefined

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
  /** The valuations that can be decided today. */
  readonly undecided: number
}

/** The size of each list for the caller, without filters. */
export function countTabs(tx: Transaction, caller: Caller, today: string) {
  const inProgress =
    tallyOf(tx, caller, 'pending') ??
    sql`(select count(*) from ticket t where ${listedTickets(tx, caller)} and not t.accepted)`
  const history =
    tallyOf(tx, caller, 'closed') ??
    sql`(select count(*) from ticket t where ${listedTickets(tx, caller)} and t.accepted)`
  const incidents =
    tallyOf(tx, caller, 'incident') ?? sql`(select count(*) from incident i where ${listedIncidents(tx, caller)})`
  const developments =
    tallyOf(tx, caller, 'development') ??
    sql`(select count(*) from development d where ${listedDevelopments(tx, caller)})`
  return tx.row<TabCounts>(sql`
    select ${inProgress} as in_progress, ${history} as history, ${incidents} as incidents, ${developments} as developments,
      (select count(*) from valuation v where ${awaitedValuations(tx)} and ${caller.administrator}) as valuations,
      (select count(*) from valuation v where ${awaitedValuations(tx)} and ${caller.administrator}
        and (v.valid_until is null or v.valid_until >= ${today}::date)) as undecided`)
}

/** How many of the tickets in progress have entries that the caller has not seen. */
export const countUnread = (tx: Transaction, caller: Caller) =>
  tx.row<{ unread: number }>(sql`
    select count(*) as unread from ticket t where ${listedTickets(tx, caller)} and ${isUnread(tx, caller)}`)

/** Whose turn the tickets in progress are. Each count equals the length of the list with that filter. */
export const countTurns = (tx: Transaction, caller: Caller) =>
  tx.row<Record<Turn, number>>(sql`
    select count(*) filter (where ${TURN.reply}) as reply, count(*) filter (where ${TURN.conclude}) as conclude,
      count(*) filter (where ${TURN.support}) as support
    from ticket t where ${listedTickets(tx, caller)} and not t.accepted`)

/** The ticket with this number, or the ticket that the reply with this number belongs to. */
export const findTicket = (tx: Transaction, caller: Caller, number: number) =>
  tx.maybe<Ticket>(sql`select ${TICKET} from ticket t where ${numbered(tx, caller, number)}`)

/** The caller's own open conversation that belongs to a ticket. */
export const conversationIn = async (tx: Transaction, caller: Caller, ticket: number): Promise<string | null> =>
  (
    await tx.row<{ conversation: string | null }>(sql`
      select ${openConversationOf(tx, caller)} as conversation from ticket t where ${tx.own('t')} and t.number = ${ticket}`)
  ).conversation

/** Support's entries of a ticket that the caller has not seen. */
export const unreadOf = async (tx: Transaction, caller: Caller, ticket: number): Promise<number> =>
  (
    await tx.row<{ unread: number }>(sql`
      select ${unreadIn(tx, caller)} as unread from ticket t where ${tx.own('t')} and t.number = ${ticket}`)
  ).unread

/** Finds a ticket and locks it until the transaction ends, so that of two acts at once the second sees the first. */
export const lockTicket = (tx: Transaction, caller: Caller, number: number) =>
  tx.maybe<Ticket>(sql`select ${TICKET} from ticket t where ${numbered(tx, caller, number)} for update of t`)

/** Locks a ticket by its own number, whoever may see it: for acts of the provider. */
export const lockByNumber = (tx: Transaction, number: number) =>
  tx.maybe<Ticket>(sql`
    select ${TICKET} from ticket t where ${tx.own('t')} and t.number = ${number} and t.merged_into is null for update of t`)

/** Whether an entry's words are a transcript, and whose: the AI's or a technician's. */
export const TRANSCRIBED = sql`e.transcribed and e.username is null as transcribed,
  e.transcribed and e.username is not null as typed_transcript`

export interface TimelineRow {
  readonly id: number
  readonly number: number | null
  readonly kind: EntryKind
  readonly text: string
  readonly author: string
  readonly behalf: string
  readonly origin: string
  /** The AI wrote the transcript. */
  readonly transcribed: boolean
  /** A technician typed the transcript of a call. */
  readonly typedTranscript: boolean
  /** Null unless the assistant wrote it and nobody has edited it. */
  readonly generatedBy: WordedBy | null
  /** The sections that the assistant cited. */
  readonly sources: readonly { readonly title: string; readonly section: string; readonly href: string }[]
  readonly corrected: boolean
  /** A technician wrote it, even if it repeats what a customer said. */
  readonly written: boolean
  /** The person whom a claim was addressed to. */
  readonly recipient: string | null
  /** The text that its mail quotes, and the signature; null: nothing. */
  readonly quoted: string | null
  readonly at: Date
  readonly attachments: number
}

/** The newest of a ticket's entries, or the newest before a given one. */
export const timelineOf = async (tx: Transaction, ticket: number, before?: Before): Promise<Part<TimelineRow>> =>
  partOf(
    await tx.rows<TimelineRow & { readonly earlier: boolean }>(sql`
      select ${timelineRow(tx)}, newest.earlier
      from ${newestEntries(tx, ticket, before)} join entry e on e.entry_id = newest.id
      where ${tx.own('e')} and e.ticket_number = ${ticket}
      order by e.at, e.entry_id`),
  )

/** The entry that opened a ticket. */
export const openingOf = (tx: Transaction, ticket: number) =>
  tx.row<TimelineRow>(sql`select ${timelineRow(tx)} from entry e where ${tx.own('e')} and e.number = ${ticket}`)

/** How many claims precede an entry of a ticket. */
export const claimsBefore = async (tx: Transaction, ticket: number, entry: number): Promise<number> =>
  (
    await tx.row<{ claims: number }>(sql`
      select count(*) as claims from entry e
      where ${tx.own('e')} and e.ticket_number = ${ticket} and e.kind = 'claim' and (e.at, e.entry_id) < (
        select b.at, b.entry_id from entry b where ${tx.own('b')} and b.entry_id = ${entry})`)
  ).claims

/**
 * Who worded answer `e` of the assistant's. If its conversation has gone on in another ticket, it is known by its words; of
 * one that came from elsewhere nobody knows, and it counts as a model's.
 */
export const wordedBy = (tx: Transaction): Statement =>
  sql`coalesce((select ${GENERATED_BY} from conversation_turn u
      where ${tx.own('u')} and u.answer_entry = e.entry_id),
    (select ${GENERATED_BY} from ticket t join conversation_turn u on ${tx.own('u')} and u.person_id = t.person_id
      where ${tx.own('t')} and t.number = e.ticket_number and u.answer = e.text limit 1), 'model')`

const timelineRow = (tx: Transaction): Statement => sql`
    e.entry_id as id, e.number, e.kind, e.text, e.author, e.behalf, e.origin, ${TRANSCRIBED},
      case when e.generated and e.original_text is null then ${wordedBy(tx)} end as generated_by, e.original_text is not null as corrected, e.username is not null as written, e.recipient,
      nullif(e.quoted, '') as quoted, e.at,
      coalesce((select u.sources from conversation_turn u where ${tx.own('u')} and u.answer_entry = e.entry_id), '[]')
        as sources,
      (select count(*) from attachment a
        where ${tx.own('a')} and a.ticket_number = e.ticket_number and a.entry_id = e.entry_id) as attachments`

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

/** Inserts a ticket with a given standing, without its first entry; returns its number. */
export async function insertTicket(
  tx: Transaction,
  author: TicketAuthor,
  ticket: NewTicket,
  standing: Standing,
): Promise<number> {
  const dueAt = awaitsAnswer(standing) ? await promisedFor(tx, standing.lastEntryAt, ticket.urgency) : null
  const { number } = await tx.row<{ number: number }>(sql`
    insert into ticket (client_id, number, installation_code, company_code, person_id, contact_id, limited_session_id,
      area, kind, custom_development, module_number, title, contact_name, email, urgency, phone_assistance, phone,
      call_window, version, origin, from_assistant, related_ticket, raised_by, behalf, created_at, state, last_entry_kind, last_entry_at, due_at)
    values (${tx.client}, nextval('ticket_number'), ${ticket.installation}, ${ticket.company}, ${author.person},
      ${author.contact?.id ?? null}, ${author.limitedSession}, ${ticket.area}, ${ticket.kind},
      ${ticket.customDevelopment}, ${ticket.module}, ${ticket.title}, ${ticket.contactName}, ${ticket.email},
      ${ticket.urgency}, ${ticket.phoneAssistance}, ${ticket.phone}, ${ticket.callWindow}, ${ticket.version},
      ${ticket.origin}, ${ticket.fromAssistant ?? false}, ${ticket.relatedTicket}, ${ticket.raisedBy}, ${ticket.behalf ?? ''}, ${standing.lastEntryAt}, ${standing.state}, ${standing.lastEntryKind},
      ${standing.lastEntryAt}, ${dueAt})
    returning number`)
  return number
}

export interface NewEntry extends StandingEntry {
  readonly text: string
  readonly author: string
  /** The name for which a customer wrote, if not their own. */
  readonly behalf?: string
  readonly origin: string
  /** Null for a technician's entry. */
  readonly person: number | null
  /** Only for an acceptance. */
  readonly rating?: number
  /** The technician who wrote it. */
  readonly username?: string
  /** It is a transcript. */
  readonly transcribed?: boolean
  /** The assistant wrote it. */
  readonly generated?: boolean
  /** The text that its mail quotes, and the signature. */
  readonly quoted?: string
}

interface InsertedEntry {
  readonly id: number
  /** A customer's message has a number of its own. */
  readonly number: number | null
  /** The person whom a claim was addressed to. */
  readonly recipient: string | null
}

export interface AddedEntry extends InsertedEntry {
  /** The ticket after the entry, still locked. */
  readonly ticket: Ticket
}

/**
 * Adds an entry to a locked ticket, and updates the ticket's standing and its due dates. Nothing else adds to a
 * timeline.
 */
export async function addEntry(tx: Transaction, ticket: Ticket, entry: NewEntry): Promise<AddedEntry> {
  const standing = afterEntry(ticket, entry)
  const recipient = entry.kind === 'claim' ? recipientOf(tx, ticket, standing) : sql`null::text`
  const added = await insertEntry(tx, ticket.number, entry, { recipient })
  const dueAt = await dueAfter(tx, ticket, standing)
  const after: Ticket = {
    ...ticket,
    ...standing,
    rating: entry.rating ?? ticket.rating,
    technician: entry.kind === 'answer' ? entry.author : ticket.technician,
    silentAcceptanceAt: await silenceAfter(tx, ticket, entry, standing),
  }
  await tx.rows(sql`
    update ticket t set ${setStanding(after)}, rating = ${after.rating}, technician = ${after.technician},
      due_at = ${dueAt}, silent_acceptance_at = ${after.silentAcceptanceAt},
      accepted_by_silence = ${after.accepted && after.lastEntryKind === 'silence'}
    where ${tx.own('t')} and t.number = ${ticket.number}`)
  return { ...added, ticket: after }
}

/**
 * Lets an answer that was given before close its ticket now, and moves the answer to this moment in the timeline.
 * Returns false if anything was written after it.
 */
export async function closeByAnswer(tx: Transaction, ticket: Ticket, answer: number, now: Date): Promise<boolean> {
  const { last } = await tx.row<{ last: number }>(sql`
    select max(e.entry_id) as last from entry e
    where ${tx.own('e')} and e.ticket_number = ${ticket.number} and e.kind <> 'note'`)
  if (last !== answer) return false
  const closing = { kind: 'assistance', at: now, closes: true } as const
  const standing = afterEntry(ticket, closing)
  await tx.rows(sql`update entry e set closes = true, at = ${now} where ${tx.own('e')} and e.entry_id = ${answer}`)
  await tx.rows(sql`
    update ticket t set ${setStanding(standing)}, due_at = null,
      silent_acceptance_at = ${await silenceAfter(tx, ticket, closing, standing)}
    where ${tx.own('t')} and t.number = ${ticket.number}`)
  return true
}

/** A promised date stays as long as the ticket waits for the same answer. */
async function dueAfter(tx: Transaction, before: Ticket, after: Standing): Promise<Statement> {
  if (!awaitsAnswer(after)) return sql`null`
  if (awaitsAnswer(before)) return sql`t.due_at`
  return sql`${await promisedFor(tx, after.lastEntryAt, before.urgency)}`
}

/** The period of silence goes on while the ticket waits only for its customer; a later answer starts it again. */
async function silenceAfter(
  tx: Transaction,
  before: Ticket,
  { kind, at }: StandingEntry,
  after: Standing,
): Promise<Date | null> {
  if (!countsDown(after)) return null
  if (countsDown(before) && kind !== 'answer') return before.silentAcceptanceAt
  const { rules, calendar } = await readSilence(tx)
  return rules && silentAcceptance(at, rules, calendar)
}

/** A claim goes to the ticket's technician; the last one allowed in a row goes to the supervisors. */
function recipientOf(tx: Transaction, { number }: Ticket, { claimsInARow }: Standing): Statement {
  const provider = sql`(select p.name from provider p)`
  return claimsInARow >= CLAIMS_IN_A_ROW
    ? sql`coalesce((select string_agg(w.name, ', ' order by w.name) from technician w
        where w.role = 'supervisor' and w.active), ${provider})`
    : sql`(select coalesce(w.name, t.technician, ${provider}) from ticket t
        left join technician w on w.username = t.assignee and w.active
        where ${tx.own('t')} and t.number = ${number})`
}

/**
 * Replaces the transcript of a customer's words with a correction, and preserves the transcript. Returns false if there
 * was none.
 */
export async function correctTranscript(tx: Transaction, message: number, text: string): Promise<boolean> {
  const corrected = await tx.maybe(sql`
    update entry e set text = ${text}, original_text = coalesce(e.original_text, e.text)
    where ${tx.own('e')} and e.number = ${message} and e.transcribed
    returning e.number`)
  return corrected !== undefined
}

/** The first entry of a ticket carries the ticket's own number. */
export const insertOpeningEntry = (tx: Transaction, ticket: number, entry: NewEntry) =>
  insertEntry(tx, ticket, entry, { number: sql`${ticket}::bigint` })

/** A mail quotes the whole conversation. */
const MOST_QUOTED = 20_000

function insertEntry(
  tx: Transaction,
  ticket: number,
  entry: NewEntry,
  { number, recipient = sql`null::text` }: { number?: Statement; recipient?: Statement },
) {
  // The promise until now: the answer ends it.
  const promised =
    entry.kind === 'answer'
      ? sql`(select t.due_at from ticket t where ${tx.own('t')} and t.number = ${ticket})`
      : sql`null::timestamptz`
  const own = number ?? (MESSAGES.includes(entry.kind) ? sql`nextval('ticket_number')` : sql`null::bigint`)
  return tx.row<InsertedEntry>(sql`
    insert into entry (client_id, ticket_number, number, kind, closes, text, author, behalf, origin, person_id, at, recipient,
      username, transcribed, generated, quoted, promised_at)
    values (${tx.client}, ${ticket}, ${own}, ${entry.kind}, ${entry.closes}, ${entry.text}, ${entry.author},
      ${entry.behalf ?? ''}, ${entry.origin}, ${entry.person}, ${entry.at}, ${recipient}, ${entry.username ?? null},
      ${entry.transcribed ?? false}, ${entry.generated ?? false}, ${clippedText(entry.quoted ?? '', MOST_QUOTED)},
      ${promised})
    returning entry_id as id, number, recipient`)
}

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
