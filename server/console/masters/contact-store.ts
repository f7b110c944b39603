import type { consoleContacts } from '#contract/console/contacts.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import type { ContactPlace } from '#domain/contact-access.ts'
import { type Runner, type Statement, type Transaction, inSpanish, sql } from '../../db/sql.ts'
import { readCursor } from '../lists/cursor.ts'
import { type ListQuestion, all, holdsFolded, isActive, partOf } from '../lists/paged-list.ts'
import { refusalOf } from '../mail/outbox-store.ts'
import { contactsNewAddress } from './contact-address-store.ts'

type ListedContact = Data<typeof consoleContacts.list>['items'][number]

const CONTACT = sql`
  any_k.contact_id as id, any_k.name, any_k.email, any_k.phone, any_k.visibility, any_k.active, any_k.revision,
  jsonb_build_object('code', any_k.client_id, 'name',
    (select any_c.name from client any_c where any_c.client_id = any_k.client_id)) as client, ${usernameOf()} as username`

const INSTALLATIONS = sql`array(select any_b.installation_code from contact_installation any_b
  where any_b.client_id = any_k.client_id and any_b.contact_id = any_k.contact_id order by 1)`

/**
 * Contacts at an installation; its code alone determines the client. PostgreSQL expects every client to be small, and
 * would start with all contacts of a large one. This form of the condition prevents that.
 */
const contactsAt = (installation: string) => sql`(
  select any_p.client_id, any_p.contact_id from installation any_i
  join contact_installation any_p on any_p.client_id = any_i.client_id and any_p.installation_code = any_i.code
  where any_i.code = ${installation} offset 0) any_p
  join contact any_k on any_k.client_id = any_p.client_id and any_k.contact_id = any_p.contact_id`

type ContactQuestion = ListQuestion<typeof consoleContacts.list>

export async function listContacts(runner: Runner, question: ContactQuestion) {
  const { client, installation, search, active, after, limit } = question
  const order = inSpanish(sql`any_k.name`)
  const [name, ofClient, id] = after === undefined ? [] : readCursor(after, ['text', 'number', 'number'])
  const from: Statement =
    name === undefined
      ? sql`true`
      : sql`(${order}, any_k.client_id, any_k.contact_id) > (${inSpanish(sql`${name}::text`)}, ${ofClient}::bigint, ${id}::bigint)`
  const rows = await runner.rows<ListedContact>(sql`
    select ${CONTACT}, ${INSTALLATIONS} as installations
    from ${installation === undefined ? sql`contact any_k` : contactsAt(installation)}
    where ${all(
      from,
      client === undefined ? sql`true` : sql`any_k.client_id = ${client}`,
      isActive(sql`any_k.active`, active),
      sql`(${holdsFolded(search, sql`any_k.folded`)} or ${hasUsername(search)} or ${hasPhone(search)})`,
    )}
    order by ${order}, any_k.client_id, any_k.contact_id limit ${limit + 1}`)
  return partOf(rows, limit, (last) => [last.name, last.client.code, last.id])
}

const hasUsername = (search: string | undefined): Statement => sql`exists (select from credential any_u
  where any_u.client_id = any_k.client_id and any_u.contact_id = any_k.contact_id and ${holdsFolded(search, sql`any_u.folded_username`)})`

/**
 * Whether the search text is one of the contact's telephone numbers, however both are written, with or without Spain's
 * prefix.
 */
function hasPhone(search = ''): Statement {
  const isPhone = /^[\d\s()+./-]+$/.test(search)
  const digits = search.replaceAll(/\D/g, '').replace(/^(?:00)?34(?=\d{9}$)/, '')
  if (!isPhone || digits.length < FEWEST_DIGITS) return sql`false`
  return sql`position(${digits} in regexp_replace(any_k.phone, '[^0-9]', '', 'g')) > 0`
}

/** A shorter number would match parts of other numbers. */
const FEWEST_DIGITS = 6

type ContactDetails = Data<typeof consoleContacts.view>

/** One contact; sessions seen after `liveSince` count as open. */
export async function contactDetails(
  tx: Transaction,
  contact: number,
  { now, liveSince }: { readonly now: Date; readonly liveSince: Date },
): Promise<ContactDetails | undefined> {
  const found = await tx.maybe<Omit<ContactDetails, 'mailRefusal' | 'newAddress'>>(sql`
    select ${CONTACT},
      coalesce((select jsonb_agg(jsonb_build_object('installation', b.installation_code, 'companies',
          array(select y.company_code from contact_company y
            where ${tx.own('y')} and y.contact_id = b.contact_id and y.installation_code = b.installation_code order by 1))
          order by b.installation_code)
        from contact_installation b where ${tx.own('b')} and b.contact_id = any_k.contact_id), '[]') as places,
      (select count(*) from session s
        where ${tx.own('s')} and s.contact_id = any_k.contact_id and s.seen_at > ${liveSince}) as sessions,
      (select l.expires_at from password_link l
        where ${tx.own('l')} and l.contact_id = any_k.contact_id and l.expires_at > ${now}) as link_expires_at,
      exists (select from credential f
        where ${tx.own('f')} and f.contact_id = any_k.contact_id and f.totp_confirmed) as second_factor,
      (select count(*) from data_change_request r
        where ${tx.own('r')} and r.contact_id = any_k.contact_id and r.handled_at is null) as data_changes
    from contact any_k where any_k.client_id = ${tx.client} and any_k.contact_id = ${contact}`)
  if (!found) return undefined
  const [mailRefusal = null, newAddress = null] = [
    await refusalOf(tx, found.email),
    await contactsNewAddress(tx, contact),
  ]
  return { ...found, mailRefusal, newAddress }
}

