import type { TechnicianRole } from '#domain/technician.ts'
import { type Runner, type StaffTransaction, sql } from '../../db/sql.ts'
import { hashOf, newToken } from '../../http/session-cookie.ts'

/** A technician's account as the login sees it. */
export interface Account {
  readonly username: string
  readonly name: string
  readonly role: TechnicianRole
  readonly active: boolean
  readonly passwordHash: string | null
  /** Their identifier at the identity provider. */
  readonly subject: string | null
  /** The address with which they may ask to be bound to an identity there. */
  readonly email: string | null
  readonly exempt: boolean
  /** In its stored form: sealed. */
  readonly secret: Buffer | null
  readonly confirmed: boolean
}

/** The columns of an account; the table's alias is t. */
export const account = sql`t.username, t.name, t.role, t.active, t.password_hash, t.subject, t.email,
  t.second_factor_exempt as exempt, t.totp_secret as secret, t.totp_confirmed as confirmed`

export const accountNamed = (runner: Runner, username: string) =>
  runner.maybe<Account>(sql`select ${account} from technician t where t.username = ${username}`)

/** The same, locked until the transaction ends. A program's account is not found here. */
export const lockAccount = (tx: Runner, username: string) =>
  tx.maybe<Account>(sql`
    select ${account} from technician t where t.username = ${username} and not t.of_key for update`)

export const setPasswordHash = (tx: Runner, username: string, hash: string) =>
  tx.rows(sql`update technician t set password_hash = ${hash} where t.username = ${username}`)

const LINK_HOURS = 72
const FORGOTTEN_HOURS = 1

/** When a link issued now expires. */
export const linkExpiry = (now: Date): Date => new Date(now.getTime() + LINK_HOURS * 3_600_000)

/** When a link expires that anybody may request at a login. */
export const forgottenExpiry = (now: Date): Date => new Date(now.getTime() + FORGOTTEN_HOURS * 3_600_000)

/**
 * Makes a single-use link for setting a password, which replaces the previous one. Returns its token, which is stored nowhere.
 */
export async function newTechnicianLink(
  tx: Runner,
  username: string,
  issuer: string,
  expiresAt: Date,
): Promise<string> {
  const token = newToken()
  await tx.rows(sql`
    insert into technician_link (username, token_hash, issued_by, expires_at)
    values (${username}, ${hashOf(token)}, ${issuer}, ${expiresAt})
    on conflict (username) do update
      set token_hash = excluded.token_hash, issued_by = excluded.issued_by, expires_at = excluded.expires_at`)
  return token
}

/** Until when a technician's present link is valid. */
export const linkOf = (runner: Runner, username: string, now: Date) =>
  runner.maybe<{ expiresAt: Date }>(sql`
    select l.expires_at from technician_link l where l.username = ${username} and l.expires_at > ${now}`)

/** The account whose password a valid link sets. */
export const accountOfLink = (runner: Runner, token: string, now: Date) =>
  runner.maybe<Pick<Account, 'username' | 'name'>>(sql`
    select t.username, t.name from technician_link l join technician t using (username)
    where l.token_hash = ${hashOf(token)} and l.expires_at > ${now} and t.active`)

/** Uses a link up and returns its account; of two requests only the first gets it. */
export async function takeLink(tx: Runner, token: string, now: Date) {
  const found = await accountOfLink(tx, token, now)
  const taken = await tx.maybe(sql`
    delete from technician_link l where l.token_hash = ${hashOf(token)} and l.expires_at > ${now} returning l.username`)
  return taken === undefined ? undefined : found
}

export const dropLink = (tx: Runner, username: string) =>
  tx.rows(sql`delete from technician_link l where l.username = ${username}`)

/** Ends a link that may lie in the mailbox of the address that counts now: before another one does. */
export const dropMailedLink = (tx: Runner, username: string) =>
  tx.rows(sql`
    delete from technician_link l using technician t
    where l.username = ${username} and t.username = l.username and t.email is not null`)

/** The address where a technician sets a password. */
export const technicianLinkAddress = (origin: string, token: string): string =>
  `${origin}/consola/contrasena#t=${encodeURIComponent(token)}`

/** The bytes of the files that a technician has added since then. */
export const bytesAddedBy = async (tx: StaffTransaction, username: string, since: Date): Promise<number> =>
  (
    await tx.row<{ added: number }>(sql`
      select coalesce(sum(any_a.bytes), 0)::bigint as added from attachment any_a
      where any_a.username = ${username} and any_a.added_at > ${since}`)
  ).added
