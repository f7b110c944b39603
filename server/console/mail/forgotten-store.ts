import type { Language } from '#contract/moment.ts'
import type { MailedLinks } from '#domain/mail/mailed-links.ts'
import { type Runner, type StaffTransaction, type Transaction, sql } from '../../db/sql.ts'

/** A request at a login for another password. */
export interface ForgottenPassword {
  readonly ofTechnician: boolean
  /** The typed name, sealed. */
  readonly typed: Buffer
  readonly language: Language
}

export const keepForgotten = (runner: Runner, { ofTechnician, typed, language }: ForgottenPassword, now: Date) =>
  runner.rows(sql`
    insert into forgotten_password (of_technician, typed, language, requested_at)
    values (${ofTechnician}, ${typed}, ${language}, ${now})`)

/**
 * Takes the oldest requests. The transaction settles them or leaves them as they were; two servers take different ones.
 */
export const takeForgotten = (tx: StaffTransaction, most: number) =>
  tx.rows<ForgottenPassword & { requestedAt: Date }>(sql`
    delete from forgotten_password f where f.request_id in (
      select o.request_id from forgotten_password o order by o.request_id limit ${most} for update skip locked)
    returning f.of_technician, f.typed, f.language, f.requested_at`)

export const dropForgotten = (tx: StaffTransaction) => tx.rows(sql`delete from forgotten_password f`)

/** Somebody with a password, who can be mailed a link for another one. */
export interface Forgetful {
  readonly username: string
  readonly name: string
  readonly email: string
}

const MOST_OF_AN_ADDRESS = 5

/** The administrators with that user name or address who may log in, if their address has not changed since then. */
export const forgetfulAdministrators = (tx: StaffTransaction, typed: string, settledBefore: Date) =>
  tx.rows<Forgetful & { client: number; contact: number }>(sql`
    select any_k.client_id as client, any_k.contact_id as contact, any_f.username, any_k.name, any_k.email
    from credential any_f join contact any_k using (client_id, contact_id) join client any_c using (client_id)
    where (any_f.username = ${typed} or any_k.email <> '' and lower(any_k.email) = lower(${typed}::text))
      and any_k.active and any_c.active and any_k.visibility = 'client' and any_k.email <> ''
      and (any_k.email_changed_at is null or any_k.email_changed_at <= ${settledBefore}::timestamptz)
    order by any_k.client_id, any_k.contact_id limit ${MOST_OF_AN_ADDRESS}`)

/** The same for technicians, who have an address of their own. */
export const forgetfulTechnicians = (tx: Runner, typed: string, settledBefore: Date) =>
  tx.rows<Forgetful>(sql`
    select t.username, t.name, t.email from technician t
    where (t.username = ${typed} or t.email = lower(${typed}::text))
      and t.active and not t.of_key and t.email is not null and t.password_hash is not null
      and (t.email_changed_at is null or t.email_changed_at <= ${settledBefore}::timestamptz)
    order by t.username limit ${MOST_OF_AN_ADDRESS}`)

export const linksMailed = (tx: Transaction, { username, email }: Forgetful, since: Date) =>
  tx.row<MailedLinks>(sql`
    select count(*) filter (where any_m.client_id = ${tx.client} and any_m.username = ${username})::int as to_person,
      count(*)::int as to_address,
      max(any_m.created_at) filter (where any_m.client_id = ${tx.client} and any_m.username = ${username}) as last
    from mail any_m
    where any_m.kind = 'password-link' and any_m.created_at > ${since}
      and (any_m.email = ${email} or any_m.client_id = ${tx.client} and any_m.username = ${username})`)

export const technicianLinksMailed = (tx: Runner, { username }: Pick<Forgetful, 'username'>, since: Date) =>
  tx.row<MailedLinks>(sql`
    select count(*)::int as to_person, count(*)::int as to_address, max(m.created_at) as last from technician_mail m
    where m.username = ${username} and m.kind = 'password-link' and m.created_at > ${since}`)

/** How many links to confirm an address were mailed since then: for the technician, and to the address for anybody. */
export const addressLinksMailed = (
  tx: Runner,
  { username, email }: Pick<Forgetful, 'username' | 'email'>,
  since: Date,
) =>
  tx.row<MailedLinks>(sql`
    select count(*) filter (where m.username = ${username})::int as to_person,
      count(*) filter (where m.email = ${email})::int as to_address,
      max(m.created_at) filter (where m.username = ${username}) as last
    from technician_mail m where m.kind = 'address-link' and m.created_at > ${since}`)
