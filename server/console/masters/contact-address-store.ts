import type { MailedLinks } from '#domain/mail/mailed-links.ts'
import { type Runner, type Statement, type StaffTransaction, type Transaction, sql } from '../../db/sql.ts'
import { hashOf, newToken } from '../../http/session-cookie.ts'
import type { KeptAddress, NewAddress } from '../door/new-address-store.ts'
import { linkExpiry } from '../door/technician-account-store.ts'
import { noteRefusal } from '../mail/outbox-store.ts'
import { dropMailedLink } from './password-link-store.ts'

/** A refusal of the address stands at the client, whoever's address it is. */
const columns = (tx: Transaction): Statement => sql`
  a.email, a.asked_at, a.expires_at,
  (select r.refusal from mail_address r
    where ${tx.own('r')} and r.email = a.email and r.refused_at is not null) as refusal`

export const contactsNewAddress = (tx: Transaction, contact: number) =>
  tx.maybe<NewAddress>(sql`
    select ${columns(tx)} from contact_new_address a where ${tx.own('a')} and a.contact_id = ${contact}`)

export const lockContactsNewAddress = (tx: Transaction, contact: number) =>
  tx.maybe<NewAddress>(sql`
    select ${columns(tx)} from contact_new_address a where ${tx.own('a')} and a.contact_id = ${contact} for update of a`)

interface Kept {
  readonly contact: number
  readonly email: string
  readonly askedBy: string
}

/** Stores a contact's address until it is confirmed; it replaces an earlier one that still waits. */
export async function keepContactsNewAddress(
  tx: Transaction,
  { contact, email, askedBy }: Kept,
  now: Date,
): Promise<KeptAddress> {
  // Sending a link there tries the address again.
  await noteRefusal(tx, email, null, now)
  const token = newToken()
  const kept = await tx.row<NewAddress>(sql`
    insert into contact_new_address as a (client_id, contact_id, email, token_hash, asked_by, asked_at, expires_at)
    values (${tx.client}, ${contact}, ${email}, ${hashOf(token)}, ${askedBy}, ${now}, ${linkExpiry(now)})
    on conflict (client_id, contact_id) do update
      set email = excluded.email, token_hash = excluded.token_hash, asked_by = excluded.asked_by, asked_at = excluded.asked_at,
        expires_at = excluded.expires_at
    returning ${columns(tx)}`)
  return { token, kept }
}

/** Returns false if none waited. */
export const dropContactsNewAddress = async (tx: Transaction, contact: number): Promise<boolean> =>
  (await tx.maybe(sql`
    delete from contact_new_address a where ${tx.own('a')} and a.contact_id = ${contact} returning a.contact_id`)) !==
  undefined

/** The prefix of the causes of mails that confirm an address of this contact; the mails are counted by it. */
export const addressLinkCause = (contact: number): string => `address link of ${contact} `

export const contactsAddressLinksMailed = (
  tx: Transaction,
  { contact, email }: Pick<Kept, 'contact' | 'email'>,
  since: Date,
) =>
  tx.row<MailedLinks>(sql`
    select count(*) filter (where ${isTo(tx, contact)})::int as to_person,
      count(*) filter (where any_m.email = ${email})::int as to_address,
      max(any_m.created_at) filter (where ${isTo(tx, contact)}) as last
    from mail any_m where any_m.kind = 'address-link' and any_m.created_at > ${since}`)

const isTo = (tx: Transaction, contact: number): Statement =>
  sql`any_m.client_id = ${tx.client} and starts_with(any_m.cause, ${addressLinkCause(contact)})`

/** The owner of the address that a valid link confirms. */
export interface ContactsLink {
  readonly client: number
  readonly contact: number
  readonly name: string
  readonly email: string
}

/** Selects a valid link: its owner may enter. */
export const contactOfAddressLink = (runner: Runner, token: string, now: Date) =>
  runner.maybe<ContactsLink>(sql`
    select any_a.client_id as client, any_a.contact_id as contact, any_k.name, any_a.email
    from contact_new_address any_a join contact any_k using (client_id, contact_id) join client any_c using (client_id)
    where any_a.token_hash = ${hashOf(token)} and any_a.expires_at > ${now} and any_k.active and any_c.active`)

/** Uses a link up, so that the address counts. Of two requests only the first gets the contact. */
export async function confirmContactsAddress(
  staff: StaffTransaction,
  token: string,
  now: Date,
): Promise<ContactsLink | undefined> {
  const link = await contactOfAddressLink(staff, token, now)
  if (!link) return undefined
  const tx = staff.of(link.client)
  const taken = await tx.maybe(sql`
    delete from contact_new_address a
    where ${tx.own('a')} and a.contact_id = ${link.contact} and a.token_hash = ${hashOf(token)} returning a.contact_id`)
  if (taken === undefined) return undefined
  await dropMailedLink(tx, link.contact)
  // A colleague who has the contact's form open learns that it has changed.
  await tx.rows(sql`
    update contact k set email = ${link.email}, email_changed_at = ${now}, revision = k.revision + 1
    where ${tx.own('k')} and k.contact_id = ${link.contact}`)
  await noteRefusal(tx, link.email, null, now)
  return link
}
