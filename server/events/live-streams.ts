import { Readable } from 'node:stream'
import { LONGEST_OPENING_MS } from '#contract/live.ts'
import type { Event } from '../console/events/event-store.ts'
import { unavailable } from '../http/problems.ts'
import type { EventFeed } from './event-feed.ts'

const HEARTBEAT_MS = 15_000
/** A session that was checked this recently is not checked again. */
const FRESH_MS = 2000
/** The most bytes that a reader may leave unread. An event has about 60. */
const MOST_WAITING = 64 * 1024
/** A reader who has missed more events than this is told to read everything again. */
const MOST_MISSED = 500
const MOST_STREAMS = 5000
const RETRY_MS = 2000
/**
 * How many times in a row reading the events may fail before the stream ends. Its browser then connects again, perhaps
 * to another server.
 */
const MOST_FAILURES = 3

/** One reader of events. `Reader`: the person, by their present session. */
export interface Reading<Reader> {
  readonly reader: Reader
  /** The session's side and number, as the end of a session is reported. */
  readonly session: string
  /** The last id that the browser received. */
  readonly lastEventId: string
  /** Without such an id: how many milliseconds old the browser's screens are. */
  readonly age: number | undefined
  /** The same reader with the present rights; null if the session has ended. */
  readonly again: () => Promise<Reader | null>
  /** The events after one of them, from the table; one more than `most` if there are more. */
  readonly missed: (after: number, most: number) => Promise<readonly Event[]>
  /** The events among these that the reader may learn of. */
  readonly visible: (reader: Reader, events: readonly Event[]) => Promise<readonly Event[]>
  /** The data of an event; of null, the order to read everything again. */
  readonly said: (event: Event | null) => unknown
  /** Called once, when the stream has ended. */
  readonly onEnd: () => void
}

export interface LiveStreams {
  open<Reader>(reading: Reading<Reader>): Promise<Readable>
  /** The open streams. */
  count(): number
  stop(): void
}

/** `longestMs`: after this time a stream is ended, and its browser connects again, perhaps to another server. */
export function liveStreams(feed: EventFeed, longestMs: number, onTold: () => unknown = () => undefined): LiveStreams {
  const ends = new Map<() => void, string>()
  feed.onSessionEnd((session) => {
    for (const [end, its] of ends) if (its === session) end()
  })

  return {
    async open(reading) {
      if (ends.size >= MOST_STREAMS) {
        reading.onEnd()
        throw unavailable()
      }
      const stream = new LiveStream(feed, { ...reading, onTold }, () => ends.delete(end))
      const end = () => stream.end()
      ends.set(end, reading.session)
      // Spread over time, because many streams may have begun at once.
      await stream.begin(longestMs * (0.8 + Math.random() * 0.2))
      return stream.events
    },
    count: () => ends.size,
    stop() {
      for (const end of ends.keys()) end()
    },
  }
}

interface Telling {
  readonly onTold: () => unknown
}

/** One reader's stream, from the event after the browser's last one. */
class LiveStream<Reader> {
  readonly events = new Readable({ read: () => undefined })
  private readonly feed: EventFeed
  private readonly reading: Reading<Reader> & Telling
  private readonly onLeave: () => void
  private readonly offNews: () => void
  private readonly timers: NodeJS.Timeout[] = []
  private reader: Reader
  private checkedAt = performance.now()
  private position = 0
  // True until the stream knows where it begins.
  private isPumping = true
  private failures = 0
  private hasLeft = false

  constructor(feed: EventFeed, reading: Reading<Reader> & Telling, onLeave: () => void) {
    this.feed = feed
    this.reading = reading
    this.onLeave = onLeave
    this.reader = reading.reader
    this.offNews = feed.onNews(() => void this.pump())
    this.events.on('close', () => this.leave())
    this.events.on('error', () => undefined)
  }

  /** Finds the place to begin, and sends the events since then. The stream ends after a time. */
  async begin(endsAfterMs: number): Promise<void> {
    try {
      await this.feed.begin()
      // The session has ended meanwhile, or the server stops: the answer is an ended stream, and no fault.
      if (this.hasLeft) return
      const latest = this.feed.latest()
      const position = this.beginning(latest)
      this.say(`retry: ${RETRY_MS}\n: \n\n`)
      if (position === null) this.tell(0, null)
      this.position = position ?? latest
      this.isPumping = false
      void this.pump()
    } catch (error) {
      this.leave()
      throw error
    }
    this.timers.push(
      setInterval(() => {
        this.say(': \n\n')
        void this.check().catch(() => undefined)
      }, HEARTBEAT_MS),
      setTimeout(() => this.end(), endsAfterMs),
    )
  }

  /** The event after which the stream begins; null if the browser may have missed others. */
  private beginning(latest: number): number | null {
    const { lastEventId, age } = this.reading
    if (/^\d{1,15}$/.test(lastEventId)) {
      const last = Number(lastEventId)
      // A higher id comes from another database.
      return last > latest ? null : last
    }
    return age === undefined ? latest : this.feed.latestBefore(age + LONGEST_OPENING_MS)
  }

  end(): void {
    if (!this.hasLeft && !this.events.destroyed) this.events.push(null)
    this.leave()
  }

  private leave(): void {
    if (this.hasLeft) return
    this.hasLeft = true
    for (const timer of this.timers) clearTimeout(timer)
    this.onLeave()
    this.offNews()
    this.reading.onEnd()
  }

  private say(text: string): void {
    if (this.hasLeft || this.events.destroyed) return
    this.events.push(text)
    if (this.events.readableLength > MOST_WAITING) this.events.destroy()
  }

  /**
   * The id is that of the newest event of the reader's own client. A newer one would reveal how much happens elsewhere.
   */
  private tell(id: number, event: Event | null): void {
    this.reading.onTold()
    this.say(`id: ${id}\ndata: ${JSON.stringify(this.reading.said(event))}\n\n`)
  }

  /** Ends the stream of a session that has ended. A database that is away proves nothing. */
  private async check(): Promise<boolean> {
    const now = await this.reading.again()
    this.checkedAt = performance.now()
    if (now === null) this.end()
    else this.reader = now
    return now !== null
  }

  private async pump(): Promise<void> {
    if (this.isPumping) return
    this.isPumping = true
    try {
      while (!this.hasLeft && this.position < this.feed.latest()) {
        if (performance.now() - this.checkedAt > FRESH_MS && !(await this.check())) return
        await this.sendPart()
        this.failures = 0
      }
    } catch {
      this.failed()
    } finally {
      this.isPumping = false
    }
  }

  /**
   * A busy database is asked again soon: no event was skipped. After some tries the stream ends in order, and its
   * browser connects again with its last id.
   */
  private failed(): void {
    this.failures += 1
    if (this.failures >= MOST_FAILURES) this.end()
    else if (!this.hasLeft) this.timers.push(setTimeout(() => void this.pump(), RETRY_MS / 2))
  }

  private async sendPart(): Promise<void> {
    const upTo = this.feed.latest()
    const kept = this.feed.since(this.position)
    const part = kept ?? (await this.reading.missed(this.position, MOST_MISSED))
    const isTooMuch = kept === null && part.length > MOST_MISSED
    if (isTooMuch) this.tell(part.at(-1)?.id ?? 0, null)
    else for (const event of await this.reading.visible(this.reader, part)) this.tell(event.id, event)
    this.position = isTooMuch ? upTo : Math.max(upTo, part.at(-1)?.id ?? 0)
  }
}
