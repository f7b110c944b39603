import type { consoleNewAddress } from '#contract/console/new-address.ts'
import type { Data } from '#contract/endpoint.ts'
import { type Runner, sql } from '../../db/sql.ts'
import { hashOf, newToken } from '../../http/session-cookie.ts'
import { dropMailedLink, linkExpiry } from './technician-account-store.ts'

/** A changed address, which counts once it has been confirmed. */
export type NewAddress = Data<typeof consoleNewAddress.resend>

const COLUMNS = sql`a.email, a.asked_at, a.expires_at, nullif(a.refusal, '') as refusal`

export const newAddressOf = (tx: Runner, username: string) =>
  tx.maybe<NewAddress>(sql`
    select ${COLUMNS} from technician_new_address a where a.username = ${username} for update`)

/** The address that waits from now on, with its link's token, which is stored nowhere. */
export interface KeptAddress {
  readonly token: string
  readonly kept: NewAddress
}

/** Stores an address until it is confirmed; it replaces an earlier one that still waits. */
export async function keepNewAddress(
  tx: Runner,
  { username, email, askedBy }: { readonly username: string; readonly email: string; readonly askedBy: string },
  now: Date,
): Promise<KeptAddress> {
  const token = newToken()
  const kept = await tx.row<NewAddress>(sql`
    insert into technician_new_address as a (username, email, token_hash, asked_by, asked_at, expires_at)
    values (${username}, ${email}, ${hashOf(token)}, ${askedBy}, ${now}, ${linkExpiry(now)})
    on conflict (username) do update
      set email = excluded.email, token_hash = excluded.token_hash, asked_by = excluded.asked_by, asked_at = excluded.asked_at,
        expires_at = excluded.expires_at, refusal = ''
    returning ${COLUMNS}`)
  return { token, kept }
}

/** The owner of the address that a valid link confirms. */
export interface AddressOwner {
  readonly username: string
  readonly name: string
  readonly email: string
}

/** Selects a valid link: its owner may enter, and nobody else has got the address meanwhile. */
export const ownerOfAddressLink = (runner: Runner, token: string, now: Date) =>
  runner.maybe<AddressOwner>(sql`
    select t.username, t.name, a.email from technician_new_address a join technician t using (username)
    where a.token_hash = ${hashOf(token)} and a.expires_at > ${now} and t.active
      and not exists (select from technician o where o.email = a.email and o.username <> a.username)`)

/** Uses a link up, so that the address counts. Of two requests only the first gets the owner. */
export async function confirmAddress(tx: Runner, token: string, now: Date): Promise<AddressOwner | undefined> {
  const owner = await ownerOfAddressLink(tx, token, now)
  const taken = await tx.maybe(sql`
    delete from technician_new_address a where a.token_hash = ${hashOf(token)} and a.expires_at > ${now} returning a.username`)
  if (!owner || taken === undefined) return undefined
  await dropMailedLink(tx, owner.username)
  await tx.rows(sql`
    update technician t set email = ${owner.email}, email_changed_at = ${now}, email_refused_at = null, email_refusal = ''
    where t.username = ${owner.username}`)
  return owner
}

/** False if none waited. */
export const dropNewAddress = async (tx: Runner, username: string): Promise<boolean> =>
  (await tx.maybe(sql`delete from technician_new_address a where a.username = ${username} returning a.username`)) !==
  undefined

/** Notes that a mail server refused a new address; empty: that it accepted a mail for it. */
export const noteNewAddressRefusal = (
  tx: Runner,
  { username, email }: Pick<AddressOwner, 'username' | 'email'>,
  reason: string,
) =>
  tx.rows(sql`
    update technician_new_address a set refusal = ${reason} where a.username = ${username} and a.email = ${email}`)
