import type { consoleTickets } from '#contract/console/tickets.ts'
import type { Data } from '#contract/endpoint.ts'
import type { ClientArea } from '#domain/account.ts'
import type { DevelopmentState } from '#domain/development.ts'
import type { IncidentState } from '#domain/incident.ts'
import type { AnyUrgency } from '#domain/urgency.ts'
import type { Area, Standing } from '#domain/ticket.ts'
import { type Runner, type Statement, type Transaction, sql } from '../../db/sql.ts'
import { MOST_LISTED, type Part, newestEntries, newestNotes, partOf } from '../../db/newest.ts'
import { STANDING } from '../../tickets/ticket-store.ts'
import { TRANSCRIBED, wordedBy } from '../../tickets/timeline-store.ts'
import { wordQuery, wordsOf } from '../lists/said-words-store.ts'
import { type Colleague, technicianNamed } from '../technicians/colleague.ts'

type Shown = Data<typeof consoleTickets.view>

/** The client of a message's number, and the ticket that now holds the message. */
export interface Place {
  readonly client: number
  readonly number: number
}

export const placeOf = (runner: Runner, message: number) =>
  runner.maybe<Place>(sql`
    select any_e.client_id as client, any_e.ticket_number as number from entry any_e
    where any_e.number = ${message} order by any_e.client_id limit 1`)

export type SupportTicket = Omit<Shown['ticket'], 'turn' | 'channel' | keyof Standing> &
  Standing & { readonly person: number; readonly contact: number | null }

export const supportTicket = (tx: Transaction, number: number) =>
  tx.row<SupportTicket>(sql`
    select t.number, t.title, t.installation_code as installation, t.company_code as company, t.area, t.kind,
      (select jsonb_build_object('number', m.number, 'name', m.name) from module m where m.number = t.module_number) as module,
      t.custom_development, t.urgency, t.version, t.origin, t.from_assistant,
      t.raised_by, t.behalf, t.contact_name, t.email, t.phone_assistance, t.phone,
      t.call_window, t.called_back_at, ${technicianNamed(sql`t.noted_by`)} as noted_by,
      t.call_minutes, t.related_ticket, t.accepted_by_silence,
      t.silent_acceptance_at, t.rating, t.due_at,
      ${technicianNamed(sql`t.assignee`)} as assignee, t.technician, t.created_at, t.person_id as person,
      t.contact_id as contact, ${STANDING}
    from ticket t where ${tx.own('t')} and t.number = ${number}`)

export type FullEntry = Omit<Shown['timeline'][number], 'side' | 'attachments'> & { readonly username: string | null }

/** The newest of a ticket's entries, or the newest before a given one. */
export const entriesOf = async (tx: Transaction, ticket: number, before?: number): Promise<Part<FullEntry>> =>
  partOf(
    await tx.rows<FullEntry & { readonly earlier: boolean }>(sql`
      select ${fullEntry(tx)}, newest.earlier
      from ${newestEntries(tx, ticket, before)} join entry e on e.entry_id = newest.id
      where ${tx.own('e')} and e.ticket_number = ${ticket}
      order by e.at, e.entry_id`),
  )

/** Entries after a given one by others than this technician; of many, the newest. */
export const entriesAfter = (tx: Transaction, ticket: number, after: number, username: string) =>
  tx.rows<FullEntry>(sql`
    select ${fullEntry(tx)} from ${newestEntries(tx, ticket)} join entry e on e.entry_id = newest.id
    where ${tx.own('e')} and e.ticket_number = ${ticket} and e.entry_id > ${after}
      and e.username is distinct from ${username}
    order by e.at, e.entry_id`)

const fullEntry = (tx: Transaction): Statement => sql`
    e.entry_id as id, e.number, e.kind, e.closes, e.text, e.author, e.behalf, e.username, e.origin, ${TRANSCRIBED}, e.generated,
      case when e.generated then ${wordedBy(tx)} = 'quotes' else false end as from_manuals, e.original_text, e.recipient, e.at,
      nullif(e.quoted, '') as quoted`

export const latestEntryOf = async (tx: Transaction, ticket: number): Promise<number> =>
  (
    await tx.row<{ latest: number }>(sql`
      select coalesce(max(e.entry_id), 0) as latest from entry e where ${tx.own('e')} and e.ticket_number = ${ticket}`)
  ).latest

