import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { createParser } from 'eventsource-parser'
import * as z from 'zod/mini'
import { breaker } from './breaker.ts'

/** Time limits, in milliseconds. */
export interface Patience {
  readonly connect: number
  readonly firstToken: number
  readonly gap: number
  readonly total: number
}

const PATIENCE: Patience = { connect: 3000, firstToken: 10_000, gap: 15_000, total: 60_000 }

/** An OpenAI-compatible server. */
export interface ModelSettings {
  /** Such as `https://models.example/v1`. */
  readonly baseUrl: string
  readonly model: string
  readonly apiKey?: string | undefined
  /** Tests use shorter ones. */
  readonly patience?: Partial<Patience> | undefined
}

export interface Message {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

/** The reason why a model's answer is incomplete. `left`: its last reader left. */
export type ModelFailureReason =
  | 'connect'
  | 'unreachable'
  | 'first-token'
  | 'gap'
  | 'total'
  | 'status'
  | 'no-stream'
  | 'unreadable'
  | 'error-chunk'
  | 'no-finish'
  | 'too-long'
  | 'left'

export class ModelFailure extends Error {
  readonly reason: ModelFailureReason
  constructor(reason: ModelFailureReason, detail = '') {
    super(`The language model failed: ${reason}${detail && ` (${detail})`}`)
    this.reason = reason
  }
}

export interface LanguageModel {
  /** False while the breaker is open. */
  isOperative(): boolean
  /**
   * The answer as it is written. It ends when the model says so.
   * @throws ModelFailure
   */
  words(messages: readonly Message[], left: AbortSignal): AsyncGenerator<string, void>
}

export function openLanguageModel(settings: ModelSettings, clock: () => Date): LanguageModel {
  const fuse = breaker()
  return {
    isOperative: () => !fuse.isOpen(clock()),
    async *words(messages, left) {
      try {
        yield* completion(settings, messages, left)
        fuse.succeeded()
      } catch (error) {
        if (!(error instanceof ModelFailure && error.reason === 'left')) fuse.failed(clock())
        throw error
      }
    },
  }
}

/** No honest answer is longer; a server that sends more is cut. */
const MAX_BYTES = 512 * 1024
const MAX_TOKENS = 700

/**
 * Not on `fetch`: it cannot tell the time to connect from the time to the first byte, and its signal may be lost. Here
 * a timer of our own ends every wait, and destroys the socket.
 */
async function* completion(
  { baseUrl, model, apiKey, patience }: ModelSettings,
  messages: readonly Message[],
  left: AbortSignal,
): AsyncGenerator<string, void> {
  const { connect, firstToken, gap, total } = { ...PATIENCE, ...patience }
  const letters = letterBox<string>()
  const timers = new Map<ModelFailureReason, NodeJS.Timeout>()
  const within = (reason: ModelFailureReason, ms: number) => {
    clearTimeout(timers.get(reason))
    timers.set(
      reason,
      setTimeout(() => letters.fail(new ModelFailure(reason)), ms),
    )
  }
  const inTime = (reason: ModelFailureReason) => clearTimeout(timers.get(reason))
  const onLeft = () => letters.fail(new ModelFailure('left'))
  if (left.aborted) onLeft()
  left.addEventListener('abort', onLeft)

  within('connect', connect)
  within('first-token', firstToken)
  within('total', total)
  const request = post(
    `${baseUrl.replace(/\/+$/, '')}/chat/completions`,
    { model, messages, stream: true, temperature: 0, max_tokens: MAX_TOKENS },
    apiKey,
  )
  request.on('error', (error) => letters.fail(new ModelFailure('unreachable', error.message)))
  request.on('socket', (socket) => {
    if (!socket.connecting) inTime('connect')
    else socket.once(request.protocol === 'https:' ? 'secureConnect' : 'connect', () => inTime('connect'))
  })
  request.on('response', (response) => {
    inTime('connect')
    readAnswer(response, {
      word: (text) => {
        inTime('first-token')
        within('gap', gap)
        letters.put(text)
      },
      end: () => letters.end(),
      fail: (failure) => letters.fail(failure),
    })
  })

  try {
    for (;;) {
      const letter = await letters.take()
      if (letter === END) return
      yield letter
    }
  } finally {
    for (const timer of timers.values()) clearTimeout(timer)
    left.removeEventListener('abort', onLeft)
    // Errors after we have hung up do not matter.
    request.on('error', () => undefined)
    request.destroy()
  }
}

function post(address: string, sent: object, apiKey: string | undefined): ClientRequest {
  const url = new URL(address)
  const body = Buffer.from(JSON.stringify(sent))
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': body.length,
      Accept: 'text/event-stream',
      ...(apiKey && { Authorization: `Bearer ${apiKey}` }),
    },
  })
  request.end(body)
  return request
}

