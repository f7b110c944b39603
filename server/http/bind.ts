import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type ClaimedIdentity, type Endpoint, claimsInAddress } from '#contract/endpoint.ts'
import { type Database, type Transaction, sql } from '../db/sql.ts'
import { type Caller, chargedAs } from './caller.ts'
import { type Mounting, type PublicContext, type Who, door, nobody, withoutEmpty, withoutTransaction } from './door.ts'
import { badRequest, noSession, notFound, roleMissing } from './problems.ts'
import { namesOf } from './wire-problems.ts'

/** The parts of the application that `bind` needs. */
export interface Binding extends Mounting {
  readonly database: Database
  readonly findCaller: (request: FastifyRequest, now: Date, isActivity?: boolean) => Promise<Caller | null>
}

/** The arguments of a handler for a caller with a session. */
export interface Context extends Asking {
  /** It serves the caller's client, and commits when the handler returns. */
  readonly tx: Transaction
}

/** The same, before the transaction begins. */
export interface Asking extends PublicContext {
  readonly caller: Caller
}

const customer: Who<Binding, Asking, Context> = {
  receive: async (binding, endpoint, request, reply) => {
    const about = await nobody.receive(binding, endpoint, request, reply)
    const caller = await insistOnCaller(binding, endpoint, request, about.now)
    // Streams stay open for long; they have limits of their own.
    if (endpoint.kind !== 'stream') binding.atOnce.call(chargedAs(caller), request.ip, reply)
    return { ...about, caller }
  },
  insistOnOwn: insistOnOwnIdentity,
  beginUpload: ({ atOnce }, { caller, request }) => atOnce.upload(chargedAs(caller), request.ip),
  within: ({ database }, { changes }, about, work) => {
    const { client, person } = about.caller
    return database[changes ? 'inClient' : 'readClient'](client, (tx) => work({ ...about, tx }), person)
  },
  ledger: ({ tx, now, caller }) => ({
    tx,
    now,
    table: sql`idempotency`,
    columns: sql`client_id, person_id`,
    values: sql`${tx.client}, ${caller.person}`,
    own: sql`${tx.own('i')} and i.person_id = ${caller.person}`,
  }),
}
const customerAlone = withoutTransaction(customer)

/** A route for callers with a session: checks session, role and input, then runs the handler in one transaction. */
export const bind = door({ who: customer, body: 'json' })
export const bindPrepared = door({ who: customer, body: 'prepared' })
export const bindUpload = door({ who: customer, body: 'upload' })
export const bindFile = door({ who: customer, body: 'file' })
/** The same, but the handler opens its own transactions if it needs any. */
export const bindSlow = door({ who: customerAlone, body: 'json' })
export const bindStatic = door({ who: customerAlone, body: 'static' })
export const bindStream = door({ who: customerAlone, body: 'stream' })
/** A route for anybody. */
export const bindPublic = door({ who: nobody, body: 'json' })

/** The caller, if the session and role fit the endpoint. */
async function insistOnCaller(
  { findCaller, budgets }: Pick<Binding, 'findCaller' | 'budgets'>,
  endpoint: Pick<Endpoint, 'access' | 'budget' | 'isActivity' | 'isOfOneTicket'>,
  request: FastifyRequest,
  now: Date,
): Promise<Caller> {
  budgets.insistOnPatience(endpoint, request, now)
  const caller = await findCaller(request, now, endpoint.isActivity)
  if (!caller) throw noSession()
  request.log = request.log.child({ client: caller.client, person: caller.person })
  if (endpoint.access === 'administrator' && !caller.administrator) throw roleMissing()
  if (caller.onlyTicket === null) {
    if (endpoint.access === 'full-session' && caller.limited) throw roleMissing()
  } else if (!endpoint.isOfOneTicket) throw roleMissing()
  budgets.customer(endpoint, chargedAs(caller), request, now)
  return caller
}

/** The client fields of a request never decide anything. If they contradict the session, the answer is that nothing is there. */
function insistOnOwnIdentity({ request, caller }: Asking, { checksIdentity }: Endpoint, input: unknown): void {
  if (!checksIdentity) return
  // `body` and `query`, which build every customer input, hold these claims.
  for (const { claimedClient, claimedInstallation } of [input as ClaimedIdentity, ...claimsBeside(request)]) {
    const otherClient = claimedClient !== undefined && claimedClient !== null && claimedClient !== caller.client
    const otherInstallation = Boolean(claimedInstallation) && claimedInstallation !== caller.installation
    if (!otherClient && !otherInstallation) continue
    const claimed = { claimedClient, claimedInstallation }
    request.log.warn({ security: 'claimed-identity', ...claimed }, 'identity contradicts session')
    throw notFound()
  }
}

/** The address of a POST may also carry client fields. */
function claimsBeside(request: FastifyRequest): ClaimedIdentity[] {
  if (request.method === 'GET') return []
  const claims = z.safeDecode(claimsInAddress, withoutEmpty(request.query) as never) // the address may hold anything
  if (!claims.success) throw badRequest(...claims.error.issues.flatMap(namesOf))
  return [claims.data]
}
