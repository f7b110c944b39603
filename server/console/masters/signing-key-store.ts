import type { SigningAlgorithm } from '#domain/account.ts'
import { type Runner, type Transaction, sql } from '../../db/sql.ts'
import { readCursor } from '../lists/cursor.ts'
import { partOf } from '../lists/paged-list.ts'

export interface ListedKey {
  readonly kid: string
  readonly algorithm: SigningAlgorithm
  /** Only for EdDSA. */
  readonly publicKey: Buffer | null
  readonly clientAdministrator: boolean
  readonly callerOptional: boolean
  readonly createdAt: Date
  readonly revokedAt: Date | null
  readonly live: boolean
  readonly sessions: number
}

interface KeyQuestion {
  readonly installation: string
  readonly after?: string | undefined
  readonly limit: number
}

/** An installation's keys, newest first; sessions seen after `liveSince` count as open. */
export async function listKeys(
  tx: Transaction,
  { installation, after, limit }: KeyQuestion,
  { now, liveSince }: { readonly now: Date; readonly liveSince: Date },
) {
  const [createdAt = null, kid = null] = after === undefined ? [] : readCursor(after, ['instant', 'text'])
  const rows = await tx.rows<ListedKey>(sql`
    select g.kid, g.algorithm, case g.algorithm when 'EdDSA' then g.key_bytes end as public_key,
      g.client_administrator, g.caller_optional,
      g.created_at, g.revoked_at, (g.revoked_at is null or g.revoked_at > ${now}) as live,
      (select count(*) from session s
        where ${tx.own('s')} and s.kid = g.kid and s.seen_at > ${liveSince}
          and (g.revoked_at is null or g.revoked_at > ${now})) as sessions
    from signing_key g
    where ${tx.own('g')} and g.installation_code = ${installation}
      and (${createdAt}::timestamptz is null or g.created_at < ${createdAt}::timestamptz
        or (g.created_at = ${createdAt}::timestamptz and g.kid > ${kid}::text))
    order by g.created_at desc, g.kid limit ${limit + 1}`)
  return partOf(rows, limit, (last) => [last.createdAt.toISOString(), last.kid])
}

/** Locked until the transaction ends: other changes to the installation's keys wait. */
export const lockInstallation = (tx: Transaction, code: string) =>
  tx.rows(sql`select from installation i where ${tx.own('i')} and i.code = ${code} for update of i`)

export async function liveKeys(tx: Transaction, installation: string, now: Date): Promise<number> {
  const { live } = await tx.row<{ live: number }>(sql`
    select count(*) as live from signing_key g
    where ${tx.own('g')} and g.installation_code = ${installation} and (g.revoked_at is null or g.revoked_at > ${now})`)
  return live
}

/** A key's owner and its rights. */
export interface FoundKey {
  readonly client: number
  readonly installation: string
  readonly algorithm: SigningAlgorithm
  readonly clientAdministrator: boolean
  readonly callerOptional: boolean
}

export const keyNamed = (runner: Runner, kid: string) =>
  runner.maybe<FoundKey>(sql`
    select any_g.client_id as client, any_g.installation_code as installation, any_g.algorithm,
      any_g.client_administrator, any_g.caller_optional
    from signing_key any_g where any_g.kid = ${kid}`)

export interface NewKey extends Omit<FoundKey, 'client'> {
  readonly kid: string
  /** HS256: sealed. EdDSA: the public key. */
  readonly bytes: Buffer
}

export const insertKey = (tx: Transaction, key: NewKey, now: Date) =>
  tx.rows(sql`
    insert into signing_key (client_id, kid, installation_code, algorithm, key_bytes, client_administrator,
      caller_optional, sealed, created_at)
    values (${tx.client}, ${key.kid}, ${key.installation}, ${key.algorithm}, ${key.bytes}, ${key.clientAdministrator},
      ${key.callerOptional}, ${key.algorithm === 'HS256'}, ${now})`)

/** Ends the key at this instant. Returns false if it has ended already. */
export async function endKey(tx: Transaction, kid: string, at: Date, now: Date): Promise<boolean> {
  const ended = await tx.maybe(sql`
    update signing_key g set revoked_at = ${at}
    where ${tx.own('g')} and g.kid = ${kid} and (g.revoked_at is null or g.revoked_at > ${now})
    returning g.kid`)
  return ended !== undefined
}

export const endSessionsOfKey = (tx: Transaction, kid: string) =>
  tx.rows(sql`delete from session s where ${tx.own('s')} and s.kid = ${kid}`)
