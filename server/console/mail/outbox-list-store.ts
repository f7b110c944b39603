import type { consoleOutbox } from '#contract/console/outbox.ts'
import type { Data } from '#contract/endpoint.ts'
import { resendRefusal } from '#contract/mail.ts'
import { type Runner, type StaffTransaction, type Transaction, sql } from '../../db/sql.ts'
import { readCursor } from '../lists/cursor.ts'
import { type ListQuestion, all, holds, partOf } from '../lists/paged-list.ts'
import type { Reader } from './outbox-store.ts'

type ListedMail = Omit<Data<typeof consoleOutbox.resend>, 'mayResend'> & { readonly resentTimes: number }

const LISTED = sql`
  any_m.mail_id as id, jsonb_build_object('code', any_m.client_id, 'name', any_c.name) as client, any_m.kind,
  any_m.ticket_number as ticket,
  case when any_m.number is not null then jsonb_build_object('subject', any_m.subject, 'number', any_m.number) end as about,
  any_m.reader, any_m.email, any_m.state, any_m.last_error as reason, any_m.attempts, any_m.created_at,
  case when any_m.state = 'queued' then any_m.due_at end as next_at, any_m.settled_at, any_m.resent_at, any_m.resent_times`

/** The mails of all clients, newest first. */
export async function listMails(runner: Runner, question: ListQuestion<typeof consoleOutbox.list>, now: Date) {
  const { search, client, ticket, state, kind, from, until, after, limit } = question
  const [at = null, id = null] = after === undefined ? [] : readCursor(after, ['instant', 'number'])
  const rows = await runner.rows<ListedMail>(sql`
    select ${LISTED} from mail any_m join client any_c on any_c.client_id = any_m.client_id
    where ${all(
      at === null ? sql`true` : sql`(any_m.created_at, any_m.mail_id) < (${at}::timestamptz, ${id}::bigint)`,
      client === undefined ? sql`true` : sql`any_m.client_id = ${client}`,
      ticket === undefined
        ? sql`true`
        : sql`(any_m.client_id, any_m.ticket_number) in (
            select any_t.client_id, any_t.number from ticket any_t where any_t.number = ${ticket})`,
      state === undefined ? sql`true` : sql`any_m.state = ${state}`,
      kind === undefined ? sql`true` : sql`any_m.kind = ${kind}`,
      from === undefined ? sql`true` : sql`any_m.created_at >= ${from}`,
      until === undefined ? sql`true` : sql`any_m.created_at < ${until}`,
      holds(search, sql`any_m.email`, sql`any_m.reader`),
    )}
    order by any_m.created_at desc, any_m.mail_id desc limit ${limit + 1}`)
  const { items, next } = partOf(rows, limit, (last) => [last.createdAt.toISOString(), last.id])
  return { items: items.map((mail) => shownMail(mail, now)), next }
}

export const shownMail = (mail: ListedMail, now: Date) => ({ ...mail, mayResend: resendRefusal(mail, now) === null })

export const lockMail = (tx: StaffTransaction, client: number, mail: number) =>
  tx.maybe<{ found: number }>(sql`
    select 1 as found from mail any_m where any_m.client_id = ${client} and any_m.mail_id = ${mail} for update`)

export const mailNumbered = (tx: StaffTransaction, client: number, mail: number) =>
  tx.maybe<ListedMail>(sql`
    select ${LISTED} from mail any_m join client any_c on any_c.client_id = any_m.client_id
    where any_m.client_id = ${client} and any_m.mail_id = ${mail}`)

/** Makes a mail due now; its attempts begin anew. */
export const resendMail = (tx: Transaction, mail: number, now: Date) =>
  tx.rows(sql`
    update mail m set state = 'queued', due_at = ${now}, settled_at = null, last_error = '', folds = false,
      earlier_attempts = m.attempts, resent_at = ${now}, resent_times = m.resent_times + 1
    where ${tx.own('m')} and m.mail_id = ${mail}`)

/** Gives a mail another reader, unless that reader has the same mail already. */
export const redirectMail = (tx: Transaction, mail: number, { name, email, language }: Reader) =>
  tx.rows(sql`
    update mail m set reader = ${name}, email = ${email}, language = ${language}
    where ${tx.own('m')} and m.mail_id = ${mail} and not exists (
      select from mail other where ${tx.own('other')} and other.cause = m.cause and other.email = ${email})`)
