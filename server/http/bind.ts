import { createHash, scrypt } from 'node:crypto'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type ClaimedIdentity, type Data, type Endpoint, type Input, claimsInAddress } from '#contract/endpoint.ts'
import type { Language } from '#contract/moment.ts'
import { sentencesIn } from '#contract/sentences.ts'
import type { Sentences } from '#contract/sentences-es.ts'
import { type Database, type Transaction, sql } from '../db/sql.ts'
import type { AtOnce } from './at-once.ts'
import type { Budgets } from './budgets.ts'
import type { Caller } from './caller.ts'
import { badRequest, invalid, noSession, notFound, Problem, roleMissing, unavailable } from './problems.ts'
import type { Upload } from './upload.ts'
import { namesOf, wireProblems } from './wire-problems.ts'

/** What every handler is given; the clock and the person are arguments, never looked up. */
export interface PublicContext {
  readonly now: Date
  readonly sentences: Sentences
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}
export interface Context extends PublicContext {
  readonly caller: Caller
  /** Serves the caller's client; committed when the handler returns. */
  readonly tx: Transaction
}

export type Handler<E extends Endpoint> = (input: Input<E>, context: Context) => Promise<Data<E>>
export type PublicHandler<E extends Endpoint> = (input: Input<E>, context: PublicContext) => Promise<Data<E>>

/** What binding needs of the application. */
export interface Binding {
  readonly app: FastifyInstance
  readonly database: Database
  readonly clock: () => Date
  readonly simulation: boolean
  readonly budgets: Budgets
  readonly atOnce: AtOnce
  readonly findCaller: (request: FastifyRequest, now: Date) => Promise<Caller | null>
  /** The routes that were bound, by method and path: a test holds them against the contract. */
  readonly bound: Set<string>
}

/** A route for anybody; its handler opens its own transactions. */
export function bindPublic<E extends Endpoint>(binding: Mounting, endpoint: E, handler: PublicHandler<E>): void {
  route(binding, endpoint, async (request, reply) => {
    const context = { now: binding.clock(), sentences: sentencesIn(languageOf(request)), request, reply }
    return encode(endpoint, await handler(decode(endpoint, request, context.sentences), context))
  })
}

/**
 * A route for those who have a session: session, role, input, then the handler in one transaction, whose answer is kept
 * under the Idempotency-Key when the call carries one.
 */
export function bind<E extends Endpoint>(binding: Binding, endpoint: E, handler: Handler<E>): void {
  route(binding, endpoint, async (request, reply) => {
    const about = await receive(binding, endpoint, request, reply)
    const input = decode(endpoint, request, about.sentences)
    insistOnOwnIdentity(endpoint, request, about.caller, input)
    return binding.database.inClient(about.caller.client, (tx) =>
      once(tx, about, endpoint, JSON.stringify(request.body ?? null), async () =>
        encode(endpoint, await handler(input, { ...about, tx })),
      ),
    )
  })
}

/**
 * The same where something takes its time before the transaction, whose connection it would hold. What was answered before
 * under its Idempotency-Key is not prepared again.
 */
export function bindPrepared<E extends Endpoint, P>(
  binding: Binding,
  endpoint: E,
  prepare: (input: Input<E>, context: Omit<Context, 'tx'>) => Promise<P>,
  handler: (prepared: P, context: Context) => Promise<Data<E>>,
): void {
  route(binding, endpoint, async (request, reply) => {
    const about = await receive(binding, endpoint, request, reply)
    const input = decode(endpoint, request, about.sentences)
    insistOnOwnIdentity(endpoint, request, about.caller, input)
    const inClient = <T>(work: (tx: Transaction) => Promise<T>) => binding.database.inClient(about.caller.client, work)
    const isAnswered = () => inClient((tx) => wasAnswered(tx, about, endpoint))
    const prepared: P[] = []
    if (!(await isAnswered())) {
      try {
        prepared.push(await prepare(input, about))
      } catch (error) {
        // A twin may have been quicker, and changed what this one was judged by.
        if (!(await isAnswered())) throw error
      }
    }
    return inClient((tx) =>
      once(tx, about, endpoint, JSON.stringify(request.body ?? null), async () => {
        const [first] = prepared
        if (first === undefined) throw unavailable()
        return encode(endpoint, await handler(first, { ...about, tx }))
      }),
    )
  })
}

