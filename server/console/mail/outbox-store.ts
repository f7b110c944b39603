import type { Language } from '#contract/moment.ts'
import type { EventKind, EventSubject } from '#contract/event.ts'
import type { MailChoice } from '#domain/personal-data.ts'
import { MAIL_KINDS, type MailKind, type MailSubject, isSecretMail } from '#contract/mail.ts'
import { type StaffTransaction, type Transaction, sql } from '../../db/sql.ts'
import { tellOfRefusal } from '../notifications/refused-mail.ts'

// The outbox across clients. server/mail/ decides on mails and readers.

export interface ToldEvent {
  readonly id: number
  readonly client: number
  readonly kind: EventKind
  readonly subject: EventSubject
  readonly number: number
}

/** The last event that was turned into mails. Of two servers the second waits, and continues after the first. */
export const lockCursor = (tx: StaffTransaction) =>
  tx.row<{ eventId: number }>(sql`select c.event_id from mail_cursor c for update`)

export const moveCursor = (tx: StaffTransaction, event: number) =>
  tx.rows(sql`update mail_cursor set event_id = ${event}`)

export const eventsToTell = (tx: StaffTransaction, after: number, since: Date, most: number) =>
  tx.rows<ToldEvent & { isOld: boolean }>(sql`
    select any_e.event_id as id, any_e.client_id as client, any_e.kind, any_e.subject, any_e.number,
      any_e.at < ${since}::timestamptz as is_old
    from event any_e where any_e.event_id > ${after} order by any_e.event_id limit ${most}`)

export const newestEvent = (tx: StaffTransaction) =>
  tx.row<{ id: number }>(sql`select coalesce(max(any_e.event_id), 0) as id from event any_e`)

/** The reader of a mail. */
export interface Reader {
  readonly name: string
  readonly email: string
  readonly language: Language
  readonly choice: MailChoice
}

export interface NewMail {
  readonly kind: MailKind
  readonly cause: string
  readonly ticket: number | null
  readonly about: { readonly subject: MailSubject; readonly number: number } | null
  readonly reader: Pick<Reader, 'name' | 'email' | 'language'>
  readonly messageId: string
  readonly endsAt?: Date | undefined
  readonly username?: string
  readonly secret?: Buffer
  readonly folds: boolean
  readonly dueAt: Date
  /** Why it is not sent. It stands in the outbox all the same. */
  readonly suppressed: string | null
}

/**
 * Adds a mail, unless this reader has one for the same cause already. None is needed either if an unsent mail about the
 * same work, or about the closing of the same ticket, waits: when that one leaves, it reports the latest state.
 */
export const addMail = (tx: Transaction, mail: NewMail, now: Date) =>
  tx.rows(sql`
    insert into mail (client_id, kind, cause, ticket_number, subject, number, reader, email, language, message_name, ends_at,
      username, secret, folds, created_at, due_at, state, settled_at, last_error)
    select ${tx.client}::bigint, ${mail.kind}::text, ${mail.cause}::text, ${mail.ticket}::bigint, ${mail.about?.subject ?? null}::text,
      ${mail.about?.number ?? null}::bigint, ${mail.reader.name}::text, ${mail.reader.email}::text, ${mail.reader.language}::text,
      ${mail.messageId}::text, ${mail.endsAt ?? null}::timestamptz, ${mail.username ?? null}::text, ${mail.secret ?? null}::bytea,
      ${mail.folds}::boolean, ${now}::timestamptz, ${mail.dueAt}::timestamptz,
      case when ${mail.suppressed}::text is null then 'queued' else 'suppressed' end,
      case when ${mail.suppressed}::text is not null then ${now}::timestamptz end, coalesce(${mail.suppressed}::text, '')
    where not exists (
      select from mail m where ${tx.own('m')} and m.email = ${mail.reader.email} and m.kind = ${mail.kind} and m.state = 'queued'
        and (m.subject = ${mail.about?.subject ?? null}::text and m.number = ${mail.about?.number ?? null}::bigint
          or m.kind = 'closing' and m.ticket_number = ${mail.ticket}::bigint))
    on conflict (client_id, cause, email) do nothing`)

/** Only one server at a time takes mails, so that no reader gets more than the limit per hour. */
export const lockOutbox = (tx: StaffTransaction) => tx.rows(sql`select pg_advisory_xact_lock(7320120)`)

/**
 * Releases the mails that a dead server was sending. If the mail server had begun to receive one, it may have arrived:
 * it is not sent again. The others are sent as new.
 */
export const releaseAbandoned = (tx: StaffTransaction, takenBefore: Date, now: Date) =>
  tx.rows(sql`
    update mail any_m set
      state = case when any_m.handed_at is null then 'queued' else 'possibly-sent' end,
      settled_at = case when any_m.handed_at is not null then ${now}::timestamptz end,
      secret = case when any_m.handed_at is null then any_m.secret end,
      last_error = 'the server stopped while it sent this'
    where any_m.state = 'sending' and any_m.taken_at < ${takenBefore}`)

