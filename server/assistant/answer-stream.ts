import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { RESTART_EVENT, answerEvent } from '#contract/assistant.ts'
import type { Database } from '../db/sql.ts'
import { unavailable } from '../http/problems.ts'
import type { Answering } from './answering.ts'
import { type TurnPlace, type TurnProgress, completeByQuotes, noteReader, turnProgress } from './conversation-store.ts'

/** How often we poll an answer that another server writes. */
const LOOK_MS = 150
const HEARTBEAT_MS = 15_000
const SESSION_CHECK_MS = 3000

export interface Reading {
  readonly place: TurnPlace
  /** How much of the answer the reader has already. */
  readonly from: number
  /** Whether the reader has the last event, too. */
  readonly knowsEnd: boolean
  /** Whether the session that asked still lives. */
  readonly isStillIn: () => Promise<boolean>
  /** The message when no further answer can come. */
  readonly failed: string
}

/** Whoever is refused for want of a place has asked nothing: no question is recorded, and no model answers it. */
export interface Readers {
  /** The answer to what is asked as server-sent events, as it is written. */
  stream(ask: () => Promise<Reading>): Promise<Readable>
  /** The whole answer in one piece; null if its reader has left. */
  whole(ask: () => Promise<TurnPlace>, left: AbortSignal): Promise<(TurnProgress & Pick<TurnPlace, 'turn'>) | null>
  /** Asks current readers to reconnect, here or to another server. */
  stop(): void
}

interface Dependencies {
  readonly database: Database
  readonly answering: Answering | null
  /** How many may read at the same time. */
  readonly most: () => number
}

interface Reader {
  readonly leaving: AbortController
  /** Asks the reader to come back. */
  restart: () => void
}

export function openReaders(dependencies: Dependencies): Readers {
  const reading = new Set<Reader>()

  async function stream(ask: () => Promise<Reading>): Promise<Readable> {
    const { reader, asked } = await seated(ask)
    const { place, from, knowsEnd, isStillIn, failed } = asked
    const events = new Readable({ read: () => undefined })
    const say = (text: string) => void (events.destroyed || events.push(text))
    const heartbeat = setInterval(() => say(': \n\n'), HEARTBEAT_MS)
    const checkSession = setInterval(
      () =>
        // An unreachable database ends nobody's session.
        void isStillIn().then(
          (isIn) => isIn || end(),
          () => undefined,
        ),
      SESSION_CHECK_MS,
    )
    reader.restart = () => {
      say(`event: ${RESTART_EVENT}\ndata: {}\n\n`)
      end()
    }
    const end = () => {
      if (!events.destroyed) events.push(null)
      leave()
    }
    const leave = () => {
      clearInterval(heartbeat)
      clearInterval(checkSession)
      reading.delete(reader)
      reader.leaving.abort()
    }
    events.on('close', leave)
    say(': \n\n')

    let read = from
    const onProgress = ({ answer }: TurnProgress) => {
      const chunk = answer.slice(read)
      if (chunk === '') return
      read = answer.length
      say(event(`${place.turn}-${read}`, { chunk }))
    }
    follow(dependencies, place, reader.leaving.signal, onProgress)
      .then((whole) => {
        if (!whole || knowsEnd) return
        const { verdict, topic, sources, generatedBy } = whole
        const finish = { finish: 'stop', topic, verdict, sources, turn: place.turn, generatedBy } as const
        say(event(`${place.turn}-${read}-fin`, finish))
      })
      .catch(() => say(event(`${place.turn}-${read}`, { error: failed })))
      .finally(end)
    return events
  }

  /** Takes a place among the readers, then asks; refused when there are too many. */
  async function seated<T>(ask: () => Promise<T>): Promise<{ reader: Reader; asked: T }> {
    if (reading.size >= dependencies.most()) throw unavailable()
    const leaving = new AbortController()
    const reader = { leaving, restart: () => leaving.abort() }
    reading.add(reader)
    try {
      return { reader, asked: await ask() }
    } catch (error) {
      reading.delete(reader)
      throw error
    }
  }

  return {
    stream,
    async whole(ask, left) {
      const { reader, asked: place } = await seated(ask)
      try {
        const ending = AbortSignal.any([reader.leaving.signal, left])
        const progress = await follow(dependencies, place, ending, () => undefined)
        return progress && { ...progress, turn: place.turn }
      } finally {
        reading.delete(reader)
      }
    },
    stop() {
      for (const { restart } of reading) restart()
    },
  }
}

/** Follows an answer until it is complete; null if its reader leaves first. */
async function follow(
  { database, answering }: Dependencies,
  place: TurnPlace,
  left: AbortSignal,
  onProgress: (progress: TurnProgress) => void,
): Promise<TurnProgress | null> {
  const gone = new Promise<void>((resolve) => left.addEventListener('abort', () => resolve()))
  const live = answering?.live(place)
  const leave = live?.join()
  try {
    while (!left.aborted) {
      const changed = answering?.live(place)?.changed()
      const progress = await look(database, place)
      if (left.aborted) return null
      onProgress(progress)
      if (progress.state === 'complete') return progress
      await Promise.race([changed ?? sleep(LOOK_MS, undefined, { ref: false }), gone])
    }
    return null
  } finally {
    leave?.()
  }
}

/** An interrupted answer continues with the manuals' own sentences: no model is asked twice. */
const look = (database: Database, place: TurnPlace): Promise<TurnProgress> =>
  database.inClient(place.client, async (tx) => {
    const found = async () => {
      const progress = await turnProgress(tx, place)
      if (!progress) throw new Error('The exchange is missing')
      return progress
    }
    const progress = await found()
    if (progress.state === 'complete') return progress
    if (progress.state === 'running' && !progress.gone) {
      await noteReader(tx, place)
      return progress
    }
    await completeByQuotes(tx, place)
    return found()
  })

const event = (id: string, said: z.output<typeof answerEvent>): string =>
  `id: ${id}\ndata: ${JSON.stringify(z.encode(answerEvent, said))}\n\n`
