import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isFileId, placeOf } from './file-places.ts'

/** Why a file was removed: it had no record, or nobody sent it in time. */
export type TrashReason = 'no-record' | 'never-sent'

export interface Trashed {
  readonly id: string
  readonly at: Date
  readonly reason: TrashReason
  readonly bytes: number
}

/**
 * Attachments are moved to `files/trash/<id>` before they are deleted; `<id>.json` says when, why, and how to restore them. If a
 * file's record exists, it is restored by itself.
 */
export interface FileTrash {
  /** Moves kept files to the trash; returns the ids that were there. */
  take(ids: readonly string[], reason: TrashReason, now: Date): Promise<string[]>
  /** Moves a file back to its place; returns false if it is not in the trash. */
  restore(id: string): Promise<boolean>
  list(): Promise<Trashed[]>
  /** Deletes for good. */
  remove(ids: readonly string[]): Promise<void>
}

export function fileTrash(folder: string): FileTrash {
  const trash = join(folder, 'trash')
  const placeHere = (id: string) => join(trash, isFileId(id) ? id : '.')
  const recordOf = (id: string) => `${placeHere(id)}.json`

  return {
    async take(ids, reason, now) {
      const taken: string[] = []
      if (ids.length > 0) await mkdir(trash, { recursive: true, mode: 0o700 })
      for (const id of ids) {
        const back = `mv ${join('trash', id)} ${join(id.slice(0, 2), id)}`
        await writeFile(recordOf(id), `${JSON.stringify({ id, at: now, reason, back })}\n`, { mode: 0o600 })
        if (await moved(placeOf(folder, id), placeHere(id))) taken.push(id)
        else await rm(recordOf(id), { force: true })
      }
      return taken
    },
    async restore(id) {
      await mkdir(dirname(placeOf(folder, id)), { recursive: true, mode: 0o700 })
      if (!(await moved(placeHere(id), placeOf(folder, id)))) return false
      await rm(recordOf(id), { force: true })
      return true
    },
    async list() {
      const names = await readdir(trash).catch(unlessMissing<string[]>([]))
      const found: Trashed[] = []
      for (const id of names.filter(isFileId)) {
        const about = await stat(placeHere(id)).catch(unlessMissing(null))
        if (about === null) continue
        const record = await readFile(recordOf(id), 'utf8').catch(unlessMissing(''))
        found.push({ id, bytes: about.size, ...wordsOf(record, about.ctime) })
      }
      return found
    },
    async remove(ids) {
      for (const id of ids) {
        await rm(placeHere(id), { force: true })
        await rm(recordOf(id), { force: true })
      }
    },
  }
}

/** An unreadable note is ignored: the file then counts from when it was moved. */
function wordsOf(record: string, movedAt: Date): Pick<Trashed, 'at' | 'reason'> {
  try {
    const { at, reason } = JSON.parse(record)
    const when = new Date(at)
    if (Number.isFinite(when.getTime())) return { at: when, reason: reason === 'never-sent' ? reason : 'no-record' }
  } catch {}
  return { at: movedAt, reason: 'no-record' }
}

const moved = (from: string, to: string): Promise<boolean> => rename(from, to).then(() => true, unlessMissing(false))

/** Returns the given value instead of throwing if a file does not exist. */
export const unlessMissing =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return instead
    throw error
  }
