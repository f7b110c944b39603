import type { KeyScope } from '#domain/technician.ts'
import type { consoleApiKeys } from '#contract/console/api-keys.ts'
import type { Data } from '#contract/endpoint.ts'
import { type Runner, sql } from '../../db/sql.ts'
import { hashOf } from '../../http/session-cookie.ts'
import { readCursor } from '../lists/cursor.ts'
import { partOf } from '../lists/paged-list.ts'

type ListedApiKey = Data<typeof consoleApiKeys.list>['items'][number]

const listed = (now: Date) => sql`
  k.key_id as id, t.name, k.username, k.scopes, k.ending, coalesce(w.name, k.created_by) as created_by, k.created_at,
  k.expires_at, case when k.previous_until > ${now} then k.previous_until end as previous_until, k.revoked_at,
  k.last_used_at, (k.revoked_at is null and k.expires_at > ${now}) as live`

/** The keys of programs, newest first. */
export async function listApiKeys(
  runner: Runner,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
  now: Date,
) {
  const [before = null] = after === undefined ? [] : readCursor(after, ['number'])
  const rows = await runner.rows<ListedApiKey>(sql`
    select ${listed(now)}
    from api_key k join technician t using (username) left join technician w on w.username = k.created_by
    where ${before}::bigint is null or k.key_id < ${before}::bigint
    order by k.key_id desc limit ${limit + 1}`)
  return partOf(rows, limit, (last) => [last.id])
}

export const apiKeyNumbered = (runner: Runner, id: number, now: Date) =>
  runner.maybe<ListedApiKey>(sql`
    select ${listed(now)}
    from api_key k join technician t using (username) left join technician w on w.username = k.created_by
    where k.key_id = ${id}`)

export interface NewApiKey {
  readonly name: string
  readonly scopes: readonly KeyScope[]
  readonly token: string
  readonly createdBy: string
  readonly expiresAt: Date
}

/** Adds a key with an account of its own; returns its number. */
export async function insertApiKey(tx: Runner, key: NewApiKey, now: Date): Promise<number> {
  const { id } = await tx.row<{ id: number }>(sql`
    with k as (
      insert into api_key (scopes, token_hash, ending, created_by, created_at, expires_at)
      values (${key.scopes}, ${hashOf(key.token)}, ${key.token.slice(-ENDING)}, ${key.createdBy}, ${now}, ${key.expiresAt})
      returning key_id, username
    ), account as (
      insert into technician (username, name, role, active, of_key)
      select k.username, ${key.name}, 'technician', false, true from k
    )
    select k.key_id as id from k`)
  return id
}

/** Replaces a live key, which stays valid for a while; false if it has ended. */
export async function replaceApiKey(
  tx: Runner,
  id: number,
  { token, oldUntil }: { readonly token: string; readonly oldUntil: Date },
  now: Date,
): Promise<boolean> {
  const replaced = await tx.maybe(sql`
    update api_key k set previous_hash = k.token_hash, previous_until = ${oldUntil}, token_hash = ${hashOf(token)},
      ending = ${token.slice(-ENDING)}
    where k.key_id = ${id} and k.revoked_at is null and k.expires_at > ${now}
    returning k.key_id`)
  return replaced !== undefined
}

export const revokeApiKey = (tx: Runner, id: number, now: Date) =>
  tx.rows(sql`update api_key k set revoked_at = ${now} where k.key_id = ${id} and k.revoked_at is null`)

const ENDING = 4

interface FoundApiKey {
  readonly username: string
  readonly name: string
  readonly scopes: readonly KeyScope[]
  readonly lastUsedAt: Date | null
  readonly lastUsedNetwork: string | null
}

/**
 * A key in force, found by its hash. The time of the look-up reveals something about the hash at most, and nobody
 * derives 256 random bits from a hash.
 */
export const liveApiKey = (runner: Runner, token: string, now: Date) =>
  runner.maybe<FoundApiKey>(sql`
    select t.username, t.name, k.scopes, k.last_used_at, k.last_used_network
    from api_key k join technician t using (username)
    where (k.token_hash = ${hashOf(token)} or (k.previous_hash = ${hashOf(token)} and k.previous_until > ${now}))
      and k.revoked_at is null and k.expires_at > ${now}`)

export const markUsed = (runner: Runner, username: string, network: string, now: Date) =>
  runner.rows(sql`
    update api_key k set last_used_at = ${now}, last_used_network = ${network}
    where k.username = ${username} and (k.last_used_at is null or k.last_used_at < ${now})`)
