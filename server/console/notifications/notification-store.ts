import type { NOTIFICATION_KINDS, consoleNotifications } from '#contract/console/notifications.ts'
import type { EventSubject } from '#contract/event.ts'
import type { Data } from '#contract/endpoint.ts'
import type { AnyUrgency } from '#domain/urgency.ts'
import { type Acting, type Runner, type StaffTransaction, sql } from '../../db/sql.ts'
import { readCursor } from '../lists/cursor.ts'
import { partOf } from '../lists/paged-list.ts'

type Listed = Data<typeof consoleNotifications.list>['items'][number]
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

const LISTED = sql`
  n.notification_id as id, n.kind, n.subject, n.number, n.at, n.read_at is not null as read,
  coalesce(case n.subject
    when 'ticket' then (select any_t.title from ticket any_t where any_t.number = n.number limit 1)
    when 'incident' then (select any_i.title from incident any_i where any_i.number = n.number limit 1)
    when 'development' then (select any_d.title from development any_d where any_d.number = n.number limit 1)
    when 'valuation' then (select left(any_v.description, 200) from valuation any_v where any_v.number = n.number limit 1)
  end, '') as title`

export async function listNotifications(
  runner: Runner,
  username: string,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
) {
  const [before = null] = after === undefined ? [] : readCursor(after, ['number'])
  const rows = await runner.rows<Listed>(sql`
    select ${LISTED} from notification n
    where n.username = ${username} and (${before}::bigint is null or n.notification_id < ${before}::bigint)
    order by n.notification_id desc limit ${limit + 1}`)
  return partOf(rows, limit, (last) => [last.id])
}

/** How many are unread, and the newest of them. */
export async function unreadOf(runner: Runner, username: string) {
  const { unread } = await runner.row<{ unread: number }>(sql`
    select count(*) as unread from notification n where n.username = ${username} and n.read_at is null`)
  const newest = await runner.maybe<Listed>(sql`
    select ${LISTED} from notification n
    where n.username = ${username} and n.read_at is null order by n.notification_id desc limit 1`)
  return { unread, newest: newest ?? null }
}

/** The notifications about a record, or all. */
export const markRead = (
  tx: Runner,
  username: string,
  { subject, number }: { readonly subject: EventSubject | null; readonly number: number | null },
  now: Date,
) =>
  tx.rows(sql`
    update notification n set read_at = ${now}
    where n.username = ${username} and n.read_at is null
      and (${subject}::text is null or (n.subject = ${subject}::text and n.number = ${number}::bigint))`)

export async function silencedBy(runner: Runner, username: string): Promise<readonly NotificationKind[]> {
  const { silenced } = await runner.row<{ silenced: NotificationKind[] }>(sql`
    select t.silenced from technician t where t.username = ${username}`)
  return silenced
}

/** The kinds that a technician does not want by mail, and the address for the others. */
export const mailsOf = (runner: Runner, username: string) =>
  runner.row<{ unmailed: NotificationKind[]; email: string | null }>(sql`
    select t.unmailed, t.email from technician t where t.username = ${username}`)

export const unmail = (tx: Runner, username: string, kinds: readonly NotificationKind[]) =>
  tx.rows(sql`update technician t set unmailed = ${kinds} where t.username = ${username}`)

export const silence = (tx: Runner, username: string, kinds: readonly NotificationKind[]) =>
  tx.rows(sql`update technician t set silenced = ${kinds} where t.username = ${username}`)

export const dropOldNotifications = (runner: Runner, before: Date) =>
  runner.rows(sql`delete from notification n where n.at < ${before}`)

/** The last event that was handled; undefined while another server is working. */
export const takeCursor = (tx: StaffTransaction) =>
  tx.maybe<{ reached: number }>(sql`select c.reached from notification_cursor c for update skip locked`)

export const moveCursor = (tx: StaffTransaction, reached: number): void =>
  tx.later(sql`update notification_cursor c set reached = ${reached}`)

export interface NewNotification {
  readonly kind: NotificationKind
  readonly subject: EventSubject
  readonly number: number
  readonly cause: string
  /** For nobody in particular: for the supervisors. */
  readonly username: string | null
}

/** Adds notifications that their readers have not silenced, and do not have yet. */
export const addNotifications = (tx: Acting, added: readonly NewNotification[], now: Date): void =>
  tx.later(sql`
    insert into notification (username, kind, subject, number, cause, at)
    select w.username, told.kind, told.subject, told.number, told.cause, ${now}
    from unnest(${added.map(({ kind }) => kind)}::text[], ${added.map(({ subject }) => subject)}::text[],
        ${added.map(({ number }) => number)}::bigint[], ${added.map(({ cause }) => cause)}::text[],
        ${added.map(({ username }) => username)}::text[]) told (kind, subject, number, cause, username)
      join technician w on w.active and (w.username = told.username or (told.username is null and w.role = 'supervisor'))
    where not told.kind = any(w.silenced)
      and not exists (
        select from notification n where n.username = w.username and n.kind = told.kind and n.cause = told.cause)
    on conflict do nothing`)