/** A mail in the outbox with everything that sending it needs. */
export interface OutboxMail {
  readonly client: number
  readonly id: number
  readonly kind: MailKind
  readonly ticket: number | null
  readonly subject: MailSubject | null
  readonly number: number | null
  readonly reader: string
  readonly email: string
  readonly language: Language
  readonly messageId: string
  readonly endsAt: Date | null
  readonly username: string | null
  readonly secret: Buffer | null
  readonly folds: boolean
  readonly attempts: number
  /** The attempts from before it was sent again. */
  readonly earlierAttempts: number
}

const COLUMNS = sql`any_m.client_id as client, any_m.mail_id as id, any_m.kind, any_m.ticket_number as ticket, any_m.subject,
  any_m.number, any_m.reader, any_m.email, any_m.language, any_m.message_name as message_id, any_m.ends_at, any_m.username, any_m.secret, any_m.folds,
  any_m.attempts, any_m.earlier_attempts`

const SECRET_KINDS = MAIL_KINDS.filter(isSecretMail)

/** The next mail that is due: first the mails that their readers wait for, then those that have waited longest. */
export const dueMail = (tx: StaffTransaction, now: Date) =>
  tx.maybe<OutboxMail>(sql`
    select ${COLUMNS} from mail any_m where any_m.state = 'queued' and any_m.due_at <= ${now}
    order by any_m.kind = any(${SECRET_KINDS}::text[]) desc, any_m.due_at, any_m.mail_id limit 1 for update`)

/** How many mails were sent to a reader since then, and when the first of them was taken. */
export const sentSince = (tx: Transaction, email: string, since: Date) =>
  tx.row<{ mails: number; first: Date | null }>(sql`
    select count(*)::int as mails, min(m.taken_at) as first from mail m
    where ${tx.own('m')} and m.email = ${email} and m.taken_at > ${since} and m.state in ('sending', 'sent', 'possibly-sent')
      and m.kind <> all(${SECRET_KINDS}::text[])`)

/** Postpones the mails that wait for this reader: they leave later, in one mail; a report stays a mail of its own. */
export const holdMails = (tx: Transaction, email: string, until: Date, now: Date) =>
  tx.rows(sql`
    update mail m set folds = m.kind <> 'report', due_at = ${until}
    where ${tx.own('m')} and m.email = ${email} and m.state = 'queued' and m.due_at <= ${now} and m.kind <> all(${SECRET_KINDS}::text[])`)

/** A reader's mails that should leave together now, except one. */
export const mailsBeside = (tx: Transaction, { id, email }: OutboxMail, now: Date) =>
  tx.rows<{ id: number }>(sql`
    select m.mail_id as id from mail m
    where ${tx.own('m')} and m.email = ${email} and m.folds and m.state = 'queued' and m.due_at <= ${now} and m.mail_id <> ${id}
      and m.kind <> 'summary'
    for update`)

/** Puts mails into one summary, which is due now. */
export const foldMails = (tx: Transaction, mails: readonly number[], first: OutboxMail, messageId: string, now: Date) =>
  tx.rows(sql`
    with summary as (
      insert into mail (client_id, kind, cause, reader, email, language, message_name, created_at, due_at)
      values (${tx.client}, 'summary', ${`summary ${messageId}`}, ${first.reader}, ${first.email}, ${first.language}, ${messageId},
        ${now}, ${now})
      returning mail_id)
    update mail m set state = 'suppressed', last_error = 'summary', settled_at = ${now}, summary_id = summary.mail_id
    from summary where ${tx.own('m')} and m.mail_id = any(${mails}::bigint[])`)

export const takeMail = (tx: Transaction, mail: number, now: Date) =>
  tx.rows(sql`
    update mail m set state = 'sending', attempts = m.attempts + 1, taken_at = ${now}, handed_at = null
    where ${tx.own('m')} and m.mail_id = ${mail}`)

/** A mail that this attempt took, and no later one. */
const stillTaken = ({ id, attempts }: OutboxMail) =>
  sql`m.mail_id = ${id} and m.state = 'sending' and m.attempts = ${attempts + 1}`

/**
 * Notes, before the text's first byte, that the text goes to the mail server. Returns false if another server has taken
 * the mail since.
 */
export const handMail = async (tx: Transaction, mail: OutboxMail, now: Date): Promise<boolean> =>
  (await tx.maybe(
    sql`update mail m set handed_at = ${now} where ${tx.own('m')} and ${stillTaken(mail)} returning 1 as handed`,
  )) !== undefined

