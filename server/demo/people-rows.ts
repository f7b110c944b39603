import { loginOf } from '#contract/entry-codec.ts'
import { demoKey } from './entry-link.ts'
import { type Runner, type Transaction, sql } from '../db/sql.ts'
import { type DemoAuthor, type DemoClient, RAUL, SONIA } from './cast.ts'
import { type Moment, instantOf } from './script-moment.ts'

/** Password hashes by user name. */
export type PasswordHashes = ReadonlyMap<string, string>

export async function insertPeople(
  tx: Transaction,
  cast: DemoClient,
  hashes: PasswordHashes,
  now: Date,
): Promise<void> {
  await tx.rows(sql`
    insert into client (client_id, name, email, areas) values (${tx.client}, ${cast.name}, ${cast.email}, ${cast.areas})`)
  for (const { code, version, entryMode, companies } of cast.installations) {
    const { kid, algorithm, secret } = demoKey(code)
    await tx.rows(sql`
      insert into installation (client_id, code, version, entry_mode)
      values (${tx.client}, ${code}, ${version}, ${entryMode})`)
    await tx.rows(sql`
      insert into company (client_id, installation_code, code, name)
      select ${tx.client}, ${code}, key, value from jsonb_each_text(${JSON.stringify(companies)}::jsonb)`)
    await tx.rows(sql`
      insert into signing_key (client_id, kid, installation_code, algorithm, key_bytes, caller_optional, created_at)
      values (${tx.client}, ${kid}, ${code}, ${algorithm}, ${Buffer.from(secret)}, true, ${now})`)
  }
  for (const { id, name, email, phone, visibility, installations, login } of cast.contacts) {
    await tx.rows(sql`
      insert into contact (client_id, contact_id, name, email, phone, visibility)
      values (${tx.client}, ${id}, ${name}, ${email}, ${phone}, ${visibility})`)
    for (const [installation, companies] of Object.entries(installations)) {
      await tx.rows(sql`
        insert into contact_installation (client_id, contact_id, installation_code)
        values (${tx.client}, ${id}, ${installation})`)
      await tx.rows(sql`
        insert into contact_company (client_id, contact_id, installation_code, company_code)
        select ${tx.client}, ${id}, ${installation}, unnest(${companies}::text[])`)
    }
    if (login) {
      await tx.rows(sql`
        insert into credential (client_id, contact_id, username, password_hash)
        values (${tx.client}, ${id}, ${login.username}, ${hashes.get(login.username)})`)
    }
  }
}

/** The provider's technicians. Only the demo's may do without a second factor. */
export async function insertTechnicians(tx: Runner, hashes: PasswordHashes): Promise<void> {
  for (const { username, name, role } of [SONIA, RAUL]) {
    await tx.rows(sql`
      insert into technician (username, name, role, password_hash, second_factor_exempt)
      values (${username}, ${name}, ${role}, ${hashes.get(username)}, true)
      on conflict do nothing`)
  }
}

/** The author as a person without a name of their own; returns the id. */
export async function insertPerson(tx: Transaction, cast: DemoClient, author: DemoAuthor): Promise<number> {
  const { contact, installation } = author
  const source = contact?.login ? 'portal' : 'contact'
  const login = contact?.login?.username ?? loginOf(contact?.id ?? null)
  const { person } = await tx.row<{ person: number }>(sql`
    insert into person (client_id, installation_code, source, login, name)
    values (${tx.client}, ${installation}, ${source}, ${login}, ${contact?.name ?? cast.name})
    returning person_id as person`)
  return person
}

/** A change of personal data that a contact asked for and nobody has handled. */
export interface DataChangeScript {
  readonly contact: number
  readonly when: Moment
  readonly text: string
}

/** Asked for by the contact as a person without a name of their own; inserting the tickets has made that person. */
export async function insertDataChanges(
  tx: Transaction,
  now: Date,
  scripts: readonly DataChangeScript[],
): Promise<void> {
  for (const { contact, when, text } of scripts) {
    await tx.rows(sql`
      insert into data_change_request (client_id, person_id, contact_id, text, requested_at)
      select p.client_id, p.person_id, ${contact}, ${text}, ${instantOf(when, now)} from person p
      where ${tx.own('p')} and p.source = 'contact' and p.login = ${loginOf(contact)}`)
  }
}
