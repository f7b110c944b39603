import type { Language } from '#contract/moment.ts'
import { type Runner, type StaffTransaction, sql } from '../../db/sql.ts'
import { noteNewAddressRefusal } from '../door/new-address-store.ts'
import type { NotificationKind } from '../notifications/notification-store.ts'
import type { EventSubject } from '#contract/event.ts'

// The notifications of technicians who have no console open, told by mail.

/** Notes that a technician has a console open; at most once a minute. */
export const noteConsoleOpen = (tx: Runner, username: string, language: Language, now: Date) =>
  tx.rows(sql`
    insert into console_open as o (username, at, language) values (${username}, ${now}, ${language})
    on conflict (username) do update set at = excluded.at, language = excluded.language
    where o.at <= excluded.at - interval '1 minute' or o.language <> excluded.language`)

interface AwayTechnician {
  readonly username: string
  readonly email: string
  readonly language: Language
}

interface Since {
  /** A technician who had a console open after this is not away. */
  readonly open: Date
  /** A technician who was mailed after this waits for the next mail. */
  readonly mailed: Date
  /** Older notifications are not mailed. */
  readonly told: Date
}

const MOST_AT_ONCE = 50

/**
 * The technicians who are away and have unread notifications since then, of kinds that they want by mail. Their rows
 * are locked, so that another server takes others.
 */
export const awayWithNews = (tx: StaffTransaction, since: Since) =>
  tx.rows<AwayTechnician>(sql`
    select t.username, t.email, coalesce(o.language, 'es') as language
    from technician t left join console_open o on o.username = t.username
    where t.active and not t.of_key and t.email is not null and t.email_refused_at is null
      and (o.at is null or o.at <= ${since.open})
      and not exists (
        select from technician_mail m
        where m.username = t.username and m.kind = 'notifications' and m.created_at > ${since.mailed})
      and exists (
        select from notification n
        where n.username = t.username and n.read_at is null and n.mail_id is null and n.at > ${since.told}
          and (o.at is null or n.at > o.at) and not n.kind = any(t.unmailed || t.silenced))
    order by t.username limit ${MOST_AT_ONCE} for update of t skip locked`)

/** Puts one mail about all of them into the outbox. */
export async function mailNews(
  tx: StaffTransaction,
  { username, email, language }: AwayTechnician,
  messageId: string,
  told: Date,
  now: Date,
): Promise<void> {
  const { mail } = await tx.row<{ mail: number }>(sql`
    insert into technician_mail (kind, username, email, language, message_name, created_at, due_at)
    values ('notifications', ${username}, ${email}, ${language}, ${messageId}, ${now}, ${now}) returning mail_id as mail`)
  await tx.rows(sql`
    update notification n set mail_id = ${mail}
    from technician t left join console_open o on o.username = t.username
    where t.username = ${username} and n.username = t.username and n.read_at is null and n.mail_id is null and n.at > ${told}
      and (o.at is null or n.at > o.at) and not n.kind = any(t.unmailed || t.silenced)`)
}

export interface MailedNotification {
  readonly kind: NotificationKind
  readonly subject: EventSubject
  readonly number: number
  readonly title: string
}

/** The notifications in a mail that are still unread, oldest first; one more than `most` if there are more. */
export const newsOf = (tx: Runner, mail: number, username: string, most: number) =>
  tx.rows<MailedNotification>(sql`
    select n.kind, n.subject, n.number,
      coalesce(case n.subject
        when 'ticket' then (select any_t.title from ticket any_t where any_t.number = n.number limit 1)
        when 'incident' then (select any_i.title from incident any_i where any_i.number = n.number limit 1)
        when 'development' then (select any_d.title from development any_d where any_d.number = n.number limit 1)
        when 'valuation' then (select left(any_v.description, 200) from valuation any_v where any_v.number = n.number limit 1)
      end, '') as title
    from notification n
    where n.username = ${username} and n.mail_id = ${mail} and n.read_at is null
      and not exists (select from technician t where t.username = n.username and n.kind = any(t.unmailed || t.silenced))
    order by n.notification_id limit ${most + 1}`)

/** A mail server's answer about a technician's address, or about the one that waits to be confirmed; null clears it. */
export async function noteTechnicianRefusal(
  tx: Runner,
  { username, email }: Pick<AwayTechnician, 'username' | 'email'>,
  reason: string | null,
  now: Date,
): Promise<void> {
  await noteNewAddressRefusal(tx, { username, email }, reason ?? '')
  await tx.rows(sql`
    update technician t set email_refused_at = case when ${reason}::text is not null then ${now}::timestamptz end,
      email_refusal = coalesce(${reason}::text, '')
    where t.username = ${username} and t.email = ${email}
      and (${reason}::text is not null or t.email_refused_at is not null)`)
}

/** A technician's mail has come back; false if it is none of theirs. */
export async function technicianBounced(
  tx: StaffTransaction,
  { messageId, reason }: { readonly messageId: string; readonly reason: string },
  now: Date,
): Promise<boolean> {
  const mail = await tx.maybe<{ username: string; email: string }>(sql`
    update technician_mail m set state = 'failed', last_error = ${reason}, settled_at = ${now}
    where m.message_name = ${messageId} and m.state in ('sent', 'possibly-sent')
    returning m.username, m.email`)
  if (!mail) return false
  await noteTechnicianRefusal(tx, mail, reason, now)
  return true
}