export type FileOfEntry = Omit<Shown['timeline'][number]['attachments'][number], 'heldBack'> & {
  readonly entry: number
}

/** The files of these entries of a ticket. */
export const filesOf = (tx: Transaction, ticket: number, entries: readonly { readonly id: number }[]) =>
  tx.rows<FileOfEntry>(sql`
    select a.entry_id as entry, a.attachment_id as id, a.name, a.mime, a.bytes, a.added_at
    from attachment a where ${tx.own('a')} and a.ticket_number = ${ticket}
      and a.entry_id = any (${entries.map(({ id }) => id)})
    order by a.sequence`)

export type Note = Shown['notes'][number]

/** The newest notes and acts of technicians on a ticket, or the newest before a given note. */
export const notesOf = async (tx: Transaction, ticket: number, before?: number): Promise<Part<Note>> =>
  partOf(
    await tx.rows<Note & { readonly earlier: boolean }>(sql`
      select n.note_id as id, w.name as author, n.text, n.at, newest.earlier
      from ${newestNotes(tx, ticket, before)} join internal_note n on n.note_id = newest.id join technician w using (username)
      where ${tx.own('n')} and n.ticket_number = ${ticket}
      order by n.at, n.note_id`),
  )

export const insertNote = async (tx: Transaction, ticket: number, username: string, text: string, now: Date) =>
  (
    await tx.row<{ id: number }>(sql`
      insert into internal_note (client_id, ticket_number, username, text, at)
      values (${tx.client}, ${ticket}, ${username}, ${text}, ${now}) returning note_id as id`)
  ).id

interface LinkedWork<State> {
  readonly number: number
  readonly title: string
  readonly state: State
  readonly plannedDelivery: string | null
}

export const incidentsLinkedTo = (tx: Transaction, ticket: number) =>
  tx.rows<LinkedWork<IncidentState>>(sql`
    select i.number, i.title, i.state, i.planned_delivery
    from incident_ticket l join incident i on i.client_id = l.client_id and i.number = l.incident_number
    where ${tx.own('l')} and l.ticket_number = ${ticket} order by i.number limit ${MOST_LISTED}`)

export const developmentsLinkedTo = (tx: Transaction, ticket: number) =>
  tx.rows<LinkedWork<DevelopmentState>>(sql`
    select d.number, d.title, d.state, d.planned_delivery
    from development_ticket l join development d on d.client_id = l.client_id and d.number = l.development_number
    where ${tx.own('l')} and l.ticket_number = ${ticket} order by d.number limit ${MOST_LISTED}`)

export type ClientCard = Shown['client']

export const clientCard = (tx: Transaction) =>
  tx.maybe<ClientCard>(sql`select c.client_id as code, c.name, c.email, c.areas from client c where ${tx.own('c')}`)

export type InstallationCard = Shown['installation']

/** A client's installations with their companies: all, or one. */
export const installationsOf = (tx: Transaction, code: string | null = null) =>
  tx.rows<InstallationCard>(sql`
    select i.code, i.version,
      (select coalesce(jsonb_agg(jsonb_build_object('code', y.code, 'name', y.name) order by y.code), '[]') from company y
        where ${tx.own('y')} and y.installation_code = i.code) as companies
    from installation i where ${tx.own('i')} and ${code === null ? sql`true` : sql`i.code = ${code}`} order by i.code`)

export type ContactCard = NonNullable<Shown['contact']>

export const contactCard = (tx: Transaction, contact: number) =>
  tx.row<ContactCard>(sql`
    select k.contact_id as id, k.name, k.email, k.phone, k.visibility, k.active from contact k
    where ${tx.own('k')} and k.contact_id = ${contact}`)

export type OtherTicket = Omit<Shown['otherTickets'][number], 'turn'> &
  Pick<Standing, 'lastEntryKind' | 'blockingIncident'>

const OTHERS = 10

/** The newest other tickets of the same contact or, without a contact, of the same person. */
export const otherTickets = (tx: Transaction, { number, contact, person }: SupportTicket) =>
  tx.rows<OtherTicket>(sql`
    select t.number, t.title, t.state, t.accepted, t.last_entry_kind,
      t.blocking_incident, t.claims_in_a_row, t.created_at
    from ticket t
    where ${tx.own('t')} and ${contact === null ? sql`t.contact_id is null and t.person_id = ${person}` : sql`t.contact_id = ${contact}`}
      and t.number <> ${number} and t.merged_into is null
    order by t.created_at desc, t.number desc limit ${OTHERS}`)

