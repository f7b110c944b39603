import { type Runner, sql } from '../../db/sql.ts'
import { type Account, account } from './technician-account-store.ts'

/** A person at the company's identity provider. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
}

/** The account that an identity belongs to. No other claim of the provider makes anybody a technician. */
export const accountOfIdentity = (runner: Runner, { issuer, subject }: Identity) =>
  runner.maybe<Account>(sql`
    select ${account} from technician t where t.active and t.issuer = ${issuer} and t.subject = ${subject}`)

/**
 * Records that somebody came with the verified address of a technician who has no identity yet. Returns that
 * technician, or null.
 */
export const requestIdentity = (tx: Runner, { issuer, subject }: Identity, email: string, now: Date) =>
  tx.maybe<{ username: string }>(sql`
    insert into identity_request (username, issuer, subject, email, requested_at)
    select t.username, ${issuer}, ${subject}, t.email, ${now}
    from technician t where t.active and t.subject is null and t.email = ${email.toLowerCase()}
    on conflict (username, issuer, subject) do update set requested_at = excluded.requested_at
    returning username`)

export interface IdentityRequest extends Identity {
  readonly username: string
  readonly name: string
  readonly email: string
  readonly requestedAt: Date
}

/** Requests that wait for a supervisor, oldest first. */
export const listIdentityRequests = (tx: Runner) =>
  tx.rows<IdentityRequest>(sql`
    select r.username, t.name, r.issuer, r.subject, r.email, r.requested_at
    from identity_request r join technician t using (username)
    where t.active and t.subject is null and t.email = r.email
    order by r.requested_at, r.username, r.subject limit 100`)

/** Ends a technician's request with this identity; returns false if there is none. */
export async function takeIdentityRequest(
  tx: Runner,
  username: string,
  { issuer, subject }: Identity,
): Promise<boolean> {
  const taken = await tx.maybe(sql`
    delete from identity_request r using technician t
    where r.username = ${username} and r.issuer = ${issuer} and r.subject = ${subject}
      and t.username = r.username and t.active and t.subject is null and t.email = r.email
    returning r.username`)
  return taken !== undefined
}

/** Binds an identity to a technician and ends all other requests to be that technician. */
export async function bindIdentity(tx: Runner, username: string, { issuer, subject }: Identity): Promise<void> {
  await tx.rows(sql`
    update technician t set issuer = ${issuer}, subject = ${subject} where t.username = ${username} and t.subject is null`)
  await tx.rows(sql`delete from identity_request r where r.username = ${username}`)
}

/** Identities entered before a provider was configured belong to the provider that the portal now starts with. */
export const adoptIssuer = (staff: Runner, issuer: string) =>
  staff.rows(sql`update technician t set issuer = ${issuer} where t.subject is not null and t.issuer is null`)