/** The same for what takes its time: the handler opens its own transactions, and knows itself what it has done before. */
export function bindSlow<E extends Endpoint>(
  binding: Binding,
  endpoint: E,
  handler: (input: Input<E>, context: Omit<Context, 'tx'>) => Promise<Data<E>>,
): void {
  route(binding, endpoint, async (request, reply) => {
    const about = await receive(binding, endpoint, request, reply)
    const input = decode(endpoint, request, about.sentences)
    insistOnOwnIdentity(endpoint, request, about.caller, input)
    return encode(endpoint, await handler(input, about))
  })
}

/** The same for server-sent events. */
export function bindStream<E extends Endpoint>(
  binding: Binding,
  endpoint: E,
  handler: (input: Input<E>, context: Omit<Context, 'tx'>) => Promise<Readable>,
): void {
  route(binding, endpoint, async (request, reply) => {
    const about = await receive(binding, endpoint, request, reply)
    const input = decode(endpoint, request, about.sentences)
    insistOnOwnIdentity(endpoint, request, about.caller, input)
    const events = await handler(input, about)
    const headers = {
      'Content-Type': 'text/event-stream; charset=utf-8',
      // A proxy in between must not wait until it has enough to be worth sending.
      'X-Accel-Buffering': 'no',
      // Kept open behind its end, it would hold up a server that stops.
      Connection: 'close',
    }
    return reply.headers(headers).send(events)
  })
}

/** How a form with files is taken in, and what was not kept of it put away. */
export interface Uploads {
  /** Refuses whoever has sent enough for today; asked before anything is received, and again with what was. */
  admit?(caller: Caller, tx: Transaction, bytes: number, now: Date): Promise<void>
  receive(request: FastifyRequest): Promise<Upload>
  discard(upload: Upload): Promise<void>
}

/** The same for a form with files, which are received before the transaction begins. */
export function bindUpload<E extends Endpoint>(
  binding: Binding,
  endpoint: E,
  uploads: Uploads,
  handler: (input: Input<E>, upload: Upload, context: Context) => Promise<Data<E>>,
): void {
  route(binding, endpoint, async (request, reply) => {
    const about = await receive(binding, endpoint, request, reply)
    const { caller, now } = about
    const { database, atOnce } = binding
    const end = atOnce.upload(caller, request.ip)
    try {
      await database.inClient(caller.client, async (tx) => uploads.admit?.(caller, tx, 0, now))
      const upload = await uploads.receive(request)
      try {
        const input = decodeInput(endpoint, upload.fields, about.sentences)
        insistOnOwnIdentity(endpoint, request, caller, input)
        return await database.inClient(caller.client, (tx) =>
          once(tx, about, endpoint, whatWasUploaded(upload), async () => {
            await uploads.admit?.(caller, tx, bytesOf(upload), now)
            return encode(endpoint, await handler(input, upload, { ...about, tx }))
          }),
        )
      } finally {
        await uploads.discard(upload)
      }
    } finally {
      end()
    }
  })
}

const bytesOf = ({ files }: Upload): number => files.reduce((sum, { received }) => sum + received.bytes, 0)

/** What a retry of an upload is known by. */
export const whatWasUploaded = ({ fields, files }: Upload): string =>
  [
    JSON.stringify(fields),
    ...files.map(({ received, name, extension, mime }) =>
      [received.sha256.toString('hex'), name, extension, mime].join('\n'),
    ),
  ].join('\n')

/** What a download is answered with. */
export interface FileAnswer {
  readonly headers: Record<string, string>
  readonly stream: Readable
}

/**
 * The same for a download: the transaction has ended before the first byte leaves. A file that takes a while to make is
 * answered as the function that makes it, which is called when the transaction has ended.
 */
export function bindFile<E extends Endpoint>(
  binding: Binding,
  endpoint: E,
  handler: (input: Input<E>, context: Context) => Promise<FileAnswer | (() => Promise<FileAnswer>)>,
): void {
  route(binding, endpoint, async (request, reply) => {
    const about = await receive(binding, endpoint, request, reply)
    const input = decode(endpoint, request, about.sentences)
    insistOnOwnIdentity(endpoint, request, about.caller, input)
    const found = await binding.database.inClient(about.caller.client, (tx) => handler(input, { ...about, tx }))
    const answer = typeof found === 'function' ? await found() : found
    return reply.headers(answer.headers).send(answer.stream)
  })
}

