import { type Transaction, sql } from '../db/sql.ts'
import type { Caller } from '../http/caller.ts'

export interface Credential {
  readonly username: string
  readonly passwordHash: string
}

const credential = (tx: Transaction, { contact }: Caller) => sql`
  select c.username, c.password_hash from credential c
  where ${tx.own('c')} and c.contact_id = ${contact?.id ?? null}`

/** The contact's user and password. */
export const credentialOf = (tx: Transaction, caller: Caller) => tx.maybe<Credential>(credential(tx, caller))

/** The same, locked until the transaction ends: of two simultaneous changes the second sees the first. */
export const lockCredential = (tx: Transaction, caller: Caller) =>
  tx.maybe<Credential>(sql`${credential(tx, caller)} for update of c`)

export async function hasCredential(tx: Transaction, { contact }: Caller): Promise<boolean> {
  const found = await tx.maybe(
    sql`select 1 from credential c where ${tx.own('c')} and c.contact_id = ${contact?.id ?? null}`,
  )
  return found !== undefined
}

export const replacePassword = (tx: Transaction, { contact }: Caller, passwordHash: string) =>
  tx.rows(sql`
    update credential c set password_hash = ${passwordHash} where ${tx.own('c')} and c.contact_id = ${contact?.id ?? null}`)

/** Ends this person's other sessions, and every session that the contact's password opened. */
export const endOtherSessions = (tx: Transaction, { session, person, contact }: Caller) =>
  tx.rows(sql`
    delete from session s
    where ${tx.own('s')} and s.session_id <> ${session}
      and (s.person_id = ${person} or (s.contact_id = ${contact?.id ?? null} and s.kid is null))`)

export const insertDataChangeRequest = (tx: Transaction, { person, contact }: Caller, text: string, now: Date) =>
  tx.rows(sql`
    insert into data_change_request (client_id, person_id, contact_id, text, requested_at)
    values (${tx.client}, ${person}, ${contact?.id ?? null}, ${text}, ${now})`)

const SHOWN_REQUESTS = 10

/** This person's requests, the newest first. */
export const dataChangeRequests = (tx: Transaction, { person }: Caller) =>
  tx.rows<{ text: string; at: Date }>(sql`
    select r.text, r.requested_at as at from data_change_request r
    where ${tx.own('r')} and r.person_id = ${person}
    order by r.requested_at desc, r.request_id desc limit ${SHOWN_REQUESTS}`)
