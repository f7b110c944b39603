import { EventSourceParserStream } from 'eventsource-parser/stream'
import { CallFailed } from '../api.ts'

/** A connection without even a heartbeat for this long counts as cut: the service sends one every 15 s. */
export const IDLE_MS = 25_000
/** The pauses before each retry after a cut. New data resets the count. */
const RETRIES_MS = [300, 1_000, 3_000] as const

/** The content of one event of an answer. */
export type AnswerEvent<Finished> =
  | { readonly is: 'chunk'; readonly text: string }
  | { readonly is: 'finished'; readonly answer: Finished }
  | { readonly is: 'failed' }

export interface AnswerSource<Finished> {
  /** Asks, or continues after the last event received. */
  readonly open: (lastEventId: string | undefined, signal: AbortSignal) => Promise<Response>
  /** Null for a foreign event. */
  readonly read: (data: string) => AnswerEvent<Finished> | null
  /** The event with which the service ends this connection and invites another. */
  readonly restartEvent: string
}

/** An incomplete answer: the stream broke off and could not be resumed, or reported so itself. */
export class AnswerBroken extends Error {
  constructor(reason: string) {
    super(`The answer broke off: ${reason}`)
    this.name = 'AnswerBroken'
  }
}

/**
 * Reads an answer to its end. A connection that is cut, falls silent or ends without the closing event is resumed after
 * its last event.
 * @throws AnswerBroken if it cannot be resumed; CallFailed if the service refuses; the signal's AbortError
 */
export async function readAnswer<Finished>(
  { open, read, restartEvent }: AnswerSource<Finished>,
  { onChunk, signal }: { onChunk: (text: string) => void; signal: AbortSignal },
): Promise<Finished> {
  let lastEventId: string | undefined
  let tries = 0
  for (;;) {
    const connection = new AbortController()
    const stop = () => connection.abort()
    signal.addEventListener('abort', stop)
    try {
      // oxlint-disable-next-line no-await-in-loop -- the next connection begins where this one ended
      for await (const { id, name, data } of eventsOf(
        await within(open(lastEventId, connection.signal), connection.signal),
        connection.signal,
      )) {
        if (name === restartEvent) break
        const isNew = id === undefined || id !== lastEventId
        lastEventId = id ?? lastEventId
        const event = read(data)
        if (!event || event.is === 'failed') throw new AnswerBroken('the service says so')
        if (event.is === 'finished') return event.answer
        // A connection that was cut before bringing anything new does not reset the count.
        if (!isNew) continue
        tries = 0
        onChunk(event.text)
      }
      throw new Cut()
    } catch (error) {
      signal.throwIfAborted()
      const wait = RETRIES_MS[tries]
      if (!isCut(error)) throw error
      if (wait === undefined) throw new AnswerBroken('it could not be resumed')
      tries += 1
      // oxlint-disable-next-line no-await-in-loop -- a pause between two tries must be awaited
      await pause(wait, signal)
      if (!navigator.onLine) {
        // oxlint-disable-next-line no-await-in-loop -- without a network no try would count
        await new Promise((resolve) => globalThis.addEventListener('online', resolve, { once: true }))
        signal.throwIfAborted()
        tries = 0
      }
    } finally {
      signal.removeEventListener('abort', stop)
      stop()
    }
  }
}

class Cut extends Error {}

/** No response, or a gateway's, may be temporary; a refusal by the service itself is not. */
const isCut = (error: unknown): boolean =>
  error instanceof Cut || (error instanceof CallFailed && (error.status === null || error.status === 502))

interface Received {
  readonly id: string | undefined
  readonly name: string | undefined
  readonly data: string
}

async function* eventsOf(response: Response, signal: AbortSignal): AsyncGenerator<Received> {
  let heard = (): void => undefined
  const parser = new EventSourceParserStream({ onComment: () => heard(), maxBufferSize: MAX_EVENT })
  if (!response.body) throw new Cut()
  const reader = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(parser).getReader()
  try {
    for (;;) {
      const next = reader.read().catch(() => {
        throw new Cut()
      })
      // oxlint-disable-next-line no-await-in-loop -- a stream is read piece by piece
      const { done, value } = await within(next, signal, (restart) => {
        heard = restart
      })
      if (done) return
      yield { id: value.id, name: value.event, data: value.data }
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

/** The longest event: an answer has at most 4,000 characters. */
const MAX_EVENT = 100_000

/** Treats a late response as a cut; `onWaiting` receives the function that restarts the time. An abort ends it at once. */
function within<T>(coming: Promise<T>, signal: AbortSignal, onWaiting?: (restart: () => void) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Cut())
    let timer = setTimeout(late, IDLE_MS)
    onWaiting?.(() => {
      clearTimeout(timer)
      timer = setTimeout(late, IDLE_MS)
    })
    signal.addEventListener('abort', late)
    coming.then(resolve, reject).finally(() => {
      clearTimeout(timer)
      signal.removeEventListener('abort', late)
    })
  })
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new DOMException('The answer is not wanted any more', 'AbortError'))
    })
  })
