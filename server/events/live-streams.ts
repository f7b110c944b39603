import { Readable } from 'node:stream'
import type { Event } from '../console/events/event-store.ts'
import { unavailable } from '../http/problems.ts'
import type { EventFeed } from './event-feed.ts'

const HEARTBEAT_MS = 15_000
/** A session that was found so recently is not looked for again. */
const FRESH_MS = 2000
/** What a reader may leave unread; events are some 60 bytes. */
const MOST_WAITING = 64 * 1024
/** Beyond it a reader is told to read everything again. */
const MOST_MISSED = 500
const MOST_STREAMS = 5000
const RETRY_MS = 2000

/** One reader of what happens. `Reader`: who it is, as their session says now. */
export interface Reading<Reader> {
  readonly reader: Reader
  /** As the end of a session is told: side and number. */
  readonly session: string
  /** The id that the browser had last. */
  readonly lastEventId: string
  /** The same reader, with the rights of now; null when the session has ended. */
  readonly again: () => Promise<Reader | null>
  /** What happened after an event, from the table; one more than `most` when there is more. */
  readonly missed: (after: number, most: number) => Promise<readonly Event[]>
  /** Of the events, those that the reader may learn of. */
  readonly visible: (reader: Reader, events: readonly Event[]) => Promise<readonly Event[]>
  /** An event's data; of null, that everything is to be read again. */
  readonly said: (event: Event | null) => unknown
  /** Called once, when the stream has ended. */
  readonly onEnd: () => void
}

export interface LiveStreams {
  open<Reader>(reading: Reading<Reader>): Promise<Readable>
  stop(): void
}

/** `longestMs`: a stream is ended after so long, and its browser comes again, maybe to another server. */
export function liveStreams(feed: EventFeed, longestMs: number): LiveStreams {
  const ends = new Map<() => void, string>()
  feed.onSessionEnd((session) => {
    for (const [end, its] of ends) if (its === session) end()
  })

  async function open<Reader>(reading: Reading<Reader>): Promise<Readable> {
    const { session, again, visible, said, onEnd } = reading
    if (ends.size >= MOST_STREAMS) {
      onEnd()
      throw unavailable()
    }
    let { reader } = reading
    let checkedAt = performance.now()
    let position = 0
    // Until it is known where it begins.
    let isPumping = true
    let hasLeft = false
    const events = new Readable({ read: () => undefined })
    const timers: NodeJS.Timeout[] = []

    const say = (text: string) => {
      if (hasLeft || events.destroyed) return
      events.push(text)
      if (events.readableLength > MOST_WAITING) events.destroy()
    }
    // Its id is that of an event of the reader's own client: a newer one would tell how much goes on elsewhere.
    const tell = (id: number, event: Event | null) => say(`id: ${id}\ndata: ${JSON.stringify(said(event))}\n\n`)
    const leave = () => {
      if (hasLeft) return
      hasLeft = true
      for (const timer of timers) clearTimeout(timer)
      ends.delete(end)
      offNews()
      onEnd()
    }
    const end = () => {
      if (!hasLeft && !events.destroyed) events.push(null)
      leave()
    }
    /** Ends the stream of a session that has ended; of a database that is away nothing is learnt. */
    const check = async (): Promise<boolean> => {
      const now = await again()
      checkedAt = performance.now()
      if (now === null) end()
      else reader = now
      return now !== null
    }

    async function pump(): Promise<void> {
      if (isPumping) return
      isPumping = true
      try {
        while (!hasLeft && position < feed.latest()) {
          if (performance.now() - checkedAt > FRESH_MS && !(await check())) return
          const upTo = feed.latest()
          const kept = feed.since(position)
          const part = kept ?? (await reading.missed(position, MOST_MISSED))
          const isTooMuch = kept === null && part.length > MOST_MISSED
          if (isTooMuch) tell(part.at(-1)?.id ?? 0, null)
          else for (const event of await visible(reader, part)) tell(event.id, event)
          position = isTooMuch ? upTo : Math.max(upTo, part.at(-1)?.id ?? 0)
        }
      } catch (error) {
        // Nothing was passed over: the browser comes again with the last id that it has.
        events.destroy(error instanceof Error ? error : undefined)
      } finally {
        isPumping = false
      }
    }

    const offNews = feed.onNews(() => void pump())
    ends.set(end, session)
    events.on('close', leave)
    events.on('error', () => undefined)
    try {
      await feed.begin()
      const latest = feed.latest()
      const last = /^\d{1,15}$/.test(reading.lastEventId) ? Number(reading.lastEventId) : null
      say(`retry: ${RETRY_MS}\n: \n\n`)
      position = last ?? latest
      // Such an id was given by another database.
      if (position > latest) {
        tell(0, null)
        position = latest
      }
      if (hasLeft) throw unavailable()
      isPumping = false
      void pump()
    } catch (error) {
      leave()
      throw error
    }
    timers.push(
      setInterval(() => {
        say(': \n\n')
        void check().catch(() => undefined)
      }, HEARTBEAT_MS),
      // Not all at once, where many came at once.
      setTimeout(end, longestMs * (0.8 + Math.random() * 0.2)),
    )
    return events
  }

  return {
    open,
    stop() {
      for (const end of ends.keys()) end()
    },
  }
}
