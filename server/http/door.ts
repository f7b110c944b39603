import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Data, type Endpoint, type Input, isOfTickets } from '#contract/endpoint.ts'
import { sentencesIn } from '#contract/sentences.ts'
import type { Sentences } from '#contract/sentences-es.ts'
import type { AtOnce } from './at-once.ts'
import type { Budgets } from './budgets.ts'
import { jsonInPieces } from './json-pieces.ts'
import { languageOf } from './language.ts'
import { encoded } from './encoder.ts'
import { type Ledger, keptUnder, once, outcomeOf, wasAnswered } from './once.ts'
import { badRequest, invalid, unavailable } from './problems.ts'
import type { Upload } from './upload.ts'
import { wireProblems } from './wire-problems.ts'

/** The arguments of every handler. Clock and person are among them; nothing is looked up. */
export interface PublicContext {
  readonly now: Date
  readonly sentences: Sentences
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** The parts that mounting a route needs. */
export interface Mounting {
  readonly app: FastifyInstance
  /** The bound routes by method and path: a test compares them with the contract. */
  readonly bound: Set<string>
  readonly simulation: boolean
  readonly clock: () => Date
  readonly budgets: Budgets
  readonly atOnce: AtOnce
}

/** A kind of caller. `About` is known before the transaction, `Inside` within it. */
export interface Who<B extends Mounting, About extends PublicContext, Inside extends About> {
  /** @throws Problem if the caller may not make the call */
  readonly receive: (binding: B, endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) => Promise<About>
  /**
   * The same without a round trip: the caller is assumed from the session's last request, and checked before the answer
   * leaves. Null if nothing can be assumed.
   */
  readonly suppose?: (
    binding: B,
    endpoint: Endpoint,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => { readonly receive: () => Promise<About>; readonly holds: () => Promise<boolean> } | null
  /** @throws Problem if the input claims to be somebody else */
  readonly insistOnOwn?: (about: About, endpoint: Endpoint, input: unknown) => void
  /** Admits one more form with files; returns the function to call at its end. */
  readonly beginUpload?: (binding: B, about: About) => () => void
  /** Does the work in one transaction, which commits when the work returns. */
  readonly within: <T>(binding: B, endpoint: Endpoint, about: About, work: (inside: Inside) => Promise<T>) => Promise<T>
  /** Reads for a call before its own work: in one message, without a transaction of its own. */
  readonly look?: <T>(binding: B, about: About, work: (inside: Inside) => Promise<T>) => Promise<T>
  /** Where this caller's answers are stored. Without a ledger, every call runs anew. */
  readonly ledger?: (inside: Inside) => Ledger
}

/** How files are received, and how unused ones are removed. */
export interface Uploads<Inside> {
  /** Refuses a caller who has sent enough for today: before anything is received, and again once the size is known. */
  admit?(context: Inside, bytes: number): Promise<void>
  receive(context: PublicContext): Promise<Upload>
  discard(upload: Upload): Promise<void>
}

/** The answer to a download. */
export interface FileAnswer {
  readonly headers: Record<string, string>
  readonly stream: Readable
}

/** The handlers that a route takes, by the forms of its input and output. */
interface Handlers<E extends Endpoint, About, Inside> {
  /**
   * Until its first statement is answered it must do nothing outside the transaction, because its caller is only
   * assumed so far. What reads first asks together with the call's key, and changes nothing before it returns the act.
   */
  readonly json:
    | ((input: Input<E>, context: Inside) => Promise<Data<E>>)
    | { readonly reading: (input: Input<E>, context: Inside) => Promise<() => Promise<Data<E>>> }
  /**
   * JSON as well, for work that is too slow to hold a connection: it runs before the transaction. A retry with the same
   * Idempotency-Key does not repeat it.
   */
  readonly prepared: (input: Input<E>, about: About) => Promise<(context: Inside) => Promise<Data<E>>>
  /** A form with files, which are received before the transaction begins. */
  readonly upload: Uploads<Inside> & {
    readonly handle: (input: Input<E>, upload: Upload, context: Inside) => Promise<Data<E>>
  }
  /**
   * The transaction ends before the first byte leaves. If making a file takes long, the handler returns a function that
   * does so after the transaction.
   */
  readonly file: (input: Input<E>, context: Inside) => Promise<FileAnswer | (() => Promise<FileAnswer>)>
  /** JSON that browsers cache like a file and revalidate. */
  readonly static: (input: Input<E>, context: Inside) => Promise<Data<E>>
  /** Server-sent events. */
  readonly stream: (input: Input<E>, context: Inside) => Promise<Readable>
}
type Body = keyof Handlers<Endpoint, unknown, unknown>

/**
 * The only way into the server: admits the caller, decodes the input, runs the handler in one transaction, answers, and
 * stores the answer under the call's Idempotency-Key. Made once for each kind of route, then called for each endpoint.
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
    if (endpoint.kind !== kind)
      throw new TypeError(`${endpoint.path} is bound as ${kind} but declared as ${endpoint.kind}`)
    route(binding, endpoint, async (request, reply) => {
      const answered = (about: About) => answers({ who, binding, endpoint, about })[body](handler)
      const supposed = SUPPOSING.has(body) ? who.suppose?.(binding, endpoint, request, reply) : null
      if (supposed) {
        const outcome = await outcomeOf(async () => answered(await supposed.receive()))
        // A refusal reveals something about the caller, too, so it also waits for the check.
        if (await supposed.holds()) return outcome()
      }
      return answered(await who.receive(binding, endpoint, request, reply))
    })
  }

/** Calls that ask PostgreSQL something before they do anything else. */
const SUPPOSING = new Set<Body>(['json', 'upload'])

/** An admitted call. */
interface Call<B extends Mounting, About extends PublicContext, Inside extends About, E extends Endpoint> {
  readonly who: Who<B, About, Inside>
  readonly binding: B
  readonly endpoint: E
  readonly about: About
}

/** The answer of a call, by the forms of its input and output. */
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
  const look = <T>(work: (inside: Inside) => Promise<T>) => who.look?.(binding, about, work) ?? within(work)
  const onceWithin = (given: string, read: (inside: Inside) => Promise<() => Promise<Data<E>>>) =>
    within((inside) =>
      once(who.ledger?.(inside), endpoint, request, given, async () => encodedBy(endpoint, await read(inside))),
    )
  const given = () => JSON.stringify(request.body ?? null)

