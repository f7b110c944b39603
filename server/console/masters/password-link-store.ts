import { type Runner, type Transaction, sql } from '../../db/sql.ts'
import { hashOf, newToken } from '../../http/session-cookie.ts'

export interface Administrator {
  readonly name: string
  readonly email: string
  /** Decides whether the contact may log in. */
  readonly visibility: string
  readonly username: string | null
  /** Somebody has used the portal as this contact: by password, by a link from an installation, or on the phone. */
  readonly hasEntered: boolean
}

export const administratorOf = (tx: Transaction, contact: number) =>
  tx.maybe<Administrator>(sql`
    select k.name, k.email, k.visibility, c.username,
      c.username is not null
        or k.entered_at is not null
        or exists (select from ticket t where ${tx.own('t')} and t.contact_id = k.contact_id) as has_entered
    from contact k left join credential c on ${tx.own('c')} and c.contact_id = k.contact_id
    where ${tx.own('k')} and k.contact_id = ${contact} and k.active`)

interface AskedLink {
  readonly contact: number
  readonly username: string
  readonly requestedBy: string
}

const REQUEST_HOURS = 72

/** A later request replaces the one before and its requester. */
export const requestLink = (tx: Transaction, { contact, username, requestedBy }: AskedLink, now: Date) =>
  tx.rows(sql`
    insert into password_link_request (client_id, contact_id, username, requested_by, requested_at)
    values (${tx.client}, ${contact}, ${username}, ${requestedBy}, ${now})
    on conflict (client_id, contact_id) do update
      set username = excluded.username, requested_by = excluded.requested_by, requested_at = excluded.requested_at`)

const isAlive = (now: Date) => sql`any_r.requested_at > ${now}::timestamptz - make_interval(hours => ${REQUEST_HOURS})`

/** Whether the requester is still a supervisor. */
const isOfSupervisor = sql`exists (select from technician t
  where t.username = any_r.requested_by and t.role = 'supervisor' and t.active)`

/** Requests of all clients that wait for another supervisor, oldest first. */
export const listLinkRequests = (tx: Runner, now: Date) =>
  tx.rows<{
    client: { code: number; name: string }
    contact: { id: number; name: string; email: string }
    username: string
    requestedBy: string
    requestedAt: Date
  }>(sql`
    select json_build_object('code', any_c.client_id, 'name', any_c.name) as client,
      json_build_object('id', any_k.contact_id, 'name', any_k.name, 'email', any_k.email) as contact,
      any_r.username, any_r.requested_by, any_r.requested_at
    from password_link_request any_r join contact any_k using (client_id, contact_id) join client any_c using (client_id)
    where ${isAlive(now)} and ${isOfSupervisor} and any_k.active and any_k.visibility = 'client'
    order by any_r.requested_at, any_r.client_id, any_r.contact_id limit 100`)

/** Of two decisions at once the second finds no request. */
export const lockLinkRequest = (tx: Transaction, contact: number, now: Date) =>
  tx.maybe<Omit<AskedLink, 'contact'> & { requestedAt: Date }>(sql`
    select any_r.username, any_r.requested_by, any_r.requested_at from password_link_request any_r
    where ${tx.own('any_r')} and any_r.contact_id = ${contact} and ${isAlive(now)} and ${isOfSupervisor}
    for update of any_r`)

const HELD_DAYS = 90

/**
 * Whether one person may be behind both supervisors: since 90 days before the request one gave the other access,
 * directly or through others, or somebody gave it to both. `SUPERVISOR` is not counted as a giver: only acts in the
 * audit are.
 */
export async function isOneHand(tx: Runner, one: string, other: string, asked: Date): Promise<boolean> {
  const found = await tx.maybe(sql`
    with recursive given as materialized (
      select any_a.username as giver, any_a.details ->> 'username' as username from audit any_a
      where any_a.at > ${asked}::timestamptz - make_interval(days => ${HELD_DAYS}) and any_a.act in (
          '/console/technicians/create', '/console/technicians/change', '/console/technicians/identity',
          '/console/technicians/password-link', '/console/technicians/reset-second-factor',
          '/console/technicians/new-address/resend', '/console/outbox/technicians/resend')
        and coalesce(any_a.details ->> 'gives', any_a.details ->> 'confirmed', 'true') = 'true'),
    hand (behind, username) as (
      values (${one}::text, ${one}::text), (${other}::text, ${other}::text)
      union
      select h.behind, g.giver from hand h join given g using (username))
    select from hand h join hand o using (username) where h.behind = ${one} and o.behind = ${other} limit 1`)
  return found !== undefined
}

export const takeLinkRequest = (tx: Transaction, contact: number) =>
  tx.rows(sql`delete from password_link_request r where ${tx.own('r')} and r.contact_id = ${contact}`)

/** Whether a user name belongs to another contact of any client, or is reserved for one. */
export async function isUsernameTaken(tx: Runner, username: string, client: number, contact: number): Promise<boolean> {
  const found = await tx.maybe(sql`
    select from credential any_c
    where any_c.username = ${username} and (any_c.client_id, any_c.contact_id) <> (${client}, ${contact})
    union all
    select from password_link any_l
    where any_l.username = ${username} and (any_l.client_id, any_l.contact_id) <> (${client}, ${contact})`)
  return found !== undefined
}

interface NewLink {
  readonly contact: number
  readonly username: string
  readonly issuer: string
  /** Null: no approval was needed. */
  readonly approver: string | null
  readonly expiresAt: Date
}

/** Makes a link that replaces the contact's previous one; returns its token, which is stored nowhere. */
export async function newPasswordLink(
  tx: Transaction,
  { contact, username, issuer, approver, expiresAt }: NewLink,
): Promise<string> {
  const token = newToken()
  await tx.rows(sql`
    insert into password_link (client_id, contact_id, username, token_hash, issued_by, approved_by, expires_at)
    values (${tx.client}, ${contact}, ${username}, ${hashOf(token)}, ${issuer}, ${approver}, ${expiresAt})
    on conflict (client_id, contact_id) do update
      set username = excluded.username, token_hash = excluded.token_hash, issued_by = excluded.issued_by,
        approved_by = excluded.approved_by,
        expires_at = excluded.expires_at`)
  return token
}

/** Ends a link that may lie in the mailbox of the contact's address of now: before another one counts. */
export const dropMailedLink = (tx: Transaction, contact: number) =>
  tx.rows(sql`
    delete from password_link l using contact k
    where ${tx.own('l')} and l.contact_id = ${contact} and ${tx.own('k')} and k.contact_id = l.contact_id and k.email <> ''`)

/** Unused invitations release their user name; undecided requests expire. */
export const dropExpiredLinks = (tx: Runner, now: Date) =>
  tx.rows(sql`
    with undecided as (delete from password_link_request any_r where not (${isAlive(now)}))
    delete from password_link any_l where any_l.expires_at <= ${now}`)
