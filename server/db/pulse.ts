import { Socket } from 'node:net'
import pg from 'pg'
import { DatabaseSilent, codeOf } from './away.ts'

/** Tells a database that takes its time from one that does not answer at all. */
export interface Pulse {
  /**
   * Waits for what PostgreSQL was asked.
   * @throws DatabaseSilent as soon as the database is found to be silent; while it is, nothing is asked
   */
  readonly during: <T>(ask: () => Promise<T>) => Promise<T>
  /** Something came from PostgreSQL. */
  readonly heard: () => void
  readonly close: () => void
}

const BEAT_MS = 250
/** With somebody waiting and nothing heard for so long, neither of them nor by the probe, it is silent: within 2 s of the question. */
const SILENT_BEATS = 7
/** No answer comes later than PostgreSQL's own limit of a statement, unless its process alone hangs. */
const LATEST_BEATS = 17_000 / BEAT_MS
/** A line that does not answer for so long may be dead, though the database is back. */
const REDIAL_BEATS = 8
const DIAL_MS = 2000

/**
 * Time is counted in beats: a process that stood still itself counts one beat for all of it, and reads what has come
 * meanwhile before the next. `onSilent`: no connection of before is to be used again.
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

  /** A process that is busy itself takes a beat for each step of a conversation: what is under way is no silence. */
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
 * Asks by a line of its own, which is kept for as long as it answers. `coming`: bytes came, which may be a pooler's and say of
 * a database that fell silent nothing.
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

/** A refusal is an answer too: whoever asks is told it at once. */
const isAnswer = (error: unknown): boolean =>
  error instanceof pg.DatabaseError || (error instanceof Error && codeOf(error) === 'ECONNREFUSED')
