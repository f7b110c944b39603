import * as z from 'zod/mini'
import { uploadPart } from '#contract/files/file-codec.ts'
import { type Data, type Endpoint, type Input, envelope } from '#contract/endpoint.ts'
import { type FailureCode, type FailureDetails, failureDetails } from '#contract/failure.ts'
import type { Language } from '#contract/moment.ts'
import type { EntranceSentences } from '#contract/sentences-es.ts'
import type { Fields } from '#contract/wire.ts'

const BASE = '/api'

const NO_DETAILS: FailureDetails = { code: null, fields: {} }

/** A call that did not succeed. `message` is the sentence for the person; `status` is null when no server answered. */
export class CallFailed extends Error {
  readonly status: number | null
  readonly code: FailureDetails['code']
  /** The input's wrong fields by their readable names. */
  readonly fields: FailureDetails['fields']
  readonly #wire: unknown

  constructor(status: number | null, sentence: string, details: Partial<FailureDetails> = {}, wire: unknown = null) {
    super(sentence)
    this.name = 'CallFailed'
    this.status = status
    const { code, fields } = { ...NO_DETAILS, ...details }
    this.code = code
    this.fields = fields
    this.#wire = wire
  }

  /** The data of a refusal, if the endpoint says more than a sentence; null if it has another form. */
  told<S extends z.ZodMiniType>(schema: S): z.output<S> | null {
    const told = z.safeDecode(schema, this.#wire as never)
    return told.success ? told.data : null
  }
}

/** Whether a call that failed may succeed in a moment. */
export const mayWorkNow = (error: unknown): boolean =>
  error instanceof CallFailed && (error.status === null || error.status === 503)

const GIVEN_UP_MS = 4000

/** Whether the server answers, and can read. Even a proxy that keeps the answer to itself then lets calls through. */
export const isServerThere = (): Promise<boolean> =>
  fetch('/api/ready', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(GIVEN_UP_MS) }).then(
    ({ status }) => status < 500,
    () => false,
  )

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** The same key for each try of one act, so that it happens once. */
  readonly idempotencyKey?: string | undefined
  /** Sent even if the page closes meanwhile, unless it is too long for that. */
  readonly outlivesPage?: boolean | undefined
  /** For a broken stream: the last event received. */
  readonly lastEventId?: string | undefined
  /** Refetches what the screen already shows. */
  readonly reread?: boolean | undefined
}

export interface UploadOptions {
  /** The share of this call's bytes, from 0 to 1. */
  readonly onProgress?: (share: number) => void
  readonly signal?: AbortSignal | undefined
  readonly idempotencyKey?: string | undefined
}

/**
 * Whether nobody has used the screen for a while, so that its requests keep no session alive (`touch.ts`, which may
 * load later).
 */
export const touches = { none: () => false }

/** An application's part in each call. */
interface Application {
  readonly language: () => Language
  readonly sentences: () => EntranceSentences['call']
  /** Throws `CallFailed` if the application itself refuses the call. */
  readonly insist: (endpoint: Endpoint) => void
  /** Added to a call's input: the client that the page means to act for. */
  readonly claims: (endpoint: Endpoint) => Readonly<Record<string, unknown>>
}

interface Surroundings extends Application {
  readonly onForbidden: (code: FailureCode | null) => void
}

/** Browsers let at most 64 kB outlive a page; a character has up to three bytes. */
const MAX_OUTLIVING = 20_000

/** A reading that nobody begins to answer by then has met a dead connection: it fails, and is made again. */
const ANSWER_MS = 20_000

/** Calls an endpoint of the contract. */
export type Call = ReturnType<typeof clientOf>['call']

