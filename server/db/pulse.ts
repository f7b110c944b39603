import { Socket } from 'node:net'
import pg from 'pg'
import { DatabaseSilent, codeOf } from './away.ts'

/** Tells a slow database from a silent one. */
export interface Pulse {
  /**
   * Waits for PostgreSQL's answer.
   * @throws DatabaseSilent as soon as the database proves silent; until it answers again, nothing is asked
   */
  readonly during: <T>(ask: () => Promise<T>) => Promise<T>
  /** Reports that PostgreSQL has sent something. */
  readonly heard: () => void
  readonly close: () => void
}

const BEAT_MS = 250
/**
 * If somebody waits and neither they nor the probe hear anything for this long, the database is silent: within 2 s of the
 * question.
 */
const SILENT_BEATS = 7
/** No answer comes later than PostgreSQL's statement timeout, unless that one process hangs. */
const LATEST_BEATS = 17_000 / BEAT_MS
/** A connection this silent may be dead, even if the database is back. */
const REDIAL_BEATS = 8
const DIAL_MS = 2000

/**
 * Time is counted in beats. If this process itself stood still, that counts as one beat, and everything that has
 * arrived is read before the next. After `onSilent` no earlier connection may be used again.
 */
export function openPulse(url: string, onSilent: () => void): Pulse {
  const waiting = new Set<{ readonly since: number; readonly giveUp: () => void }>()
  let beats = 0
  let quiet = 0
  let isSilent = false
  const probe = openProbe(url, { heard, coming })
  const beating = setInterval(beat, BEAT_MS).unref()

  function heard(): void {
    quiet = 0
    isSilent = false
  }

  /** A busy process needs a beat for each step of a handshake: progress is not silence. */
  function coming(): void {
    if (!isSilent) quiet = 0
  }

  function beat(): void {
    beats += 1
    for (const { since, giveUp } of waiting) if (beats - since > LATEST_BEATS) giveUp()
    if (waiting.size === 0 && !isSilent) {
      quiet = 0
      return
    }
    quiet += 1
    if (quiet % REDIAL_BEATS === 0) probe.hangUp()
    probe.ask()
    if (quiet < SILENT_BEATS || isSilent) return
    isSilent = true
    onSilent()
    for (const { giveUp } of waiting) giveUp()
  }

  return {
    during: (ask) =>
      new Promise((resolve, reject) => {
        if (isSilent) throw new DatabaseSilent()
        const waiter = { since: beats, giveUp: () => reject(new DatabaseSilent()) }
        waiting.add(waiter)
        ask()
          .then(resolve, reject)
          .finally(() => waiting.delete(waiter))
      }),
    heard,
    close: () => {
      clearInterval(beating)
      probe.hangUp()
    },
  }
}

/**
 * Probes over a connection of its own, kept as long as it answers. `coming` reports that bytes arrived; they may be a pooler's
 * and prove nothing about the database.
 */
function openProbe(url: string, { heard, coming }: { readonly heard: () => void; readonly coming: () => void }) {
  let line: Promise<pg.Client> | undefined
  let asked: typeof line

  async function dial(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: DIAL_MS,
      stream: () => new Socket().on('data', coming),
    })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }

  async function question(mine: Promise<pg.Client>): Promise<void> {
    try {
      await (await mine).query('select 1')
      if (line === mine) heard()
    } catch (error) {
      if (line !== mine) return
      line = undefined
      if (isAnswer(error)) heard()
    } finally {
      if (asked === mine) asked = undefined
    }
  }

  return {
    ask: () => {
      if (asked) return
      asked = line ??= dial()
      void question(asked)
    },
    hangUp: () => {
      line?.then((client) => client.end()).catch(() => undefined)
      line = undefined
      asked = undefined
    },
  }
}

/** A refusal is an answer too, and is passed on at once. */
const isAnswer = (error: unknown): boolean =>
  error instanceof pg.DatabaseError || (error instanceof Error && codeOf(error) === 'ECONNREFUSED')
