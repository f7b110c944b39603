import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { recordedFiles } from './console/tickets/answer-file-store.ts'
import type { FileStore } from './db/file-store.ts'
import { unlessMissing } from './db/file-trash.ts'
import type { Database } from './db/sql.ts'

const DAY_MS = 24 * 3_600_000
const TRASH_DAYS = 30
/** A crash leaves a file or two. More at once, or a larger share, mean that the records are wrong. */
const MOST_AT_ONCE = 20
const FEW = 2
const MOST_OF_ALL = 0.05
/** How many are listed for inspection. */
const MOST_HELD = 100_000

export interface FileKeeping {
  /** Reads the records of all clients. */
  readonly staff: Database
  readonly files: FileStore
  /** The folder behind `files`. */
  readonly folder: string
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

/** Whether so many files lack a record that the records themselves are doubtful. */
export const tooManyToBelieve = (unrecorded: number, all: number): boolean =>
  unrecorded > MOST_AT_ONCE || (unrecorded > FEW && unrecorded > all * MOST_OF_ALL)

/**
 * Reconciles the folder of attachments with the records. A file in the trash whose record exists comes back. A file
 * that has had no record since before an instant goes to the trash, and is deleted after a month there. If too many
 * would go at once, they stay until somebody has looked: renaming `trash/held.json` to `approved.json` lets them go.
 */
export async function tidyFiles(keeping: FileKeeping, before: Date, now: Date): Promise<void> {
  const { staff, files, folder, log } = keeping
  await restoreRecorded(keeping, now)

  const unrecorded: string[] = []
  let all = 0
  for await (const ids of files.keptBefore(before)) {
    const recorded = await recordedFiles(staff, ids)
    all += ids.length
    if (unrecorded.length < MOST_HELD) unrecorded.push(...ids.filter((id) => !recorded.has(id)))
  }

  const held = join(folder, 'trash', 'held.json')
  const approved = join(folder, 'trash', 'approved.json')
  const lookedAt = new Set(idsIn(await readFile(approved, 'utf8').catch(unlessMissing(''))))
  const others = unrecorded.filter((id) => !lookedAt.has(id))
  const going = unrecorded.filter((id) => lookedAt.has(id))
  if (tooManyToBelieve(others.length, all)) {
    await mkdir(dirname(held), { recursive: true, mode: 0o700 })
    await writeFile(held, `${JSON.stringify({ at: now, of: all, ids: others })}\n`, { mode: 0o600 })
    log.error(
      { unrecorded: others.length, of: all, list: held, approve: approved },
      'many attachments have no record: none is touched. Is this the right database, and all of it? If they may go, rename the list',
    )
  } else {
    going.push(...others)
    await rm(held, { force: true })
  }
  const taken = await files.trash.take(going, 'no-record', now)
  if (taken.length > 0) log.warn({ files: taken, days: TRASH_DAYS }, 'attachments without a record went to the trash')
  await rm(approved, { force: true })
}

/** A restored record gets its file back. After a month in the trash a file is deleted. */
async function restoreRecorded({ staff, files: { trash }, log }: FileKeeping, now: Date): Promise<void> {
  const trashed = await trash.list()
  const recorded = await recordedFiles(
    staff,
    trashed.map(({ id }) => id),
  )
  const back: string[] = []
  for (const id of recorded) if (await trash.restore(id)) back.push(id)
  if (back.length > 0) log.warn({ files: back }, 'attachments came back from the trash: they have records')
  const old = trashed.filter(({ id, at }) => !recorded.has(id) && now.getTime() - at.getTime() > TRASH_DAYS * DAY_MS)
  await trash.remove(old.map(({ id }) => id))
  if (old.length > 0)
    log.warn({ files: old.map(({ id }) => id) }, 'attachments that were in the trash for a month are gone')
}

function idsIn(list: string): string[] {
  try {
    const { ids } = JSON.parse(list)
    return Array.isArray(ids) ? ids.map(String) : []
  } catch {
    return []
  }
}
