import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { type Event, eventBounds, eventsAfter } from '../console/events/event-store.ts'
import type { Database } from '../db/sql.ts'
import { seldom } from '../jobs/often.ts'

const KEPT = 2000
const PART = 500
const RECONNECT_MS = 500
/** How often the connection is tested, and the table read in any case. */
const LOOK_MS = 5000
const SILENT_MS = 2000

/** This process's feed of events. One connection listens; the table is the only truth. */
export interface EventFeed {
  /** Resolves when the feed follows the table, and has read all events committed by then. */
  readonly begin: () => Promise<void>
  /** The newest event that it has read. */
  readonly latest: () => number
  /** The events after one of them; null if that one is older than the feed keeps. */
  readonly since: (id: number) => readonly Event[] | null
  /** The newest event that the feed had read this long ago; null if it does not know. */
  readonly latestBefore: (ms: number) => number | null
  readonly onNews: (listener: () => void) => () => void
  /** Called with the side and number of an ended session. */
  readonly onSessionEnd: (listener: (session: string) => void) => () => void
  readonly close: () => Promise<void>
}

export function openFeed({
  url,
  staff,
  log,
}: {
  /** Connects straight to PostgreSQL: a pooler that shares connections between transactions loses LISTEN. */
  readonly url: string
  readonly staff: Database
  readonly log: FastifyBaseLogger
}): EventFeed {
  const emitter = new EventEmitter().setMaxListeners(0)
  const closing = new AbortController()
  const listening = Promise.withResolvers<void>()
  const newest = newestEvents(staff, closing.signal, () => emitter.emit('news'))
  let begun: Promise<void> | undefined
  let following: Promise<void> | undefined

  async function begin(): Promise<void> {
    if (begun) await begun.then(newest.read, () => undefined)
    begun ??= (async () => {
      await newest.begin()
      following = follow()
      // The end of a session reaches only connections that listen.
      await Promise.race([listening.promise, pause(SILENT_MS, closing.signal)])
    })()
    try {
      await begun
    } catch (error) {
      begun = undefined
      throw error
    }
  }

  // A database that is away is asked again soon.
  const look = () => newest.read().catch(() => undefined)

  const lost = seldom((error, times) =>
    log.warn({ err: error, times }, 'the connection that listens for events was lost: it is opened again'),
  )

  async function follow(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await listen(url, closing.signal, {
          begun: listening.resolve,
          look,
          sessionEnd: (session) => emitter.emit('session', session),
        })
      } catch (error) {
        lost(error instanceof Error ? error : new Error(String(error)))
      }
      await look()
      await pause(RECONNECT_MS, closing.signal)
    }
  }

  const on = (what: 'news' | 'session', listener: (said: string) => void) => {
    emitter.on(what, listener)
    return () => void emitter.off(what, listener)
  }

  return {
    begin,
    latest: newest.latest,
    since: newest.since,
    latestBefore: newest.latestBefore,
    onNews: (listener) => on('news', listener),
    onSessionEnd: (listener) => on('session', listener),
    close: async () => {
      closing.abort()
      await following
    },
  }
}

/** The newest events of the table, kept in memory. */
function newestEvents(staff: Database, closing: AbortSignal, onNews: () => void) {
  const kept: (Event & { readonly readAt: number })[] = []
  /** The event before the first kept one. */
  let before = 0
  /** Since when no event is missing from the stored ones. */
  let wholeSince = Number.POSITIVE_INFINITY
  let latest = 0
  let reading: Promise<void> | undefined
  let isAskedAgain = false

  async function readAll(): Promise<void> {
    while (isAskedAgain && !closing.aborted) {
      isAskedAgain = false
      const more = await eventsAfter(staff, latest, PART)
      if (more.length === PART) isAskedAgain = true
      if (more.length === 0) continue
      latest = more.at(-1)?.id ?? latest
      const readAt = performance.now()
      kept.push(...more.map((event) => ({ ...event, readAt })))
      const last = kept.splice(0, Math.max(0, kept.length - KEPT)).at(-1)
      before = last?.id ?? before
      wholeSince = last?.readAt ?? wholeSince
      onNews()
    }
  }

  return {
    begin: async () => {
      latest = (await staff.acrossClients(eventBounds)).last
      before = latest
      wholeSince = performance.now()
    },
    /** Reads new events. Of two calls at once the second reads again after the first. */
    read: (): Promise<void> => {
      isAskedAgain = true
      reading ??= readAll().finally(() => {
        reading = undefined
      })
      return reading
    },
    latest: () => latest,
    latestBefore: (ms: number) => {
      const moment = performance.now() - ms
      return moment < wholeSince ? null : (kept.findLast(({ readAt }) => readAt <= moment)?.id ?? before)
    },
    since: (id: number) => (id < before ? null : kept.slice(kept.findLastIndex((event) => event.id <= id) + 1)),
  }
}

/** Ends early when the feed is closed. */
const pause = (ms: number, closing: AbortSignal): Promise<unknown> =>
  sleep(ms, undefined, { signal: closing, ref: false }).catch(() => undefined)

interface Told {
  readonly begun: () => void
  /** Reports that there may be new events. */
  readonly look: () => Promise<unknown>
  readonly sessionEnd: (session: string) => void
}

/** Listens until the connection breaks or says nothing. */
async function listen(url: string, closing: AbortSignal, told: Told): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: SILENT_MS,
    query_timeout: SILENT_MS,
    keepAlive: true,
  })
  const broken = new Promise<never>((_, reject) => {
    client.on('error', reject)
    client.on('end', () => reject(new Error('The connection ended')))
  })
  broken.catch(() => undefined)
  client.on('notification', ({ channel, payload = '' }) => {
    if (channel === 'portal_session') told.sessionEnd(payload)
    else void told.look()
  })
  try {
    await client.connect()
    await client.query('set role portal_app; listen portal_event; listen portal_session')
    told.begun()
    while (!closing.aborted) {
      await told.look()
      await Promise.race([pause(LOOK_MS, closing), broken])
      if (!closing.aborted) await client.query('select 1')
    }
  } finally {
    // A connection that hangs would not end when it is asked to.
    await Promise.race([client.end().catch(() => undefined), sleep(SILENT_MS, undefined, { ref: false })])
  }
}
