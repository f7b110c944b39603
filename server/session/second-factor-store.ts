import { randomBytes } from 'node:crypto'
import { aboutContactFactor, aboutSecondFactor, openSecondFactor } from '../console/door/sealed-secret-store.ts'
import { base32, stepOfCode } from './totp.ts'
import { type Runner, type Statement, type Transaction, sql } from '../db/sql.ts'
import { hashOf } from '../http/session-cookie.ts'
import type { SecretBox } from '../secret-box.ts'

/** The owner of a second factor, and where it is stored. */
export interface FactorHolder {
  /** The purpose for which the secret is sealed. */
  readonly about: string
  readonly table: Statement
  readonly codes: Statement
  /** The columns that identify the holder in both tables, with their values. */
  readonly key: Statement
  readonly value: Statement
}

export const technicianFactor = (username: string): FactorHolder => ({
  about: aboutSecondFactor(username),
  table: sql`technician`,
  codes: sql`recovery_code`,
  key: sql`username`,
  value: sql`${username}`,
})

/** The second factor of a client's administrator who logs in by hand. */
export const contactFactor = ({ client }: Pick<Transaction, 'client'>, contact: number): FactorHolder => ({
  about: aboutContactFactor(client, contact),
  table: sql`credential`,
  codes: sql`credential_recovery_code`,
  key: sql`client_id, contact_id`,
  value: sql`${client}, ${contact}`,
})

const SECRET_BYTES = 20

/** A secret that is not yet active; null if one is. */
export async function newSecret(tx: Runner, holder: FactorHolder, box: SecretBox): Promise<Buffer | null> {
  const secret = randomBytes(SECRET_BYTES)
  const set = await tx.maybe(sql`
    update ${holder.table} h set totp_secret = ${box.seal(secret, holder.about)}
    where (${holder.key}) = (${holder.value}) and not h.totp_confirmed
    returning h.totp_confirmed`)
  return set ? secret : null
}

export interface GivenCode {
  /** Sealed, as stored. */
  readonly secret: Buffer | null
  readonly code: string
  readonly now: Date
  readonly box: SecretBox
}

/** Whether the code is right; each is valid once. */
export async function takeCode(
  tx: Runner,
  holder: FactorHolder,
  { secret, code, now, box }: GivenCode,
): Promise<boolean> {
  const opened = secret && openSecondFactor(box, secret, holder.about)
  const step = opened && stepOfCode(opened, code, now)
  if (step === null) return false
  const taken = await tx.maybe(sql`
    update ${holder.table} h set totp_used_step = ${step}
    where (${holder.key}) = (${holder.value}) and h.totp_secret = ${secret} and h.totp_used_step < ${step}
    returning h.totp_used_step`)
  return taken !== undefined
}

const CODES = 10
const CODE_BYTES = 10

/** Activates the secret; returns the recovery codes. */
export async function confirmSecret(tx: Runner, holder: FactorHolder): Promise<string[]> {
  await tx.rows(sql`update ${holder.table} h set totp_confirmed = true where (${holder.key}) = (${holder.value})`)
  return newRecoveryCodes(tx, holder)
}

/** Replaces the recovery codes, which are stored only as hashes. */
export async function newRecoveryCodes(tx: Runner, { codes, key, value }: FactorHolder): Promise<string[]> {
  const made = Array.from({ length: CODES }, () => base32(randomBytes(CODE_BYTES)))
  await tx.rows(sql`delete from ${codes} c where (${key}) = (${value})`)
  await tx.rows(sql`
    insert into ${codes} (${key}, code_hash) select ${value}, unnest(${made.map(hashOf)}::bytea[])`)
  return made.map((code) => (code.match(/.{4}/g) ?? []).join('-'))
}

/** Whether it is an unused recovery code. */
export async function takeRecoveryCode(
  tx: Runner,
  { codes, key, value }: FactorHolder,
  code: string,
): Promise<boolean> {
  const hash = hashOf(code.replaceAll(/[\s-]/g, '').toUpperCase())
  const taken = await tx.maybe(sql`
    delete from ${codes} c where (${key}) = (${value}) and c.code_hash = ${hash} returning c.code_hash`)
  return taken !== undefined
}

export async function forgetSecondFactor(tx: Runner, { table, codes, key, value }: FactorHolder): Promise<void> {
  await tx.rows(sql`
    update ${table} h set totp_secret = null, totp_confirmed = false, totp_used_step = 0 where (${key}) = (${value})`)
  await tx.rows(sql`delete from ${codes} c where (${key}) = (${value})`)
}

export interface ContactFactor {
  readonly secret: Buffer | null
  readonly confirmed: boolean
  /** Whether the client requires a second factor. */
  readonly required: boolean
}

/** The second factor of a contact's log-in; undefined without a log-in. */
export const contactFactorOf = (tx: Transaction, contact: number | null): Promise<ContactFactor | undefined> =>
  tx.maybe<ContactFactor>(contactFactorStatement(tx, contact))

/** The same, locked until the transaction ends. */
export const lockContactFactor = (tx: Transaction, contact: number): Promise<ContactFactor | undefined> =>
  tx.maybe<ContactFactor>(sql`${contactFactorStatement(tx, contact)} for update of c`)

const contactFactorStatement = (tx: Transaction, contact: number | null) => sql`
  select c.totp_secret as secret, c.totp_confirmed as confirmed, l.second_factor_required as required
  from credential c join client l on ${tx.own('l')} where ${tx.own('c')} and c.contact_id = ${contact}`

/** Ends the sessions that the contact's password alone opened; `kept`: the acting session. */
export const endPasswordSessions = (tx: Transaction, contact: number, kept: number | null = null) =>
  tx.rows(sql`
    delete from session s
    where ${tx.own('s')} and s.contact_id = ${contact} and s.kid is null and s.session_id is distinct from ${kept}::bigint`)
