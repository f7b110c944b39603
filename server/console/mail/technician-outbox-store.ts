import type { consoleOutbox } from '#contract/console/outbox.ts'
import type { Data } from '#contract/endpoint.ts'
import { technicianResendRefusal } from '#contract/mail.ts'
import { type Runner, type StaffTransaction, sql } from '../../db/sql.ts'
import { readCursor } from '../lists/cursor.ts'
import { type ListQuestion, all, holds, partOf } from '../lists/paged-list.ts'

type ShownMail = Data<typeof consoleOutbox.resendToTechnician>

export interface ListedTechnicianMail extends Omit<ShownMail, 'mayResend'> {
  readonly resentTimes: number
  /** Whether its reader may still get one. */
  readonly isWanted: boolean
}

const LISTED = sql`
  m.mail_id as id, m.kind, m.username, t.name as reader, m.email, m.state, m.last_error as reason, m.attempts, m.created_at,
  case when m.state = 'queued' then m.due_at end as next_at, m.settled_at, m.resent_at, m.resent_times,
  case m.kind
    when 'address-link' then exists (select from technician_new_address a where a.username = m.username)
    when 'address-notice' then true
    else t.active and t.email is not null
  end as is_wanted`

/** The mails to technicians, newest first. */
export async function listTechnicianMails(
  runner: Runner,
  question: ListQuestion<typeof consoleOutbox.listToTechnicians>,
  now: Date,
) {
  const { search, state, kind, from, until, after, limit } = question
  const [at = null, id = null] = after === undefined ? [] : readCursor(after, ['instant', 'number'])
  const rows = await runner.rows<ListedTechnicianMail>(sql`
    select ${LISTED} from technician_mail m join technician t using (username)
    where ${all(
      at === null ? sql`true` : sql`(m.created_at, m.mail_id) < (${at}::timestamptz, ${id}::bigint)`,
      state === undefined ? sql`true` : sql`m.state = ${state}`,
      kind === undefined ? sql`true` : sql`m.kind = ${kind}`,
      from === undefined ? sql`true` : sql`m.created_at >= ${from}`,
      until === undefined ? sql`true` : sql`m.created_at < ${until}`,
      holds(search, sql`m.email`, sql`m.username`, sql`t.name`),
    )}
    order by m.created_at desc, m.mail_id desc limit ${limit + 1}`)
  const { items, next } = partOf(rows, limit, (last) => [last.createdAt.toISOString(), last.id])
  return { items: items.map((mail) => shownTechnicianMail(mail, now)), next }
}

export const shownTechnicianMail = (mail: ListedTechnicianMail, now: Date): ShownMail => ({
  ...mail,
  mayResend: technicianResendRefusal(mail, now) === null,
})

/** Locked until the transaction ends. */
export const lockTechnicianMail = (tx: StaffTransaction, mail: number) =>
  tx.maybe<ListedTechnicianMail>(sql`
    select ${LISTED} from technician_mail m join technician t using (username) where m.mail_id = ${mail} for update of m`)

/** A technician's newest mail of a kind. */
export const newestTechnicianMail = (tx: StaffTransaction, username: string, kind: ShownMail['kind']) =>
  tx.row<ListedTechnicianMail>(sql`
    select ${LISTED} from technician_mail m join technician t using (username)
    where m.username = ${username} and m.kind = ${kind} order by m.mail_id desc limit 1`)

/** Makes a mail due now, to the address on record today; its attempts begin anew. */
export const resendTechnicianMail = (tx: StaffTransaction, mail: number, now: Date) =>
  tx.rows(sql`
    update technician_mail m set state = 'queued', due_at = ${now}, settled_at = null, last_error = '', earlier_attempts = m.attempts,
      email = case when m.kind in ('password-link', 'notifications') then coalesce(t.email, m.email) else m.email end,
      resent_at = ${now}, resent_times = m.resent_times + 1
    from technician t where t.username = m.username and m.mail_id = ${mail}`)

/** Notes that a mail's link is gone and has been replaced by another one. */
export const noteMadeAnew = (tx: StaffTransaction, mail: number, now: Date) =>
  tx.rows(sql`
    update technician_mail m set resent_at = ${now}, resent_times = m.resent_times + 1 where m.mail_id = ${mail}`)
