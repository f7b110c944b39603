import { clippedText } from '#domain/clipped-text.ts'
import type { WordedBy } from '#domain/conversation.ts'
import {
  type EntryKind,
  type Standing,
  type StandingEntry,
  MESSAGES,
  afterEntry,
  kindsUnreadBy,
} from '#domain/ticket.ts'
import { CLAIMS_IN_A_ROW } from '#domain/ticket-actions.ts'
import { awaitsAnswer } from '#domain/promise.ts'
import { countsDown, silentAcceptance } from '#domain/silence.ts'
import { type Before, type Part, newestEntries, partOf } from '../db/newest.ts'
import { promisedFor } from '../db/promise-store.ts'
import { type Statement, type Transaction, sql } from '../db/sql.ts'
import { GENERATED_BY } from '../assistant/conversation-store.ts'
import { readSilence } from './silence-store.ts'
import { type Ticket, setStanding } from './ticket-store.ts'

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
  readonly ticketNumber: number
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
  const [added, dueAt, silentAcceptanceAt] = await Promise.all([
    insertEntry(tx, ticket.number, entry, { recipient }),
    dueAfter(tx, ticket, standing),
    silenceAfter(tx, ticket, entry, standing),
  ])
  const after: Ticket = {
    ...ticket,
    ...standing,
    rating: entry.rating ?? ticket.rating,
    technician: entry.kind === 'answer' ? entry.author : ticket.technician,
    silentAcceptanceAt,
  }
  tx.later(sql`
    update ticket t set ${setStanding(after)}, rating = ${after.rating}, technician = ${after.technician},
      due_at = case when ${staysDue(ticket, standing)} then t.due_at else ${dueAt}::timestamptz end, silent_acceptance_at = ${after.silentAcceptanceAt},
      accepted_by_silence = ${after.accepted && after.lastEntryKind === 'silence'}, ${newestOf(added.id, entry)}
    where ${tx.own('t')} and t.number = ${ticket.number}`)
  return { ...added, ticket: after }
}

/** What is unread to either side. A trigger would keep it as well (0237), by another change of the ticket's row. */
const newestOf = (id: number, { kind, username = '' }: NewEntry): Statement => sql`
  newest_said = case when ${kindsUnreadBy('technician').includes(kind)} and t.assignee <> ${username} then greatest(t.newest_said, ${id})
    else t.newest_said end,
  newest_answer = case when ${kindsUnreadBy('customer').includes(kind)} then greatest(t.newest_answer, ${id}) else t.newest_answer end`

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
const staysDue = (before: Ticket, after: Standing): boolean => awaitsAnswer(before) && awaitsAnswer(after)

const dueAfter = async (tx: Transaction, before: Ticket, after: Standing): Promise<Date | null> =>
  awaitsAnswer(after) && !awaitsAnswer(before) ? promisedFor(tx, after.lastEntryAt, before.urgency) : null

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
export const insertOpeningEntry = (tx: Transaction, ticket: number | Statement, entry: NewEntry) =>
  insertEntry(tx, ticket, entry, { number: sql`${ticket}::bigint` })

/** The id of the entry that opened a ticket. */
export const openingEntryOf = (tx: Transaction, ticket: Statement): Statement =>
  sql`(select e.entry_id from entry e where ${tx.own('e')} and e.number = ${ticket})`

/** A mail quotes the whole conversation. */
const MOST_QUOTED = 20_000

function insertEntry(
  tx: Transaction,
  ticket: number | Statement,
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
    returning entry_id as id, ticket_number, number, recipient`)
}