/** The typed client of one application: readable names in and out; all throw `CallFailed`, or the signal's AbortError. */
export function clientOf(application: Application) {
  let forbidden = (_code: FailureCode | null): void => undefined
  const by: Surroundings = { ...application, onForbidden: (code) => forbidden(code) }

  /** `listener` is called when a call is answered with 403 (spec §2), with its reason; null if a proxy answered. */
  function onForbidden(listener: typeof forbidden): void {
    forbidden = listener
  }

  /** Calls an endpoint of the contract. */
  async function call<E extends Endpoint>(endpoint: E, input: Input<E>, options: CallOptions = {}): Promise<Data<E>> {
    by.insist(endpoint)
    return await answered(by, endpoint, await send(by, endpoint, wireInput(endpoint, input), options), options)
  }

  /** The address of a file, for a link. */
  const addressOf = <E extends Endpoint>(endpoint: E, input: Input<E>): string =>
    `${BASE}${endpoint.path}${inAddress(encoded(endpoint, input))}`

  /** The bytes of a file. */
  async function download<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    { signal }: Pick<CallOptions, 'signal'> = {},
  ): Promise<Blob> {
    const response = await open(endpoint, encoded(endpoint, input), { signal })
    return await received(by, response.blob(), signal)
  }

  /** A streamed answer, as soon as it begins. */
  const stream = <E extends Endpoint>(endpoint: E, input: Input<E>, options: CallOptions): Promise<Response> =>
    open(endpoint, wireInput(endpoint, input), options)

  /** Uploads files; `fields` are the endpoint's readable fields. */
  async function upload<E extends Endpoint>(
    endpoint: E,
    files: readonly File[],
    fields: Input<E>,
    options: UploadOptions = {},
  ): Promise<Data<E>> {
    by.insist(endpoint)
    const { status, responseText } = await sendForm(by, endpoint, formOf(files, wireInput(endpoint, fields)), options)
    return answerOf(by, endpoint, status, parsed(responseText))
  }

  /** The sentence for the person. */
  const sentenceOf = (error: unknown): string =>
    error instanceof CallFailed ? error.message : by.sentences().unexpected()

  const wireInput = (endpoint: Endpoint, input: unknown): Record<string, unknown> =>
    encoded(endpoint, { ...by.claims(endpoint), ...(input as object) }) // every input of the contract is an object

  /** An answer without envelope, unless it is a refusal. */
  async function open(endpoint: Endpoint, wire: Record<string, unknown>, options: CallOptions): Promise<Response> {
    by.insist(endpoint)
    const response = await send(by, endpoint, wire, options)
    if (response.ok) return response
    await answered(by, endpoint, response, options)
    throw unexpected(by, response.status)
  }

  return { call, addressOf, download, stream, upload, sentenceOf, onForbidden }
}

async function send(
  by: Surroundings,
  endpoint: Endpoint,
  wire: Record<string, unknown>,
  { signal, idempotencyKey, outlivesPage = false, lastEventId, reread = false }: CallOptions,
): Promise<Response> {
  const isRead = endpoint.method === 'GET'
  const body = isRead ? null : JSON.stringify(wire)
  const dead = new AbortController()
  const timer = isRead && endpoint.kind === 'json' && setTimeout(() => dead.abort(new TypeError()), ANSWER_MS)
  return await received(
    by,
    fetch(`${BASE}${endpoint.path}${isRead ? inAddress(wire) : ''}`, {
      method: endpoint.method,
      credentials: 'same-origin',
      headers: {
        'Accept-Language': by.language(),
        ...(!isRead && { 'Content-Type': 'application/json' }),
        ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
        ...(lastEventId && { 'Last-Event-ID': lastEventId }),
        ...(reread && { 'X-Reread': '1' }),
        ...(touches.none() && { 'X-Untouched': '1' }),
      },
      body,
      signal: AbortSignal.any([dead.signal, signal ?? dead.signal]),
      keepalive: outlivesPage && body !== null && body.length <= MAX_OUTLIVING,
    }).finally(() => timer && clearTimeout(timer)),
  )
}