/** The next number. The client's row is locked, so that two new contacts get different ones. */
export async function nextContact(tx: Transaction): Promise<number> {
  const [, { next }] = await Promise.all([
    tx.rows(sql`select from client c where ${tx.own('c')} for update of c`),
    tx.row<{ next: number }>(
      sql`select coalesce(max(k.contact_id), 0) + 1 as next from contact k where ${tx.own('k')}`,
    ),
  ])
  return next
}

export const nameOfContact = async (tx: Transaction, contact: number): Promise<string | undefined> =>
  (
    await tx.maybe<{ name: string }>(
      sql`select k.name from contact k where ${tx.own('k')} and k.contact_id = ${contact}`,
    )
  )?.name

export type ContactForm = Omit<Input<typeof consoleContacts.create>, 'client' | 'number' | 'places'>

/** False if the number is taken. */
export async function insertContact(tx: Transaction, contact: number, form: ContactForm): Promise<boolean> {
  const inserted = await tx.maybe(sql`
    insert into contact (client_id, contact_id, name, email, phone, visibility)
    values (${tx.client}, ${contact}, ${form.name}, ${form.email}, ${form.phone}, ${form.visibility})
    on conflict do nothing
    returning contact_id`)
  return inserted !== undefined
}

/** False if somebody has changed it since. */
export async function changeContact(
  tx: Transaction,
  contact: number,
  form: ContactForm & { readonly active: boolean; readonly revision: number },
  now: Date,
): Promise<boolean> {
  const changed = await tx.maybe(sql`
    update contact k set name = ${form.name}, email = ${form.email}, phone = ${form.phone},
      visibility = ${form.visibility}, active = ${form.active}, revision = k.revision + 1,
      email_changed_at = case when lower(k.email) = lower(${form.email}::text) then k.email_changed_at else ${now}::timestamptz end
    where ${tx.own('k')} and k.contact_id = ${contact} and k.revision = ${form.revision}
    returning k.contact_id`)
  return changed !== undefined
}

/** Replaces a contact's places; returns false if an installation or company is not the client's. */
export async function replacePlaces(
  tx: Transaction,
  contact: number,
  places: readonly ContactPlace[],
): Promise<boolean> {
  const installations = places.map(({ installation }) => installation)
  const companies = places.flatMap(({ installation, companies }) => companies.map((code) => ({ installation, code })))
  // In this order, in one message.
  const [, , placed, raising] = await Promise.all([
    tx.rows(sql`delete from contact_company y where ${tx.own('y')} and y.contact_id = ${contact}`),
    tx.rows(sql`delete from contact_installation b where ${tx.own('b')} and b.contact_id = ${contact}`),
    tx.rows(sql`
      insert into contact_installation (client_id, contact_id, installation_code)
      select i.client_id, ${contact}, i.code from installation i
      where ${tx.own('i')} and i.code = any(${installations}) returning 1`),
    tx.rows(sql`
      insert into contact_company (client_id, contact_id, installation_code, company_code)
      select y.client_id, ${contact}, y.installation_code, y.code
      from jsonb_to_recordset(${JSON.stringify(companies)}::jsonb) w (installation text, code text)
      join company y on ${tx.own('y')} and y.installation_code = w.installation and y.code = w.code returning 1`),
  ])
  return placed.length === installations.length && raising.length === companies.length
}

export const endSessionsOfContact = (tx: Transaction, contact: number) =>
  tx.rows(sql`delete from session s where ${tx.own('s')} and s.contact_id = ${contact}`)

export const dropPasswordLink = (tx: Transaction, contact: number) =>
  tx.rows(sql`delete from password_link l where ${tx.own('l')} and l.contact_id = ${contact}`)

function usernameOf(): Statement {
  return sql`(select any_u.username from credential any_u
    where any_u.client_id = any_k.client_id and any_u.contact_id = any_k.contact_id)`
}

/** `notice-routes.ts` notifies its owner. Returns false if nobody logs in by password as that contact. */
export async function noteSecondFactorReset(tx: Transaction, contact: number, now: Date): Promise<boolean> {
  const noted = await tx.maybe(sql`
    update credential c set second_factor_reset_at = ${now}
    where ${tx.own('c')} and c.contact_id = ${contact}
    returning c.contact_id`)
  return noted !== undefined
}