/** The same for data that reads like a file: a browser keeps it, and asks whether it is still so. */
export function bindStatic<E extends Endpoint>(
  binding: Binding,
  endpoint: E,
  handler: (caller: Caller) => Promise<Data<E>>,
): void {
  route(binding, endpoint, async (request, reply) => {
    const about = await receive(binding, endpoint, request, reply)
    insistOnOwnIdentity(endpoint, request, about.caller, decode(endpoint, request, about.sentences))
    const text = JSON.stringify(encode(endpoint, await handler(about.caller)))
    const tag = `"${createHash('sha256').update(text).digest('base64url')}"`
    reply.headers({ ETag: tag, 'Cache-Control': 'private, no-cache' })
    // What compresses on the way marks the tag as weak.
    if (request.headers['if-none-match']?.replace(/^W\//, '') === tag) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(text)
  })
}

async function receive(binding: Binding, endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) {
  const now = binding.clock()
  const caller = await insistOnCaller(binding, endpoint, request, now)
  // Streams are open for long, and have bounds of their own.
  if (endpoint.kind !== 'stream') binding.atOnce.call(caller, request.ip, reply)
  return { now, sentences: sentencesIn(languageOf(request)), request, reply, caller }
}

/** The caller, if there is one and it has what the endpoint asks for. */
async function insistOnCaller(
  { findCaller, budgets }: Pick<Binding, 'findCaller' | 'budgets'>,
  endpoint: Pick<Endpoint, 'access' | 'budget'>,
  request: FastifyRequest,
  now: Date,
): Promise<Caller> {
  budgets.insistOnPatience(endpoint, request, now)
  const caller = await findCaller(request, now)
  if (!caller) throw noSession()
  request.log = request.log.child({ client: caller.client, person: caller.person })
  if (endpoint.access === 'administrator' && !caller.administrator) throw roleMissing()
  if (endpoint.access === 'full-session' && caller.limited) throw roleMissing()
  budgets.customer(endpoint, caller, request, now)
  return caller
}

/** The client fields that come with every request never decide anything; when they contradict the session, nothing is there. */
function insistOnOwnIdentity(
  { checksIdentity }: Endpoint,
  request: FastifyRequest,
  caller: Caller,
  input: unknown,
): void {
  if (!checksIdentity) return
  // `body` and `query`, which every input of a customer's call is made by, hold the claims.
  for (const { claimedClient, claimedInstallation } of [input as ClaimedIdentity, ...claimsBeside(request)]) {
    const otherClient = claimedClient !== undefined && claimedClient !== null && claimedClient !== caller.client
    const otherInstallation = Boolean(claimedInstallation) && claimedInstallation !== caller.installation
    if (!otherClient && !otherInstallation) continue
    const claimed = { claimedClient, claimedInstallation }
    request.log.warn({ security: 'claimed-identity', ...claimed }, 'identity contradicts session')
    throw notFound()
  }
}

/** A POST may carry the client fields in its address as well. */
function claimsBeside(request: FastifyRequest): ClaimedIdentity[] {
  if (request.method === 'GET') return []
  const claims = z.safeDecode(claimsInAddress, withoutEmpty(request.query) as never) // anything may stand there
  if (!claims.success) throw badRequest(...claims.error.issues.flatMap(namesOf))
  return [claims.data]
}

export const languageOf = (request: FastifyRequest): Language =>
  request.headers['accept-language']?.toLowerCase().startsWith('en') ? 'en' : 'es'

/** What it takes to mount a route. */
type Mounting = Pick<Binding, 'app' | 'bound' | 'simulation' | 'clock' | 'budgets'>

/**
 * Mounts an endpoint of the contract: what is not in the contract cannot be reached. A call for anybody takes from the
 * address's budget here, before anything else is done; who has a session is charged once that is known.
 */
export function route(
  { app, bound, simulation, clock, budgets }: Mounting,
  endpoint: Endpoint,
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  bound.add(`${endpoint.method} ${endpoint.path}`)
  if (endpoint.simulation && !simulation) return
  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    // What a GET changes, a HEAD would too.
    exposeHeadRoute: !endpoint.changes,
    config: { changes: endpoint.changes },
    handler: async (request, reply) => {
      if (endpoint.access === 'public') budgets.visitor(endpoint, request.ip, clock())
      const data = await answer(request, reply)
      if (WITHOUT_ENVELOPE.has(endpoint.kind)) return data
      const { confirmation } = endpoint
      const message = confirmation ? sentencesIn(languageOf(request)).confirmation[confirmation]() : ''
      return { ok: true, message, data: { data } }
    },
  })
}