const sendForm = (
  by: Surroundings,
  endpoint: Endpoint,
  form: FormData,
  { onProgress, signal, idempotencyKey }: UploadOptions,
) =>
  new Promise<XMLHttpRequest>((resolve, reject) => {
    // fetch cannot report upload progress.
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open(endpoint.method, `${BASE}${endpoint.path}`)
    request.setRequestHeader('Accept-Language', by.language())
    if (idempotencyKey) request.setRequestHeader('Idempotency-Key', idempotencyKey)
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total)
    })
    request.addEventListener('load', () => resolve(request))
    request.addEventListener('error', () => reject(unreachable(by)))
    request.addEventListener('abort', () => reject(new DOMException('The upload was stopped', 'AbortError')))
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) reject(new DOMException('The upload was stopped', 'AbortError'))
    else request.send(form)
  })

/** Throws `CallFailed` if the connection breaks, which may also happen during an answer. */
async function received<T>(by: Surroundings, arriving: Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await arriving
  } catch (error) {
    throw signal?.aborted || isAbort(error) ? error : unreachable(by)
  }
}

const answered = async <E extends Endpoint>(
  by: Surroundings,
  endpoint: E,
  response: Response,
  { signal }: CallOptions,
): Promise<Data<E>> => answerOf(by, endpoint, response.status, parsed(await received(by, response.text(), signal)))

function answerOf<E extends Endpoint>(by: Surroundings, endpoint: E, status: number, body: unknown): Data<E> {
  if (endpoint.kind === 'static' && status === 200) return decoded(by, endpoint, status, body)
  const wrapped = z.safeParse(envelope, body)
  // Not our server's answer: a proxy's, or a server died while answering.
  if (!wrapped.success) {
    if (status === 403) {
      by.onForbidden(null)
      throw new CallFailed(403, by.sentences().unexpected(), { code: 'no-session' })
    }
    throw status >= 500 || status === 0 ? unreachable(by) : unexpected(by, status)
  }
  const { ok, message, data } = wrapped.data
  if (ok) return decoded(by, endpoint, status, data.data)
  const details = failureDetails(endpoint, data.data)
  if (status === 403) by.onForbidden(details.code)
  throw new CallFailed(status, message || by.sentences().unexpected(), details, data.data)
}

function decoded<E extends Endpoint>(by: Surroundings, endpoint: E, status: number, wire: unknown): Data<E> {
  const answer = z.safeDecode(endpoint.data, wire)
  if (!answer.success) throw unexpected(by, status)
  return answer.data as Data<E>
}

const unreachable = ({ sentences }: Surroundings) => new CallFailed(null, sentences().unreachable())
const unexpected = ({ sentences }: Surroundings, status: number) => new CallFailed(status, sentences().unexpected())

function formOf(files: readonly File[], fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, text] of inText(fields)) form.append(name, text)
  for (const [index, file] of files.entries()) {
    form.append(uploadPart.name(index, 'name'), file.name)
    form.append(uploadPart.name(index, 'extension'), extensionOf(file.name))
    form.append(uploadPart.name(index, 'mime'), file.type)
    form.append(uploadPart.name(index, 'file'), file)
  }
  return form
}

const encoded = ({ input: schema }: Endpoint, input: unknown): Record<string, unknown> =>
  written(schema, input) as Record<string, unknown> // every input of the contract is an object

/** On the wire. What the contract refuses goes as it stands, and the server says which field is wrong. */
function written(schema: z.ZodMiniType & { readonly fields?: Fields }, value: unknown): unknown {
  const encoding = z.safeEncode(schema, value)
  if (encoding.success) return encoding.data
  const { fields } = schema
  if (!fields || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [field.wire, written(field.schema, Reflect.get(value, name))]),
  )
}

function inAddress(wire: Record<string, unknown>): string {
  const parameters = new URLSearchParams(inText(wire))
  return parameters.size > 0 ? `?${parameters.toString()}` : ''
}

/** For an address or a form; the contract encodes the inputs of both as text. */
const inText = (wire: Record<string, unknown>): [string, string][] =>
  Object.entries(wire).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

const extensionOf = (name: string): string => (name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : '')