interface Reader {
  readonly word: (text: string) => void
  readonly end: () => void
  readonly fail: (failure: ModelFailure) => void
}

/** The fields of a chunk that we read; servers add others. */
const chunk = z.object({
  error: z.optional(z.unknown()),
  choices: z.optional(
    z.array(
      z.object({
        delta: z.optional(z.object({ content: z.optional(z.nullable(z.string())) })),
        finish_reason: z.optional(z.nullable(z.string())),
      }),
    ),
  ),
})
/** The model finished, or reached its limit. */
const FINISHED = new Set(['stop', 'length'])

function readAnswer(response: IncomingMessage, { word, end, fail }: Reader): void {
  if (response.statusCode !== 200) return fail(new ModelFailure('status', String(response.statusCode)))
  if (!response.headers['content-type']?.includes('text/event-stream')) return fail(new ModelFailure('no-stream'))
  let bytes = 0
  let finished = false
  const decoder = new TextDecoder()
  const parser = createParser({
    onEvent({ data }) {
      if (finished) return
      if (data === '[DONE]') return fail(new ModelFailure('no-finish'))
      const read = readChunk(data)
      if (!read) return fail(new ModelFailure('unreadable'))
      if (read.error !== undefined && read.error !== null) return fail(new ModelFailure('error-chunk'))
      const [choice] = read.choices ?? []
      if (choice?.delta?.content) word(choice.delta.content)
      if (!choice?.finish_reason) return
      finished = true
      if (FINISHED.has(choice.finish_reason)) end()
      else fail(new ModelFailure('no-finish', choice.finish_reason))
    },
  })
  response.on('data', (piece: Buffer) => {
    bytes += piece.length
    if (bytes > MAX_BYTES) fail(new ModelFailure('too-long'))
    else parser.feed(decoder.decode(piece, { stream: true }))
  })
  response.on('error', (error) => fail(new ModelFailure('unreachable', error.message)))
  response.on('close', () => fail(new ModelFailure('no-finish')))
}

function readChunk(data: string): z.infer<typeof chunk> | null {
  try {
    const read = z.safeParse(chunk, JSON.parse(data))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

const END = Symbol('end')

/** Chunks are taken in the order they were put; nothing follows the first failure or end. */
function letterBox<Letter>() {
  const waiting: Letter[] = []
  let over: ModelFailure | typeof END | undefined
  let wake = (): void => undefined
  const close = (how: ModelFailure | typeof END) => {
    over ??= how
    wake()
  }
  return {
    put(letter: Letter) {
      if (over === undefined) waiting.push(letter)
      wake()
    },
    end: () => close(END),
    fail: close,
    async take(): Promise<Letter | typeof END> {
      for (;;) {
        // A reader who left gets none of the earlier chunks.
        if (over instanceof ModelFailure && over.reason === 'left') throw over
        const letter = waiting.shift()
        if (letter !== undefined) return letter
        if (over instanceof ModelFailure) throw over
        if (over === END) return END
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}
