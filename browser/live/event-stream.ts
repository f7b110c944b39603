import { EventSourceParserStream } from 'eventsource-parser/stream'
import { LONGEST_OPENING_MS } from '#contract/live.ts'
import { CallFailed, type CallOptions, isServerThere } from '../client.ts'
import {
  type StreamHappening,
  type StreamState,
  afterwards,
  beginning,
  isBlind,
  isUnder,
  timeIn,
} from './stream-state.ts'

/** How often the screens refetch by themselves while no stream comes through. */
const LOOK_MS = 60_000

interface Following {
  /**
   * Requests the stream, from the event after the last known one. Without one, the server first sends the events of the
   * last `age` milliseconds.
   */
  readonly open: (age: number | undefined, options: CallOptions) => Promise<Response>
  /** The last event that this browser has received; empty if it has received none. */
  readonly lastId: string
  /**
   * When the first screen began to read, by the browser's wall clock: a monotonic clock may stand still while the
   * computer sleeps.
   */
  readonly begunAt: number
  /** Receives an event's data; null: anything may have happened. */
  readonly tell: (data: string | null, id: string) => void
  readonly signal: AbortSignal
}

/** Follows the events until the signal: across cuts, pauses and time offline. Where no stream comes through, it reports every so often that anything may have happened. */
export function followEvents({ open, lastId, begunAt, tell, signal }: Following): void {
  let state = beginning(navigator.onLine, lastId)
  let connection = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let looking: ReturnType<typeof setInterval> | undefined

  const happens = (happening: StreamHappening) => {
    if (signal.aborted) return
    if (happening.what === 'late' && state.is === 'open') loseDeadConnections()
    enter(afterwards(state, happening))
  }

  function enter(next: StreamState): void {
    const before = state
    state = next
    clearTimeout(timer)
    const time = timeIn(state, Math.random())
    if (time !== null) timer = setTimeout(() => happens({ what: 'late' }), time)
    if (!isUnder(state)) connection.abort()
    else if (!isUnder(before)) void read()
    if (isBlind(state)) looking ??= setInterval(() => tell(null, state.lastId), LOOK_MS)
    else {
      clearInterval(looking)
      looking = undefined
    }
  }

  async function read(): Promise<void> {
    connection = new AbortController()
    const own = connection
    let status: number | 'ended' | null = 'ended'
    try {
      const { lastId: last } = state
      const askedAt = Date.now()
      const age = last === '' ? Math.max(0, Math.ceil(askedAt - begunAt)) : undefined
      const response = await open(age, { lastEventId: last || undefined, signal: own.signal })
      // The server counts the age back from the arrival of the request.
      if (last === '' && Date.now() - askedAt > LONGEST_OPENING_MS) tell(null, last)
      const heard = (id?: string) => {
        if (!own.signal.aborted) happens({ what: 'heard', ...(id !== undefined && { id }) })
      }
      const parser = new EventSourceParserStream({ onComment: () => heard(), maxBufferSize: MOST_WAITING })
      const events = response.body?.pipeThrough(new TextDecoderStream()).pipeThrough(parser).getReader()
      for (let next = await events?.read(); next && !next.done; next = await events?.read()) {
        if (own.signal.aborted) break
        heard(next.value.id)
        tell(next.value.data, state.lastId)
      }
    } catch (error) {
      status = error instanceof CallFailed ? error.status : null
    }
    if (!own.signal.aborted) happens({ what: 'over', status })
  }

  const online = () => {
    // Queries that failed without a network are read again now, even without an event.
    tell(null, state.lastId)
    happens({ what: 'online' })
  }
  globalThis.addEventListener('online', online, { signal })
  globalThis.addEventListener('offline', () => happens({ what: 'offline' }), { signal })
  signal.addEventListener('abort', () => {
    connection.abort()
    clearTimeout(timer)
    clearInterval(looking)
  })
  if (isUnder(state)) {
    state = { ...state, is: 'resting' }
    happens({ what: 'online' })
  }
}

/**
 * A stream that has fallen silent may have lost its connection, and then the browser's other ones to the server are dead
 * too: up to five, each of which would swallow a try. The browser closes those whose requests are given up.
 */
function loseDeadConnections(): void {
  for (let n = 0; n < 5; n++) void isServerThere()
}
/** The longest unfinished event that is held. The server's events only name a record, and are far shorter. */
const MOST_WAITING = 10_000