export const joinedTo = (tx: Transaction, ticket: number) =>
  tx.rows<{ number: number; title: string }>(sql`
    select t.number, t.title from ticket t where ${tx.own('t')} and t.merged_into = ${ticket} order by t.number
    limit ${MOST_LISTED}`)

export const setAssignee = (tx: Transaction, ticket: number, username: string | null) =>
  tx.rows(sql`update ticket t set assignee = ${username} where ${tx.own('t')} and t.number = ${ticket}`)

export const assigneeOf = async (tx: Transaction, ticket: number) =>
  (
    await tx.row<{ assignee: Colleague | null }>(sql`
      select ${technicianNamed(sql`t.assignee`)} as assignee from ticket t where ${tx.own('t')} and t.number = ${ticket}`)
  ).assignee

export interface Properties {
  readonly urgency: AnyUrgency
  readonly area: Area
  readonly module: number | null
}

export const propertiesOf = (tx: Transaction, ticket: number) =>
  tx.row<Properties & { dueAt: Date | null }>(sql`
    select t.urgency, t.area, t.module_number as module, t.due_at from ticket t
    where ${tx.own('t')} and t.number = ${ticket}`)

export const setProperties = (
  tx: Transaction,
  ticket: number,
  { urgency, area, module, dueAt }: Properties & { readonly dueAt: Date | null },
) =>
  tx.rows(sql`
    update ticket t set urgency = ${urgency}, area = ${area}, module_number = ${module}, due_at = ${dueAt}
    where ${tx.own('t')} and t.number = ${ticket}`)

export const listedModules = (runner: Runner) =>
  runner.rows<{ number: number; name: string; area: ClientArea }>(
    sql`select m.number, m.name, m.area from module m where m.listed order by m.area = 'main' desc, m.area, m.name`,
  )

export type CannedAnswer = Data<typeof consoleTickets.cannedAnswers>[number]

export const cannedAnswers = (runner: Runner) =>
  runner.rows<CannedAnswer>(sql`
    select n.canned_answer_id as id, n.title, n.text from canned_answer n order by lower(n.title), n.canned_answer_id`)

export type PossibleCaller = Data<typeof consoleTickets.callers>[number]

const CALLERS = 20
const MIN_DIGITS = 4

/**
 * Clients, and contacts of any client, whose names contain all the words, or whose code, installation, e-mail or phone contains
 * the text.
 */
export async function possibleCallers(runner: Runner, text: string): Promise<PossibleCaller[]> {
  const words = await wordsOf(runner, text)
  const said = (name: Statement): Statement =>
    words.length === 0
      ? sql`false`
      : words.reduce((all, word) => sql`${all} and search_words(${name}) @@ ${wordQuery(word)}`, sql`true`)
  const part = `%${text.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const digits = text.replaceAll(/\D/g, '')
  const phone = digits.length < MIN_DIGITS ? null : `%${digits}%`
  return runner.rows<PossibleCaller>(sql`
    select jsonb_build_object('code', found.client_id, 'name', found.client_name) as client, found.contact,
      found.installations
    from (
      select any_c.client_id, any_c.name as client_name, null::jsonb as contact, any_c.name,
        array(select any_i.code from installation any_i where any_i.client_id = any_c.client_id order by any_i.code) as installations
      from client any_c
      where (${said(sql`any_c.name`)}) or any_c.client_id::text = ${text.trim()} or exists (
        select from installation any_i where any_i.client_id = any_c.client_id and any_i.code ilike ${part})
      union all
      select any_k.client_id, any_c.name,
        jsonb_build_object('id', any_k.contact_id, 'name', any_k.name, 'email', any_k.email, 'phone', any_k.phone), any_k.name,
        array(select any_i.installation_code from contact_installation any_i
          where any_i.client_id = any_k.client_id and any_i.contact_id = any_k.contact_id order by 1)
      from contact any_k join client any_c using (client_id)
      where any_k.active and ((${said(sql`any_k.name`)}) or any_k.email ilike ${part}
        or regexp_replace(any_k.phone, '\\D', '', 'g') like ${phone})
    ) found
    order by found.contact is null desc, found.name, found.client_id limit ${CALLERS}`)
}