const WITHOUT_ENVELOPE = new Set<Endpoint['kind']>(['file', 'static', 'stream'])

/** Wire input to readable input, or the problem that says what is wrong with it. */
export function decode<E extends Endpoint>(endpoint: E, request: FastifyRequest, sentences: Sentences): Input<E> {
  const wire = endpoint.method === 'GET' ? withoutEmpty(request.query) : (request.body ?? {})
  return decodeInput(endpoint, wire, sentences)
}

export function decodeInput<E extends Endpoint>(endpoint: E, wire: unknown, sentences: Sentences): Input<E> {
  if (typeof wire !== 'object' || wire === null || Array.isArray(wire)) throw badRequest()
  const decoded = z.safeDecode(endpoint.input, wire)
  if (decoded.success) return decoded.data as Input<E>
  const problems = wireProblems(decoded.error.issues, wire, endpoint, sentences)
  throw 'fields' in problems
    ? invalid((s) => s[endpoint.form]['check-fields'](), problems.fields)
    : badRequest(...problems.malformed)
}

export const encode = <E extends Endpoint>(endpoint: E, data: Data<E>): unknown => z.encode(endpoint.data, data)

/** A parameter of an address that is empty says nothing. */
const withoutEmpty = (query: unknown): unknown =>
  typeof query === 'object' && query !== null
    ? Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
    : query

/** At most 100 characters; an empty one is none. */
export function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '') return null
  if (key.length > 100) throw badRequest('Idempotency-Key')
  return key
}

/**
 * Answers a request that carries an Idempotency-Key once. A second one waits on the unique index until the first has
 * committed, and is given its answer; when the first rolled back, the second does the work.
 */
async function once(
  tx: Transaction,
  { caller, request, now }: Pick<Context, 'caller' | 'request' | 'now'>,
  endpoint: Endpoint,
  sent: string,
  answer: () => Promise<unknown>,
): Promise<unknown> {
  const key = endpoint.changes ? idempotencyKey(request) : null
  if (key === null) return answer()
  const hash = await hashOfRequest(endpoint, sent, key)
  const first = await tx.maybe(sql`
    insert into idempotency (client_id, person_id, key, request_hash, created_at)
    values (${tx.client}, ${caller.person}, ${key}, ${hash}, ${now})
    on conflict do nothing
    returning key`)
  if (!first) {
    const stored = await tx.row<{ same: boolean; answer: unknown }>(sql`
      select i.request_hash = ${hash} as same, i.answer from idempotency i
      where ${tx.own('i')} and i.person_id = ${caller.person} and i.key = ${key}`)
    if (!stored.same) throw new Problem(422, (s) => s.call['key-reused']())
    return stored.answer
  }
  const data = await answer()
  await tx.rows(sql`
    update idempotency i set answer = ${JSON.stringify(data)}::json
    where ${tx.own('i')} and i.person_id = ${caller.person} and i.key = ${key}`)
  return data
}

/** Whether there is an answer under the call's key. */
async function wasAnswered(
  tx: Transaction,
  { caller, request }: Pick<Context, 'caller' | 'request'>,
  endpoint: Endpoint,
): Promise<boolean> {
  const key = endpoint.changes ? idempotencyKey(request) : null
  if (key === null) return false
  const found = await tx.maybe(sql`
    select from idempotency i where ${tx.own('i')} and i.person_id = ${caller.person} and i.key = ${key}`)
  return found !== undefined
}

/** What a retry is known by. */
const hashOfRequest = ({ path, holdsSecret }: Endpoint, sent: string, key: string): Promise<Buffer> | Buffer =>
  holdsSecret ? slowHash(sent, `${path}\n${key}`, 32) : createHash('sha256').update(`${path}\n${sent}`).digest()

const slowHash = promisify<string, string, number, Buffer>(scrypt)
