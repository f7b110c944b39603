import type { consoleTechnicians } from '#contract/console/technicians.ts'
import type { Data } from '#contract/endpoint.ts'
import type { TechnicianRole } from '#domain/technician.ts'
import { MOST_LISTED } from '../../db/newest.ts'
import { type Runner, type StaffTransaction, sql } from '../../db/sql.ts'
import { readCursor } from '../lists/cursor.ts'
import { holds, partOf } from '../lists/paged-list.ts'

type ListedTechnician = Data<typeof consoleTechnicians.list>['items'][number]

interface TechnicianRow extends Omit<ListedTechnician, 'newAddress'> {
  readonly newEmail: string | null
  readonly askedAt: Date | null
  readonly expiresAt: Date | null
  readonly refusal: string | null
}

interface TechnicianQuestion {
  readonly search?: string | undefined
  readonly after?: string | undefined
  readonly limit: number
  readonly liveSince: Date
}

/** Technicians by user name; sessions seen after `liveSince` count as open. */
export async function listTechnicians(tx: Runner, { search, after, limit, liveSince }: TechnicianQuestion) {
  const [from] = after === undefined ? [''] : readCursor(after, ['text'])
  const rows = await tx.rows<TechnicianRow>(sql`
    select t.username, t.name, t.role, t.active, t.subject, t.email, nullif(t.email_refusal, '') as email_refusal, t.password_hash is not null as has_password,
      case when t.totp_confirmed then 'set' when t.second_factor_exempt then 'exempt' else 'missing' end as second_factor,
      a.email as new_email, a.asked_at, a.expires_at, nullif(a.refusal, '') as refusal,
      (count(s.session_id) filter (where s.seen_at > ${liveSince}))::int as sessions, max(s.seen_at) as last_seen
    from technician t left join technician_session s using (username) left join technician_new_address a using (username)
    where not t.of_key and t.username > ${from} and ${holds(search, sql`t.username`, sql`t.name`)}
    group by t.username, a.username
    order by t.username limit ${limit + 1}`)
  const listed = rows.map(({ newEmail: address, askedAt, expiresAt, refusal, ...technician }) => ({
    ...technician,
    newAddress: address && askedAt && expiresAt ? { email: address, askedAt, expiresAt, refusal } : null,
  }))
  return partOf(listed, limit, (last) => [last.username])
}

export const technicianNames = (tx: Runner) =>
  tx.rows<{ username: string; name: string }>(
    sql`select t.username, t.name from technician t where t.active order by t.name, t.username limit ${MOST_LISTED}`,
  )

export interface NewTechnician {
  readonly username: string
  readonly name: string
  readonly role: TechnicianRole
  /** Their identifier at the identity provider, unique for its issuer; null if not known yet. */
  readonly subject: string | null
  readonly issuer: string | null
  /** A person with this address at the provider may ask to be this technician. */
  readonly email: string | null
}

/** False if the name is taken. */
export async function insertTechnician(tx: Runner, technician: NewTechnician): Promise<boolean> {
  const { username, name, role, subject, issuer, email } = technician
  const inserted = await tx.maybe(sql`
    insert into technician (username, name, role, subject, issuer, email)
    values (${username}, ${name}, ${role}, ${subject}, ${issuer}, ${email})
    on conflict (username) do nothing
    returning username`)
  return inserted !== undefined
}

/** An unchanged identity keeps its issuer. */
export const changeTechnician = (
  tx: Runner,
  { username, name, role, subject, issuer, email, active }: NewTechnician & { readonly active: boolean },
  now: Date,
) =>
  tx.rows(sql`
    update technician t
    set name = ${name}, role = ${role}, email = ${email}, active = ${active}, subject = ${subject},
      email_changed_at = case when t.email is distinct from ${email}::text then ${now}::timestamptz else t.email_changed_at end,
      email_refused_at = case when t.email is not distinct from ${email}::text then t.email_refused_at end,
      email_refusal = case when t.email is not distinct from ${email}::text then t.email_refusal else '' end,
      issuer = case when t.subject = ${subject}::text then t.issuer else ${issuer} end
    where t.username = ${username}`)

/** Whether the identity or the address belongs to somebody else. */
export async function takenOf(
  tx: Runner,
  { username, subject, email }: Pick<NewTechnician, 'username' | 'subject' | 'email'>,
): Promise<'subject' | 'email' | null> {
  const found = await tx.maybe<{ taken: 'subject' | 'email' }>(sql`
    select case when t.subject = ${subject}::text then 'subject' else 'email' end as taken from technician t
    where (t.subject = ${subject}::text or t.email = ${email}::text) and t.username <> ${username} limit 1`)
  return found?.taken ?? null
}

/** Locked until the transaction ends: of two simultaneous changes the second sees the first. */
export async function lockActiveSupervisors(tx: Runner): Promise<string[]> {
  const locked = await tx.rows<{ username: string }>(sql`
    select t.username from technician t where t.role = 'supervisor' and t.active order by t.username for update`)
  return locked.map(({ username }) => username)
}

/** Ends the sessions of technicians and of customers. */
export async function endEverySession(tx: StaffTransaction): Promise<void> {
  await tx.rows(sql`delete from technician_session s`)
  await tx.rows(sql`delete from session any_s`)
}
