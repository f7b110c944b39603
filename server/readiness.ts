import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { standing } from './console/jobs/standing-store.ts'
import type { Room } from './db/room.ts'
import { type Database, sql } from './db/sql.ts'
import { idIn } from './store-identity.ts'

/** The state of each part, in words that tell strangers nothing. */
export interface Parts {
  readonly server: 'ok' | 'leaving'
  readonly database: 'ok' | 'away'
  /** `full`: attachments are refused, everything else works. */
  readonly files: 'ok' | 'full' | 'away'
  readonly jobs: 'ok' | 'late' | 'stopped' | 'unknown'
  readonly mail: 'ok' | 'late' | 'off' | 'unknown'
}

interface Watched {
  readonly database: Database
  readonly staff: Database
  readonly folder: string
  readonly room: Room
  readonly sendsMail: boolean
  readonly isLeaving: () => boolean
}

/** Load balancers and strangers may ask as often as they like. */
const FRESH_MS = 1000
const FILES_MS = 2000
const MAIL_LATE_MS = 15 * 60_000

/**
 * Whether a load balancer should send people to this server. A fault makes it unready only if another server may do
 * better: late jobs and mails concern every server, and a full volume still lets everybody read.
 */
export function readiness(watched: Watched): () => Promise<{ readonly ok: boolean; readonly parts: Parts }> {
  const files = filesWatch(watched)
  let asked: { readonly at: number; readonly answer: Promise<Omit<Parts, 'server'>> } | null = null
  const look = async () => ({ ...(await databaseParts(watched)), files: await files() })
  return async () => {
    if (asked === null || performance.now() - asked.at > FRESH_MS) asked = { at: performance.now(), answer: look() }
    const parts = { server: watched.isLeaving() ? 'leaving' : 'ok', ...(await asked.answer) } as const
    return { ok: parts.server === 'ok' && parts.database === 'ok' && parts.files !== 'away', parts }
  }
}

async function databaseParts({
  database,
  staff,
  sendsMail,
}: Watched): Promise<Pick<Parts, 'database' | 'jobs' | 'mail'>> {
  try {
    const [{ stopped, late, mailsLate }] = await Promise.all([
      standing(staff, new Date(Date.now() - MAIL_LATE_MS)),
      database.row(sql`select 1 from migration limit 1`),
    ])
    const jobs = stopped ? 'stopped' : late ? 'late' : 'ok'
    return { database: 'ok', jobs, mail: sendsMail ? (mailsLate ? 'late' : 'ok') : 'off' }
  } catch {
    return { database: 'away', jobs: 'unknown', mail: sendsMail ? 'unknown' : 'off' }
  }
}

/**
 * A lost mount leaves an empty folder behind, into which uploads would disappear. The database's id shows the
 * difference.
 */
function filesWatch({ folder, room }: Watched): () => Promise<Parts['files']> {
  const probe = join(folder, '.ready')
  const before = idIn(folder).catch(() => '')
  let looking: Promise<Parts['files']> | undefined

  async function look(): Promise<Parts['files']> {
    const id = await before
    if (id !== '' && (await idIn(folder)) !== id) return 'away'
    await writeFile(probe, '')
    await rm(probe, { force: true })
    return (await room()) ? 'ok' : 'full'
  }

  return async () => {
    // A folder that hangs occupies one thread, and not one more for each question.
    looking ??= look()
      .catch((error: unknown) => (isFull(error) ? 'full' : 'away'))
      .finally(() => {
        looking = undefined
      })
    const late = new AbortController()
    const tooLate = sleep(FILES_MS, 'away' as const, { signal: late.signal }).catch(() => 'away' as const)
    const answer = await Promise.race([looking, tooLate])
    late.abort()
    return answer
  }
}

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
