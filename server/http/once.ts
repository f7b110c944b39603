import { createHash, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { type Endpoint, takesKey } from '#contract/endpoint.ts'
import { TooManyWaiting } from '../db/away.ts'
import { type Acting, type Statement, sql } from '../db/sql.ts'
import { Problem, badRequest } from './problems.ts'

/**
 * Where a caller's answers are kept by their keys. There are two tables: row level security separates customers' rows by client,
 * and technicians have none.
 */
export interface Ledger {
  readonly tx: Acting
  readonly now: Date
  readonly table: Statement
  /** The columns that identify a key's owner, with this caller's values. */
  readonly columns: Statement
  readonly values: Statement
  /** The condition for this caller's rows of the table `i`. */
  readonly own: Statement
}

/**
 * Runs a request with an Idempotency-Key once. A concurrent second request waits on the unique index. If the first
 * commits, the second gets its answer; if the first rolls back, the second does the work.
 * @param read what the work needs to know first. It is asked for together with the key, and so must change nothing.
 */
export async function once(
  ledger: Ledger | undefined,
  endpoint: Endpoint,
  request: FastifyRequest,
  sent: string,
  read: () => Promise<() => Promise<unknown>>,
): Promise<unknown> {
  const key = keptUnder(endpoint, request)
  if (!ledger || key === null) return (await read())()
  const { tx, now, table, columns, values, own } = ledger
  const hash = await hashOfRequest(endpoint, sent, key)
  const [first, known] = await Promise.all([
    tx.maybe(sql`
      insert into ${table} (${columns}, key, request_hash, created_at)
      values (${values}, ${key}, ${hash}, ${now})
      on conflict do nothing
      returning key`),
    // What refuses the first call does not refuse its repetition.
    outcomeOf(read),
  ])
  if (!first) {
    const stored = await tx.row<{ same: boolean; answer: unknown }>(sql`
      select i.request_hash = ${hash} as same, i.answer from ${table} i where ${own} and i.key = ${key}`)
    if (!stored.same) throw new Problem(422, (s) => s.call['key-reused']())
    return stored.answer
  }
  const data = await known()()
  tx.later(sql`update ${table} i set answer = ${JSON.stringify(data)}::json where ${own} and i.key = ${key}`)
  return data
}

/**
 * The result or the error of work, to be passed on later.
 * @throws TooManyWaiting at once, because it reveals nothing about the caller
 */
export async function outcomeOf<T>(work: () => Promise<T>): Promise<() => T> {
  try {
    const value = await work()
    return () => value
  } catch (error) {
    if (error instanceof TooManyWaiting) throw error
    return () => {
      throw error
    }
  }
}

/** Whether an answer is kept under the call's key. */
export async function wasAnswered(
  ledger: Ledger | undefined,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<boolean> {
  const key = keptUnder(endpoint, request)
  if (!ledger || key === null) return false
  const { tx, table, own } = ledger
  return (await tx.maybe(sql`select from ${table} i where ${own} and i.key = ${key}`)) !== undefined
}

/** The key under which the answer is kept, if any. */
export const keptUnder = (endpoint: Endpoint, request: FastifyRequest): string | null =>
  takesKey(endpoint) ? idempotencyKey(request) : null

/** At most 100 characters; an empty key means none. */
export function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '') return null
  if (key.length > 100) throw badRequest('Idempotency-Key')
  return key
}

/** Identifies a retry. */
const hashOfRequest = ({ path, holdsSecret }: Endpoint, sent: string, key: string): Promise<Buffer> | Buffer =>
  holdsSecret ? slowHash(sent, `${path}\n${key}`, 32) : createHash('sha256').update(`${path}\n${sent}`).digest()

const slowHash = promisify<string, string, number, Buffer>(scrypt)
