import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Data, Endpoint, Input } from '#contract/endpoint.ts'
import { sentencesIn } from '#contract/sentences.ts'
import type { Sentences } from '#contract/sentences-es.ts'
import type { Budgets } from './budgets.ts'
import { languageOf } from './language.ts'
import { type Ledger, keptUnder, once, wasAnswered } from './once.ts'
import { badRequest, invalid, unavailable } from './problems.ts'
import type { Upload } from './upload.ts'
import { wireProblems } from './wire-problems.ts'

/** What every handler is given; the clock and the person are arguments, never looked up. */
export interface PublicContext {
  readonly now: Date
  readonly sentences: Sentences
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** What it takes to mount a route. */
export interface Mounting {
  readonly app: FastifyInstance
  /** The routes that were bound, by method and path: a test holds them against the contract. */
  readonly bound: Set<string>
  readonly simulation: boolean
  readonly clock: () => Date
  readonly budgets: Budgets
}

/** Who stands before a door. `About` is known of a call before its transaction, `Inside` within it. */
export interface Who<B extends Mounting, About extends PublicContext, Inside extends About> {
  /** @throws Problem for who may not make the call */
  readonly receive: (binding: B, endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) => Promise<About>
  /** @throws Problem for an input that speaks for somebody else */
  readonly insistOnOwn?: (about: About, endpoint: Endpoint, input: unknown) => void
  /** Admits one more form with files; answers what is called when it is over. */
  readonly beginUpload?: (binding: B, about: About) => () => void
  /** Does the work in one transaction, committed when it returns. */
  readonly within: <T>(binding: B, endpoint: Endpoint, about: About, work: (inside: Inside) => Promise<T>) => Promise<T>
  /** Where the answers to this caller are kept; without one every call is done anew. */
  readonly ledger?: (inside: Inside) => Ledger
}

/** How a form with files is taken in, and what was not kept of it put away. */
export interface Uploads<Inside> {
  /** Refuses whoever has sent enough for today; asked before anything is received, and again with what was. */
  admit?(context: Inside, bytes: number): Promise<void>
  receive(context: PublicContext): Promise<Upload>
  discard(upload: Upload): Promise<void>
}

/** What a download is answered with. */
export interface FileAnswer {
  readonly headers: Record<string, string>
  readonly stream: Readable
}

/** What a route is given to answer with, by what it takes in and gives back. */
interface Handlers<E extends Endpoint, About, Inside> {
  readonly json: (input: Input<E>, context: Inside) => Promise<Data<E>>
  /**
   * JSON too, where something takes its time before the transaction, whose connection it would hold. What was answered
   * before under its Idempotency-Key is not prepared again.
   */
  readonly prepared: (input: Input<E>, about: About) => Promise<(context: Inside) => Promise<Data<E>>>
  /** A form with files, which are received before the transaction begins. */
  readonly upload: Uploads<Inside> & {
    readonly handle: (input: Input<E>, upload: Upload, context: Inside) => Promise<Data<E>>
  }
  /**
   * The transaction has ended before the first byte leaves. A file that takes a while to make is answered as the function
   * that makes it, which is called when the transaction has ended.
   */
  readonly file: (input: Input<E>, context: Inside) => Promise<FileAnswer | (() => Promise<FileAnswer>)>
  /** JSON that reads like a file: a browser keeps it, and asks whether it is still so. */
  readonly static: (input: Input<E>, context: Inside) => Promise<Data<E>>
  /** Server-sent events. */
  readonly stream: (input: Input<E>, context: Inside) => Promise<Readable>
}
type Body = keyof Handlers<Endpoint, unknown, unknown>

/**
 * The one way into the server: who may call, what is taken in, the handler in one transaction, and its answer, kept under
 * the Idempotency-Key when the call carries one. Made once for each kind of route; then called for each endpoint.
 */
export const door =
  <B extends Mounting, About extends PublicContext, Inside extends About, K extends Body>({
    who,
    body,
  }: {
    readonly who: Who<B, About, Inside>
    readonly body: K
  }) =>
  <E extends Endpoint>(binding: B, endpoint: E, handler: Handlers<E, About, Inside>[K]): void => {
    const kind = body === 'prepared' ? 'json' : body
    if (endpoint.kind !== kind) throw new TypeError(`${endpoint.path} is bound as ${kind}, and says ${endpoint.kind}`)
    route(binding, endpoint, async (request, reply) => {
      const about = await who.receive(binding, endpoint, request, reply)
      return answers({ who, binding, endpoint, about })[body](handler)
    })
  }

/** A call that was let in. */
interface Call<B extends Mounting, About extends PublicContext, Inside extends About, E extends Endpoint> {
  readonly who: Who<B, About, Inside>
  readonly binding: B
  readonly endpoint: E
  readonly about: About
}

/** How a call is answered, by what the door takes in and gives back. */
function answers<B extends Mounting, About extends PublicContext, Inside extends About, E extends Endpoint>({
  who,
  binding,
  endpoint,
  about,
}: Call<B, About, Inside, E>): { [K in Body]: (handler: Handlers<E, About, Inside>[K]) => Promise<unknown> } {
  const { request, reply, sentences } = about
  const own = (input: Input<E>): Input<E> => {
    who.insistOnOwn?.(about, endpoint, input)
    return input
  }
  const sent = () => own(decode(endpoint, request, sentences))
  const within = <T>(work: (inside: Inside) => Promise<T>) => who.within(binding, endpoint, about, work)
  const onceWithin = (given: string, answer: (inside: Inside) => Promise<Data<E>>) =>
    within((inside) =>
      once(who.ledger?.(inside), endpoint, request, given, async () => encode(endpoint, await answer(inside))),
    )
  const given = () => JSON.stringify(request.body ?? null)

  return {
    json: async (handle) => {
      const input = sent()
      return onceWithin(given(), (inside) => handle(input, inside))
    },
    prepared: async (prepare) => {
      const input = sent()
      const isAnswered = async () =>
        keptUnder(endpoint, request) !== null &&
        within((inside) => wasAnswered(who.ledger?.(inside), endpoint, request))
      let act: Awaited<ReturnType<typeof prepare>> | undefined
      if (!(await isAnswered())) {
        try {
          act = await prepare(input, about)
        } catch (error) {
          // A twin may have been quicker, and changed what this one was judged by.
          if (!(await isAnswered())) throw error
        }
      }
      return onceWithin(given(), (inside) => {
        if (!act) throw unavailable()
        return act(inside)
      })
    },
    upload: async ({ handle, ...uploads }) => {
      const end = who.beginUpload?.(binding, about)
      try {
        await within(async (inside) => uploads.admit?.(inside, 0))
        const upload = await uploads.receive(about)
        try {
          const input = own(decodeInput(endpoint, upload.fields, sentences))
          return await onceWithin(whatWasUploaded(upload), async (inside) => {
            await uploads.admit?.(inside, bytesOf(upload))
            return handle(input, upload, inside)
          })
        } finally {
          await uploads.discard(upload)
        }
      } finally {
        end?.()
      }
    },
    file: async (handle) => {
      const input = sent()
      const found = await within((inside) => handle(input, inside))
      const { headers, stream } = typeof found === 'function' ? await found() : found
      return reply.headers(headers).send(stream)
    },
    static: async (handle) => {
      const input = sent()
      const text = JSON.stringify(encode(endpoint, await within((inside) => handle(input, inside))))
      const tag = `"${createHash('sha256').update(text).digest('base64url')}"`
      reply.headers({ ETag: tag, 'Cache-Control': 'private, no-cache' })
      // What compresses on the way marks the tag as weak.
      if (request.headers['if-none-match']?.replace(/^W\//, '') === tag) return reply.code(304).send()
      return reply.type('application/json; charset=utf-8').send(text)
    },
    stream: async (handle) => {
      const input = sent()
      const events = await within((inside) => handle(input, inside))
      const headers = {
        'Content-Type': 'text/event-stream; charset=utf-8',
        // A proxy in between must not wait until it has enough to be worth sending.
        'X-Accel-Buffering': 'no',
        // Kept open behind its end, it would hold up a server that stops.
        Connection: 'close',
      }
      return reply.headers(headers).send(events)
    },
  }
}

/** The same caller where the handler opens its own transactions, and knows itself what it has done before. */
export const withoutTransaction = <B extends Mounting, About extends PublicContext, Inside extends About>({
  within: _within,
  ledger: _ledger,
  ...who
}: Who<B, About, Inside>): Who<B, About, About> => ({
  ...who,
  within: (_binding, _endpoint, about, work) => work(about),
})

/** Anybody; each handler opens its own transactions. */
export const nobody: Who<Mounting, PublicContext, PublicContext> = {
  receive: async ({ clock }, _endpoint, request, reply) => ({
    now: clock(),
    sentences: sentencesIn(languageOf(request)),
    request,
    reply,
  }),
  within: (_binding, _endpoint, about, work) => work(about),
}

const bytesOf = ({ files }: Upload): number => files.reduce((sum, { received }) => sum + received.bytes, 0)

/** What a retry of an upload is known by. */
const whatWasUploaded = ({ fields, files }: Upload): string =>
  [
    JSON.stringify(fields),
    ...files.map(({ received, name, extension, mime }) =>
      [received.sha256.toString('hex'), name, extension, mime].join('\n'),
    ),
  ].join('\n')

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
    config: { changes: endpoint.changes, isPublic: endpoint.access === 'public' },
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
export const withoutEmpty = (query: unknown): unknown =>
  typeof query === 'object' && query !== null
    ? Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
    : query