export interface TicketAtHand {
  readonly assignee: string | null
  readonly claimsInARow: number
  readonly lastClaimAt: Date | null
}

export const ticketAtHand = (tx: StaffTransaction, client: number, number: number) =>
  tx.maybe<TicketAtHand>(sql`
    select any_t.assignee, any_t.claims_in_a_row, any_t.last_claim_at from ticket any_t
    where any_t.client_id = ${client} and any_t.number = ${number}`)

/** The latest act on the ticket that may have assigned it. */
export const lastAssigning = (tx: StaffTransaction, number: number) =>
  tx.maybe<{ id: number; username: string }>(sql`
    select a.audit_id as id, a.username from audit a
    where a.ticket_number = ${number}
      and a.act = any(array['/console/ticket/assign', '/console/ticket/answer', '/console/work/answer', '/console/calls'])
    order by a.audit_id desc limit 1`)

/** The supervisor with the fewest open tickets, or the one who has it already; undefined without any. */
export const supervisorFor = (tx: StaffTransaction, assignee: string | null) =>
  tx.maybe<{ username: string }>(sql`
    select w.username from technician w
    where w.role = 'supervisor' and w.active
    order by w.username is distinct from ${assignee}::text,
      (select count(*) from ticket any_t where any_t.assignee = w.username and not any_t.accepted), w.username
    limit 1`)

/** The technicians of the tickets that wait for an incident or a development; null for a ticket without one. */
export const waitingFor = (tx: StaffTransaction, client: number, subject: 'incident' | 'development', number: number) =>
  tx.rows<{ assignee: string | null }>(sql`
    select distinct any_t.assignee from ticket any_t
    where any_t.client_id = ${client} and any_t.number in (
      select any_l.ticket_number from incident_ticket any_l
      where ${subject} = 'incident' and any_l.client_id = ${client} and any_l.incident_number = ${number}
      union all
      select any_l.ticket_number from development_ticket any_l
      where ${subject} = 'development' and any_l.client_id = ${client} and any_l.development_number = ${number})
    limit 100`)

/** Whether the work installed for testing failed its customer's test. */
export async function isFailed(
  tx: StaffTransaction,
  client: number,
  subject: 'incident' | 'development',
  number: number,
): Promise<boolean> {
  const { failed } = await tx.row<{ failed: boolean }>(sql`
    select exists (
      select from incident any_i
      where ${subject} = 'incident' and any_i.client_id = ${client} and any_i.number = ${number} and any_i.validation = 'failed'
      union all
      select from development any_d
      where ${subject} = 'development' and any_d.client_id = ${client} and any_d.number = ${number}
        and any_d.validation = 'failed') as failed`)
  return failed
}

/**
 * The technician of a valuation's ticket or, without one, the technician who last offered it; null if neither is known.
 */
export async function valuedFor(tx: StaffTransaction, client: number, number: number): Promise<string | null> {
  const found = await tx.maybe<{ username: string | null }>(sql`
    select coalesce(
      (select any_t.assignee from ticket any_t
        where any_t.client_id = any_v.client_id and any_t.number = any_v.ticket_number),
      (select any_h.username from valuation_event any_h join technician w on w.username = any_h.username and w.active
        where any_h.client_id = any_v.client_id and any_h.valuation_number = any_v.number and any_h.kind = 'offered'
        order by any_h.event_id desc limit 1)) as username
    from valuation any_v where any_v.client_id = ${client} and any_v.number = ${number}`)
  return found?.username ?? null
}

/** The internal note behind an event. */
export const noteOf = (tx: StaffTransaction, event: number) =>
  tx.maybe<{ id: number; username: string; text: string }>(sql`
    select any_n.note_id as id, any_n.username, any_n.text
    from event any_e join internal_note any_n on any_n.client_id = any_e.client_id and any_n.note_id = any_e.note_id
    where any_e.event_id = ${event}`)

export interface Due {
  readonly number: number
  readonly assignee: string | null
  readonly urgency: AnyUrgency
  readonly dueAt: Date
}

/** The promises due between two moments, the latest first, so that the limit never cuts off near ones. */
export const dueBetween = (tx: StaffTransaction, from: Date, until: Date) =>
  tx.rows<Due>(sql`
    select any_t.number, any_t.assignee, any_t.urgency, any_t.due_at from ticket any_t
    where any_t.due_at > ${from} and any_t.due_at <= ${until} and any_t.merged_into is null
    order by any_t.due_at desc limit 2000`)
