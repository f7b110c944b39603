import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type ClaimedIdentity, type Endpoint, claimsInAddress } from '#contract/endpoint.ts'
import { type Database, type Proof, type Transaction, insistOn, sql } from '../db/sql.ts'
import { type Caller, chargedAs } from './caller.ts'
import { type Mounting, type PublicContext, type Who, door, nobody, withoutEmpty, withoutTransaction } from './door.ts'
import { badRequest, noSession, notFound, roleMissing } from './problems.ts'
import { namesOf } from './wire-problems.ts'

/** The parts of the application that `bind` needs. */
export interface Binding extends Mounting {
  readonly database: Database
  readonly findCaller: (request: FastifyRequest, now: Date, isActivity?: boolean) => Promise<Caller | null>
  readonly supposeCaller: (request: FastifyRequest, now: Date, isActivity?: boolean) => SupposedCaller | null
}

interface SupposedCaller {
  readonly caller: Caller
  readonly proof: Proof
  readonly holds: () => Promise<boolean>
}

/** The arguments of a handler for a caller with a session. */
export interface Context extends Asking {
  /** It serves the caller's client, and commits when the handler returns. */
  readonly tx: Transaction
}

/** The same, before the transaction begins. */
export interface Asking extends PublicContext {
  readonly caller: Caller
  /** The check of a session that is only assumed so far, from its last request. */
  readonly proof?: Proof | undefined
}

const customer: Who<Binding, Asking, Context> = {
  receive: async (binding, endpoint, request, reply) => {
    const about = await nobody.receive(binding, endpoint, request, reply)
    binding.budgets.insistOnPatience(endpoint, request, about.now)
    const caller = await binding.findCaller(request, about.now, endpoint.isActivity)
    if (!caller) throw noSession()
    return admitted(binding, endpoint, about, caller)
  },
  suppose: (binding, endpoint, request, reply) => {
    const now = binding.clock()
    binding.budgets.insistOnPatience(endpoint, request, now)
    const supposed = binding.supposeCaller(request, now, endpoint.isActivity)
    if (!supposed) return null
    const { caller, proof, holds } = supposed
    const receive = async () => {
      const about = await nobody.receive(binding, endpoint, request, reply)
      return { ...admitted(binding, endpoint, about, caller), proof }
    }
    return { receive, holds }
  },
  insistOnOwn: insistOnOwnIdentity,
  beginUpload: ({ atOnce }, { caller, request }) => atOnce.upload(chargedAs(caller), request.ip),
  within: ({ database }, { changes }, about, work) =>
    database[changes ? 'inClient' : 'readClient'](
      about.caller.client,
      proved(about, work),
      about.caller.person,
      about.proof,
    ),
  look: ({ database }, about, work) =>
    database.readClient(about.caller.client, proved(about, work), about.caller.person, about.proof, true),
  ledger: ({ tx, now, caller }) => ({
    tx,
    now,
    table: sql`idempotency`,
    columns: sql`client_id, person_id`,
    values: sql`${tx.client}, ${caller.person}`,
    own: sql`${tx.own('i')} and i.person_id = ${caller.person}`,
  }),
}

const proved =
  <T>(about: Asking, work: (inside: Context) => Promise<T>) =>
  async (tx: Transaction): Promise<T> => {
    const done = await work({ ...about, tx })
    if (about.proof) await insistOn(about.proof, tx)
    return done
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

/** The call, if the caller's role and budgets allow it. */
function admitted(
  { budgets, atOnce }: Pick<Binding, 'budgets' | 'atOnce'>,
  endpoint: Pick<Endpoint, 'access' | 'budget' | 'kind' | 'isOfOneTicket'>,
  about: PublicContext,
  caller: Caller,
): Asking {
  const { request, reply, now } = about
  request.log = request.log.child({ client: caller.client, person: caller.person })
  if (endpoint.access === 'administrator' && !caller.administrator) throw roleMissing()
  if (caller.onlyTicket === null) {
    if (endpoint.access === 'full-session' && caller.limited) throw roleMissing()
  } else if (!endpoint.isOfOneTicket) throw roleMissing()
  budgets.customer(endpoint, chargedAs(caller), request, now)
  // Streams stay open for long; they have limits of their own.
  if (endpoint.kind !== 'stream') atOnce.call(chargedAs(caller), request.ip, reply)
  return { ...about, caller }
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
