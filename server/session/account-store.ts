import type { PersonSource, Visibility } from '#domain/account.ts'
import { type Database, type Transaction, sql } from '../db/sql.ts'
import type { Caller, EntryContext } from '../http/caller.ts'
import { hashOf, newToken } from '../http/session-cookie.ts'
import { aboutSigningKey } from '../console/door/sealed-secret-store.ts'
import type { SecretBox } from '../secret-box.ts'

export interface SigningKey {
  readonly kid: string
  readonly client: number
  readonly installation: string
  readonly algorithm: 'HS256' | 'EdDSA'
  readonly bytes: Buffer
  readonly clientAdministrator: boolean
  readonly callerOptional: boolean
}

/** A signing key that is valid now. */
export async function signingKey(
  database: Database,
  secrets: SecretBox,
  kid: string,
  now: Date,
): Promise<SigningKey | undefined> {
  const found = await database.maybe<SigningKey & { sealed: boolean }>(sql`
    select ${kid}::text as kid, k.client_id as client, k.installation_code as installation, k.algorithm,
      k.key_bytes as bytes, k.sealed, k.client_administrator, k.caller_optional
    from door_signing_key(${kid}, ${now}) k`)
  if (!found?.sealed) return found
  const bytes = secrets.open(found.bytes, aboutSigningKey(kid))
  return bytes ? { ...found, bytes } : undefined
}

/** The client of an installation that admits unsigned links. */
export const clientOfLimitedInstallation = async (database: Database, code: string): Promise<number | undefined> =>
  (
    await database.maybe<{ client: number }>(sql`
      select i.client_id as client from door_installation(${code}) i where i.entry_mode = 'limited'`)
  )?.client

export interface Login {
  readonly client: number
  readonly contact: number
  readonly passwordHash: string
  readonly visibility: Visibility
  readonly installation: string | null
}

export const loginNamed = (database: Database, username: string): Promise<Login | undefined> =>
  database.maybe<Login>(sql`
    select l.client_id as client, l.contact_id as contact, l.password_hash, l.visibility,
      l.installation_code as installation
    from door_login(${username}) l`)

export interface ActiveContact {
  readonly name: string
  readonly visibility: Visibility
}

/** An enabled contact; with `installation`, one that belongs to it. */
export const activeContact = (
  tx: Transaction,
  contact: number,
  installation: string | null,
): Promise<ActiveContact | undefined> =>
  tx.maybe<ActiveContact>(sql`
    select k.name, k.visibility from contact k
    where ${tx.own('k')} and k.contact_id = ${contact} and k.active
      and (${installation}::text is null or exists (
        select from contact_installation i
        where ${tx.own('i')} and i.contact_id = k.contact_id and i.installation_code = ${installation}))`)

export interface Company {
  readonly code: string
  readonly name: string
}

/** The companies for which tickets may be raised: the contact's at the installation or, without a contact, all there. */
export async function availableCompanies(
  tx: Transaction,
  installation: string | null,
  contact: number | null,
): Promise<Company[]> {
  if (installation === null) return []
  return tx.rows<Company>(sql`
    select c.code, c.name from company c
    where ${tx.own('c')} and c.installation_code = ${installation} and c.active
      and (${contact}::bigint is null or exists (
        select from contact_company k
        where ${tx.own('k')} and k.contact_id = ${contact} and k.installation_code = c.installation_code
          and k.company_code = c.code))
    order by c.code`)
}

export interface EntryUse {
  readonly kid: string
  readonly id: string
  readonly expiresAt: Date
}

export const wasUsed = async (tx: Transaction, { kid, id }: EntryUse): Promise<boolean> =>
  (await tx.maybe(sql`select from used_entry u where ${tx.own('u')} and u.kid = ${kid} and u.entry_id = ${id}`)) !==
  undefined

/** Marks an entry as used; false if it was used already. */
export async function useEntry(tx: Transaction, { kid, id, expiresAt }: EntryUse): Promise<boolean> {
  const inserted = await tx.maybe(sql`
    insert into used_entry (client_id, kid, entry_id, expires_at) values (${tx.client}, ${kid}, ${id}, ${expiresAt})
    on conflict do nothing
    returning kid`)
  return inserted !== undefined
}

export interface NewSession {
  readonly installation: string | null
  readonly source: PersonSource
  readonly login: string
  /** Records the person's name. A guessed name does not replace a known one. */
  readonly name: { readonly text: string; readonly guessed: boolean }
  readonly contact: number | null
  readonly company: string | null
  readonly kid: string | null
  readonly limited: boolean
  readonly administrator: boolean
  readonly entry: EntryContext
}

const NAME = 'name' satisfies keyof EntryContext

/** Opens a session and, the first time, creates its person. Returns the token, which is stored nowhere. */
export async function openSession(tx: Transaction, session: NewSession, now: Date): Promise<string> {
  const token = newToken()
  await tx.rows(sql`
    with caller as (
      insert into person (client_id, installation_code, source, login, name, named)
      values (${tx.client}, ${session.installation}, ${session.source}, ${session.login}, ${session.name.text},
        not ${session.name.guessed}::boolean)
      on conflict (client_id, installation_code, source, login)
        do update set name = case when excluded.named then excluded.name else person.name end,
          named = person.named or excluded.named
      returning person_id, case when named then jsonb_build_object(${NAME}::text, name) else '{}' end as called
    ), entered as (
      update contact k set entered_at = ${now}
      where ${tx.own('k')} and k.contact_id = ${session.contact}::bigint and k.entered_at is null
    )
    insert into session (client_id, token_hash, person_id, contact_id, installation_code, company_code, kid, limited,
      administrator, entry, created_at, seen_at)
    select ${tx.client}, ${hashOf(token)}, caller.person_id, ${session.contact}::bigint, ${session.installation}::text,
      ${session.company}::text, ${session.kid}::text, ${session.limited}::boolean, ${session.administrator}::boolean,
      ${JSON.stringify(session.entry)}::jsonb || caller.called, ${now}::timestamptz, ${now}::timestamptz
    from caller`)
  return token
}

/** Continues a session under a new token; null if it has ended meanwhile. */
export async function renewSession(
  tx: Transaction,
  session: number,
  { company, entry }: Pick<NewSession, 'company' | 'entry'>,
  now: Date,
): Promise<string | null> {
  const token = newToken()
  const renewed = await tx.maybe(sql`
    update session s
    set token_hash = ${hashOf(token)}, company_code = ${company}, entry = ${JSON.stringify(entry)}::jsonb, seen_at = ${now}
    where ${tx.own('s')} and s.session_id = ${session}
    returning s.session_id`)
  return renewed ? token : null
}

export const endSession = (database: Database, { client, session }: Caller): Promise<unknown> =>
  database.inClient(client, (tx) =>
    tx.rows(sql`delete from session s where ${tx.own('s')} and s.session_id = ${session}`),
  )