/** Ends an attempt. `dueAt`: the next try. */
export const settleMail = (tx: Transaction, mail: OutboxMail, { state, reason, dueAt }: Settlement, now: Date) =>
  tx.rows(sql`
    update mail m set state = ${state}, last_error = ${reason}, due_at = coalesce(${dueAt}::timestamptz, m.due_at),
      settled_at = case when ${state} = 'queued' then null else ${now}::timestamptz end,
      secret = case when ${state} = 'queued' then m.secret end
    where ${tx.own('m')} and ${stillTaken(mail)}`)

export interface Settlement {
  readonly state: 'queued' | 'sent' | 'possibly-sent' | 'failed' | 'suppressed'
  readonly reason: string
  readonly dueAt: Date | null
}

/** Records that the mail server refused the address or, with null, that it accepted a mail for it again. */
export const noteRefusal = (tx: Transaction, email: string, refusal: string | null, now: Date) =>
  refusal === null
    ? tx.rows(sql`
        update mail_address a set refused_at = null, refusal = ''
        where ${tx.own('a')} and a.email = ${email} and a.refused_at is not null`)
    : tx.rows(sql`
        insert into mail_address (client_id, email, refused_at, refusal) values (${tx.client}, ${email}, ${now}, ${refusal})
        on conflict (client_id, email) do update set refused_at = excluded.refused_at, refusal = excluded.refusal`)

/**
 * Records that an accepted mail has come back, because a mail server further on does not know its recipient. Returns
 * false for a mail that is not ours.
 */
export async function bounced(
  tx: StaffTransaction,
  { messageId, reason }: { readonly messageId: string; readonly reason: string },
  now: Date,
): Promise<boolean> {
  const mail = await tx.maybe<{ id: number; client: number; email: string }>(sql`
    update mail any_m set state = 'failed', last_error = ${reason}, settled_at = ${now}
    where any_m.message_name = ${messageId} and any_m.state in ('sent', 'possibly-sent')
    returning any_m.mail_id as id, any_m.client_id as client, any_m.email`)
  if (!mail) return false
  const own = tx.of(mail.client)
  await noteRefusal(own, mail.email, reason, now)
  await tellOfRefusal(own, mail.id, now)
  return true
}

/** The refusal of a client's address, if there is one. */
export interface AddressRefusal {
  readonly email: string
  readonly at: Date
  readonly reason: string
}

export const refusalOf = (tx: Transaction, email: string) =>
  tx.maybe<AddressRefusal>(sql`
    select a.email, a.refused_at as at, a.refusal as reason from mail_address a
    where ${tx.own('a')} and a.email = ${email} and a.refused_at is not null`)

/** A mail to a refused address is not tried. */
export const holdBack = (tx: Transaction, mail: number, now: Date) =>
  tx.rows(sql`
    update mail m set state = 'failed', last_error = ${HELD_BACK}, settled_at = ${now}, secret = null
    where ${tx.own('m')} and m.mail_id = ${mail}`)

const HELD_BACK = 'address refused'

/**
 * Releases the mails that were held back for an address since then, in one mail. Mails with secrets stay, because their
 * secrets are gone.
 */
export const sendHeldBack = (tx: Transaction, email: string, since: Date, now: Date) =>
  tx.rows(sql`
    update mail m set state = 'queued', last_error = '', settled_at = null, folds = m.kind <> 'report', due_at = ${now}
    where ${tx.own('m')} and m.email = ${email} and m.state = 'failed' and m.last_error = ${HELD_BACK}
      and m.created_at > ${since} and m.kind <> all(${SECRET_KINDS}::text[])`)

/** Gives up mails that have waited for a mail server that this portal no longer has. */
export const giveUpOld = (tx: StaffTransaction, before: Date, now: Date) =>
  tx.rows(sql`
    update mail any_m set state = 'failed', last_error = 'no mail server', settled_at = ${now}, secret = null
    where any_m.state = 'queued' and any_m.created_at < ${before}`)

/** A code counts for a day among those that were asked for, and opens nothing after ten minutes. */
export async function dropOldCodes(tx: StaffTransaction, before: Date, now: Date): Promise<void> {
  await tx.rows(sql`delete from ticket_code any_c where any_c.asked_at <= ${before}`)
  // Those of servers of the version before.
  await tx.rows(sql`delete from mail_code any_c where any_c.expires_at <= ${now}`)
}

/** A mail for which a code still counts stays as long. */
export const dropOldMails = (tx: StaffTransaction, before: Date) =>
  tx.rows(sql`
    delete from mail any_m where any_m.state not in ('queued', 'sending') and any_m.created_at < ${before}
      and not exists (select 1 from ticket_code any_c where any_c.client_id = any_m.client_id and any_c.mail_id = any_m.mail_id)`)
