import type { Caller } from '../http/caller.ts'
import { ticketOfMessage, visibleDevelopments, visibleIncidents, visibleTickets } from './scope.ts'
import { MOST_LISTED } from '../db/newest.ts'
import { type Statement, type Transaction, sql } from '../db/sql.ts'

export interface NewAttachment {
  readonly id: string
  readonly name: string
  readonly mime: string
  readonly bytes: number
  readonly sha256: Buffer
}

/** The place of a file that leaves the staging area: an entry of a ticket. */
export interface AttachmentPlace {
  readonly ticket: number
  readonly entry: number
}

/** A place whose numbers are known to PostgreSQL alone so far. */
type ComingPlace = Readonly<Record<keyof AttachmentPlace, Statement>>

export interface Attachment {
  readonly id: string
  readonly name: string
  readonly mime: string
  readonly bytes: number
  readonly addedAt: Date
  /** The number of the customer's message that it belongs to, or the ticket's. */
  readonly message: number
  /** Null for a file of an incident or a development. */
  readonly entry: number | null
}

export const insertAttachment = (
  tx: Transaction,
  caller: Caller,
  file: NewAttachment,
  place: AttachmentPlace | null,
  now: Date,
): void =>
  tx.later(sql`
    insert into attachment (client_id, attachment_id, person_id, session_id, ticket_number, entry_id, name, mime, bytes,
      sha256, added_at)
    values (${tx.client}, ${file.id}, ${caller.person}, ${caller.session}, ${place?.ticket ?? null},
      ${place?.entry ?? null}, ${file.name}, ${file.mime}, ${file.bytes}, ${file.sha256}, ${now})`)

/**
 * Attaches staged files to an entry, in this order. Each file must be this person's and is attached once. Returns false if one is not; the
 * caller must then roll back.
 */
export async function bindStagedFiles(
  tx: Transaction,
  caller: Caller,
  ids: readonly string[],
  { ticket, entry }: AttachmentPlace | ComingPlace,
): Promise<boolean> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return true
  const bound = await tx.rows<{ id: string; sequence: number }>(sql`
    update attachment a set ticket_number = ${ticket}, entry_id = ${entry}
    where ${staged(tx, caller)} and a.attachment_id = any(${wanted})
    returning a.attachment_id as id, a.sequence`)
  if (bound.length !== wanted.length) return false
  const came = bound.toSorted((one, other) => one.sequence - other.sequence).map(({ id }) => id)
  if (came.some((id, place) => id !== wanted[place])) await putInOrder(tx, wanted)
  return true
}

/** Files are listed by their sequence: the person has chosen another order than the one in which they came. */
async function putInOrder(tx: Transaction, ids: readonly string[]): Promise<void> {
  for (const id of ids)
    await tx.rows(sql`
      update attachment a set sequence = default where ${tx.own('a')} and a.attachment_id = ${id}`)
}

/** The entry of a customer's message and its number of files, if the caller may see the ticket. */
export const placeOfMessage = (tx: Transaction, caller: Caller, number: number) =>
  tx.maybe<AttachmentPlace & { files: number }>(sql`
    select e.ticket_number as ticket, e.entry_id as entry,
      (select count(*) from attachment a where ${tx.own('a')} and a.entry_id = e.entry_id and a.ticket_number = e.ticket_number) as files
    from entry e join ticket t on t.client_id = e.client_id and t.number = e.ticket_number
    where ${tx.own('e')} and e.number = ${number} and ${visibleTickets(tx, caller)}`)

const ATTACHMENT = sql`a.attachment_id as id, a.name, a.mime, a.bytes, a.added_at`

/** The newest files of a ticket, oldest first; undefined if the caller may not see the ticket. */
export async function attachmentsOfTicket(tx: Transaction, caller: Caller, number: number) {
  const ticket = await tx.maybe<{ number: number }>(sql`
    select t.number from ticket t where ${visibleTickets(tx, caller)} and t.number = ${ticketOfMessage(tx, number)}`)
  if (!ticket) return undefined
  const newest = await tx.rows<Attachment>(sql`
    select ${ATTACHMENT}, coalesce(e.number, a.ticket_number) as message, a.entry_id as entry
    from attachment a join entry e on e.client_id = a.client_id and e.entry_id = a.entry_id
    where ${tx.own('a')} and a.ticket_number = ${ticket.number}
    order by a.sequence desc limit ${MOST_LISTED}`)
  return newest.toReversed()
}