  return {
    json: async (handle) => {
      const input = sent()
      return onceWithin(given(), async (inside) => readingOf(handle)(input, inside))
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
          // A concurrent twin may have finished first, and so changed the facts behind this refusal.
          if (!(await isAnswered())) throw error
        }
      }
      return onceWithin(given(), async (inside) => () => {
        if (!act) throw unavailable()
        return act(inside)
      })
    },
    upload: async ({ handle, ...uploads }) => {
      const end = who.beginUpload?.(binding, about)
      try {
        // Whoever was only assumed so far is known from here on.
        await look(async (inside) => uploads.admit?.(inside, 0))
        const upload = await uploads.receive(about)
        try {
          const input = own(decodeInput(endpoint, upload.fields, sentences))
          return await onceWithin(whatWasUploaded(upload), async (inside) => {
            await uploads.admit?.(inside, bytesOf(upload))
            return () => handle(input, upload, inside)
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
      return revalidated(request, reply, text)
    },
    stream: async (handle) => {
      const input = sent()
      const events = await within((inside) => handle(input, inside))
      return reply.headers(EVENT_STREAM).send(events)
    },
  }
}

const encodedBy =
  <E extends Endpoint>(endpoint: E, act: () => Promise<Data<E>>) =>
  async (): Promise<unknown> =>
    encode(endpoint, await act())

const readingOf = <E extends Endpoint, Inside>(handle: Handlers<E, unknown, Inside>['json']) =>
  typeof handle === 'function' ? async (input: Input<E>, inside: Inside) => () => handle(input, inside) : handle.reading

/** Answers «unchanged» if the browser has this very text. */
function revalidated(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  const tag = `"${createHash('sha256').update(text).digest('base64url')}"`
  reply.headers({ ETag: tag, 'Cache-Control': 'private, no-cache' })
  // A proxy that compresses the answer marks its tag as weak.
  if (request.headers['if-none-match']?.replace(/^W\//, '') === tag) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(text)
}

const EVENT_STREAM = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // A proxy must not buffer the stream.
  'X-Accel-Buffering': 'no',
  // A connection kept alive after the stream would hold up a server that stops.
  Connection: 'close',
}

/** The same caller, for handlers that open their own transactions and recognise their own retries. */
export const withoutTransaction = <B extends Mounting, About extends PublicContext, Inside extends About>({
  within: _within,
  ledger: _ledger,
  suppose: _suppose,
  ...who
}: Who<B, About, Inside>): Who<B, About, About> => ({
  ...who,
  within: (_binding, _endpoint, about, work) => work(about),
})

/** Anybody; handlers open their own transactions. */
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

/** Identifies a retry of an upload. */
const whatWasUploaded = ({ fields, files }: Upload): string =>
  [
    JSON.stringify(fields),
    ...files.map(({ received, name, extension, mime }) =>
      [received.sha256.toString('hex'), name, extension, mime].join('\n'),
    ),
  ].join('\n')

/**
 * Mounts an endpoint of the contract: nothing outside the contract can be reached. A public call is charged to its
 * address here, before anything else; a session is charged once it is known.
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
    ...(endpoint.bodyBytes !== null && { bodyLimit: endpoint.bodyBytes }),
    // A HEAD request would change what the GET changes, or open a stream that nobody reads.
    exposeHeadRoute: !endpoint.changes && endpoint.kind !== 'stream',
    config: {
      changes: endpoint.changes,
      isPublic: endpoint.access === 'public',
      answersSecret: endpoint.answersSecret ?? false,
    },
    handler: async (request, reply) => {
      if (endpoint.access === 'public') budgets.visitor(endpoint, request.ip, clock())
      const data = await answer(request, reply)
      if (WITHOUT_ENVELOPE.has(endpoint.kind)) return data
      const { confirmation } = endpoint
      const message = confirmation ? sentencesIn(languageOf(request)).confirmation[confirmation]() : ''
      const json = await jsonInPieces({ ok: true, message, data: { data } })
      return reply.type('application/json; charset=utf-8').send(json)
    },
  })
}

const WITHOUT_ENVELOPE = new Set<Endpoint['kind']>(['file', 'static', 'stream'])

/** Decodes wire input, or throws the problem that says what is wrong with it. */
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
    ? invalid((s) => (isOfTickets(endpoint) ? s.ticket : s.session)['check-fields'](), problems.fields)
    : badRequest(...problems.malformed)
}

export const encode = <E extends Endpoint>(endpoint: E, data: Data<E>): unknown => encoded(endpoint.data, data)

/** An empty parameter of an address means none. */
export const withoutEmpty = (query: unknown): unknown =>
  typeof query === 'object' && query !== null
    ? Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
    : query
