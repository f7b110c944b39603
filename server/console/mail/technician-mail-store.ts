import type { Language } from '#contract/moment.ts'
import type { TechnicianMailKind } from '#contract/mail.ts'
import { type Runner, type StaffTransaction, sql } from '../../db/sql.ts'
import type { Settlement } from './outbox-store.ts'

// The outbox of technicians' mails. server/mail/ writes and sends them.

export interface NewTechnicianMail {
  readonly kind: Exclude<TechnicianMailKind, 'notifications'>
  readonly username: string
  readonly email: string
  /** Null: the language in which they last used the console. */
  readonly language: Language | null
  readonly messageId: string
  readonly endsAt: Date | null
  readonly secret: Buffer | null
}

export const addTechnicianMail = (
  tx: Runner,
  { kind, username, email, language, messageId, endsAt, secret }: NewTechnicianMail,
  now: Date,
) =>
  tx.rows(sql`
    insert into technician_mail (kind, username, email, language, message_name, ends_at, secret, created_at, due_at)
    values (${kind}, ${username}, ${email},
      coalesce(${language}::text, (select o.language from console_open o where o.username = ${username}), 'es'), ${messageId}, ${endsAt},
      ${secret}, ${now}, ${now})`)

/** A technician's mail, as it is sent. */
export interface TechnicianMail {
  readonly id: number
  readonly kind: TechnicianMailKind
  readonly username: string
  readonly name: string
  readonly email: string
  readonly language: Language
  readonly messageId: string
  readonly endsAt: Date | null
  readonly secret: Buffer | null
  /** It must leave before this moment. */
  readonly attempts: number
  /** The attempts from before it was sent again. */
  readonly earlierAttempts: number
}

/**
 * Releases the mails that a dead server was sending. If the mail server had begun to receive one, it is not sent again.
 */
export const releaseTechnicianMails = (tx: StaffTransaction, takenBefore: Date, now: Date) =>
  tx.rows(sql`
    update technician_mail m set
      state = case when m.handed_at is null then 'queued' else 'possibly-sent' end,
      settled_at = case when m.handed_at is not null then ${now}::timestamptz end,
      secret = case when m.handed_at is null then m.secret end,
      last_error = 'the server stopped while it sent this'
    where m.state = 'sending' and m.taken_at < ${takenBefore}`)

/** Takes the next mail that is due; two servers take different ones. */
export const takeTechnicianMail = (tx: StaffTransaction, now: Date) =>
  tx.maybe<TechnicianMail>(sql`
    update technician_mail m set state = 'sending', attempts = m.attempts + 1, taken_at = ${now}, handed_at = null
    from technician t
    where t.username = m.username and m.mail_id = (
      select d.mail_id from technician_mail d where d.state = 'queued' and d.due_at <= ${now}
      order by d.due_at, d.mail_id limit 1 for update skip locked)
    returning m.mail_id as id, m.kind, m.username, t.name, m.email, m.language, m.message_name as message_id, m.ends_at, m.secret,
      m.attempts - 1 as attempts, m.earlier_attempts`)

/**
 * Notes, before the text's first byte, that the text goes to the mail server. Returns false if another server has taken
 * the mail since.
 */
export const handTechnicianMail = async (
  tx: StaffTransaction,
  { id, attempts }: TechnicianMail,
  now: Date,
): Promise<boolean> =>
  (await tx.maybe(sql`
    update technician_mail m set handed_at = ${now}
    where m.mail_id = ${id} and m.state = 'sending' and m.attempts = ${attempts + 1} returning 1 as handed`)) !==
  undefined

/** Ends an attempt. `dueAt`: the next try. */
export const settleTechnicianMail = (
  tx: StaffTransaction,
  { id, attempts }: TechnicianMail,
  { state, reason, dueAt }: Settlement,
  now: Date,
) =>
  tx.rows(sql`
    update technician_mail m set state = ${state}, last_error = ${reason}, due_at = coalesce(${dueAt}::timestamptz, m.due_at),
      settled_at = case when ${state} = 'queued' then null else ${now}::timestamptz end,
      secret = case when ${state} = 'queued' then m.secret end
    where m.mail_id = ${id} and m.state = 'sending' and m.attempts = ${attempts + 1}`)

/** Gives up mails that have waited for a mail server that this portal no longer has. */
export const giveUpTechnicianMails = (tx: StaffTransaction, before: Date, now: Date) =>
  tx.rows(sql`
    update technician_mail m set state = 'failed', last_error = 'no mail server', settled_at = ${now}, secret = null
    where m.state = 'queued' and m.created_at < ${before}`)

export const dropOldTechnicianMails = (tx: StaffTransaction, before: Date) =>
  tx.rows(sql`delete from technician_mail m where m.state not in ('queued', 'sending') and m.created_at < ${before}`)