/** The files of an incident or development (they share one sequence of numbers), likewise. */
export async function attachmentsOfWork(tx: Transaction, caller: Caller, number: number) {
  const found = await tx.maybe<{ incident: number | null; development: number | null }>(sql`
    select i.number as incident, null::bigint as development from incident i
    where ${visibleIncidents(tx, caller)} and i.number = ${number}
    union all
    select null, d.number from development d where ${visibleDevelopments(tx, caller)} and d.number = ${number}`)
  if (!found) return undefined
  const newest = await tx.rows<Attachment>(sql`
    select ${ATTACHMENT}, ${number}::bigint as message, null::bigint as entry from attachment a
    where ${tx.own('a')} and (a.incident_number = ${found.incident} or a.development_number = ${found.development})
    order by a.sequence desc limit ${MOST_LISTED}`)
  return newest.toReversed()
}

/** A file of a ticket, incident or development that the caller may see, or one staged by this person. */
export const findAttachment = (tx: Transaction, caller: Caller, id: string) =>
  tx.maybe<Omit<Attachment, 'message' | 'entry'>>(sql`
    select ${ATTACHMENT} from attachment a
    where ${tx.own('a')} and a.attachment_id = ${id} and (
      (${staged(tx, caller)})
      or exists (select from ticket t where ${visibleTickets(tx, caller)} and t.number = a.ticket_number)
      or exists (select from incident i where ${visibleIncidents(tx, caller)} and i.number = a.incident_number)
      or exists (select from development d where ${visibleDevelopments(tx, caller)} and d.number = a.development_number))`)

/**
 * Deletes the records of staged files that no draft holds: a customer's after a day, a technician's after as long as
 * drafts are kept. Returns them, so that the caller removes the files.
 */
export const sweepStaged = (tx: Transaction, before: Date, techniciansBefore: Date) =>
  tx.rows<{ id: string; addedAt: Date }>(sql`
    delete from attachment a
    where ${tx.own('a')} and ${OF_NOTHING} and a.added_at < ${before}
      and (a.username is null or a.added_at < ${techniciansBefore})
      and not exists (select from draft d where ${tx.own('d')} and d.person_id = a.person_id and a.attachment_id = any(d.files))
    returning a.attachment_id as id, a.added_at`)

export interface BytesAdded {
  readonly person: number
  readonly client: number
  /** Staged by this person at any time and not attached yet. */
  readonly staged: number
  /** Sent by unsigned links to the caller's installation. */
  readonly limited: number
}

/** What all limited sessions of an installation have added. Only a limited session asks: PostgreSQL plans this part for each question. */
const limitedBytes = (tx: Transaction, { installation }: Caller): Statement => sql`
  coalesce(sum(a.bytes) filter (where exists (
    select from person p where ${tx.own('p')} and p.person_id = a.person_id and p.source = 'limited'
      and p.installation_code = ${installation})), 0)::bigint`

/** How many bytes of files the caller, and others around the caller, have added since an instant. */
export const bytesAdded = (tx: Transaction, caller: Caller, since: Date) =>
  tx.row<BytesAdded>(sql`
    select coalesce(sum(a.bytes), 0)::bigint as client,
      coalesce(sum(a.bytes) filter (where a.person_id = ${caller.person}), 0)::bigint as person,
      ${caller.limited ? limitedBytes(tx, caller) : sql`0::bigint`} as limited,
      (select coalesce(sum(a.bytes), 0)::bigint from attachment a
        where ${tx.own('a')} and a.person_id = ${caller.person} and ${OF_NOTHING}) as staged
    from attachment a where ${tx.own('a')} and a.added_at > ${since}`)

/** This person's staged files; a limited session sees only its own. */
const staged = (tx: Transaction, caller: Caller): Statement => sql`
  ${tx.own('a')} and a.person_id = ${caller.person} and ${OF_NOTHING}
  ${caller.limited ? sql`and a.session_id = ${caller.session}` : sql``}`

/** It is attached to nothing: the condition of the index attachment_staged. */
const OF_NOTHING = sql`a.ticket_number is null and a.incident_number is null and a.development_number is null`
