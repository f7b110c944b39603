import { type Runner, type Transaction, sql } from '../db/sql.ts'
import { hashOf, newToken } from '../http/session-cookie.ts'
import { linkExpiry } from './technician-store.ts'

/** The user name that a contact logs in with; `visibility` decides whether it may. */
export const administratorOf = (tx: Transaction, contact: number) =>
  tx.maybe<{ visibility: string; username: string | null }>(sql`
    select k.visibility, c.username
    from contact k left join credential c on ${tx.own('c')} and c.contact_id = k.contact_id
    where ${tx.own('k')} and k.contact_id = ${contact} and k.active`)

/** Whether a user name is, or is going to be, another contact's: whichever client's. */
export async function isUsernameTaken(tx: Runner, username: string, client: number, contact: number): Promise<boolean> {
  const found = await tx.maybe(sql`
    select from credential any_c
    where any_c.username = ${username} and (any_c.client_id, any_c.contact_id) <> (${client}, ${contact})
    union all
    select from password_link any_l
    where any_l.username = ${username} and (any_l.client_id, any_l.contact_id) <> (${client}, ${contact})`)
  return found !== undefined
}

/** A link takes the place of the contact's one before; answers its token, which is kept nowhere. */
export async function newPasswordLink(
  tx: Transaction,
  { contact, username, issuer }: { contact: number; username: string; issuer: string },
  now: Date,
): Promise<string> {
  const token = newToken()
  await tx.rows(sql`
    insert into password_link (client_id, contact_id, username, token_hash, issued_by, expires_at)
    values (${tx.client}, ${contact}, ${username}, ${hashOf(token)}, ${issuer}, ${linkExpiry(now)})
    on conflict (client_id, contact_id) do update
      set username = excluded.username, token_hash = excluded.token_hash, issued_by = excluded.issued_by,
        expires_at = excluded.expires_at`)
  return token
}

/** Invitations that nobody took keep no name from anybody. */
export const dropExpiredLinks = (tx: Runner, now: Date) =>
  tx.rows(sql`delete from password_link any_l where any_l.expires_at <= ${now}`)
