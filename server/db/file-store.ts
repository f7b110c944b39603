import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ScanState } from '#domain/files/scan-state.ts'
import { ID_BYTES, incomingId, incomingPlaceOf, isFileId, isPartName, placeOf } from './file-places.ts'
import { NearlyFull, type Room } from './room.ts'
import type { Runner } from './sql.ts'
import { type FileTrash, fileTrash, unlessMissing } from './file-trash.ts'

/** A received file, not yet kept or discarded. */
export interface ReceivedFile {
  readonly id: string
  /** Its place until it is kept. */
  readonly path: string
  readonly bytes: number
  readonly sha256: Buffer
  /** Its first bytes, which show its type. */
  readonly head: Uint8Array
  /** It was longer than the limit and has been cut. */
  readonly cut: boolean
  /** The malware that a scanner found in it; null if it found none, or if none has scanned it. */
  readonly malware: string | null
}

export interface Receiving {
  /** Of a file that another portal has kept. */
  readonly id?: string
  /** Whether it is handed out as it is: only such files are scanned. */
  readonly isServed?: boolean
}

/** The store of attachments. No part of a sender's file name becomes part of a path. */
export interface FileStore {
  /**
   * Writes at most `limit` bytes of a stream to the disk, and reads and drops as much again.
   * @throws EndlessFile beyond that; NearlyFull if the volume's reserve would be used up
   */
  receive(stream: Readable, limit: number, options?: Receiving): Promise<ReceivedFile>
  /** Keeps received files: from now on they survive a crash. */
  keep(ids: readonly string[]): Promise<void>
  /** Deletes received files that were not kept. */
  discard(ids: readonly string[]): Promise<void>
  /** Deletes kept files for good: only to make room. */
  remove(ids: readonly string[]): Promise<void>
  /**
   * Those of these kept files that are not read, or not yet. `runner`: the technicians' transaction of whoever asks, so that it needs
   * no second connection.
   */
  heldBack(ids: readonly string[], runner?: Runner): Promise<ReadonlyMap<string, ScanState>>
  /**
   * Reads a kept file; one in the trash is restored first.
   * @throws MissingFile
   */
  read(id: string): Promise<Readable>
  /** The ids of files kept before an instant, some thousands at a time. */
  keptBefore(instant: Date): AsyncIterable<string[]>
  /** Deletes files that began to arrive before an instant and were never kept; returns their ids. */
  sweepIncoming(before: Date): Promise<string[]>
  readonly trash: FileTrash
}

/** The file of a record is not on the disk. */
export class MissingFile extends Error {
  constructor(id: string) {
    super(`The file ${id} is missing`)
  }
}

/** A sender sends more than any mistake would explain. */
export class EndlessFile extends Error {}

/** Says of each file why it is not read, if it is not. */
export async function withHeldBack<File extends { readonly id: string }>(
  store: FileStore,
  runner: Runner | undefined,
  files: readonly File[],
): Promise<(File & { readonly heldBack: ScanState | undefined })[]> {
  const held = await store.heldBack(
    files.map(({ id }) => id),
    runner,
  )
  return files.map((file) => ({ ...file, heldBack: held.get(file.id) }))
}

const HEAD_BYTES = 4096
const FLUSHED_AT_ONCE = 20

export function openFileStore(folder: string, room: Room = async () => true): FileStore {
  const pathOf = (id: string) => placeOf(folder, id)
  const incomingPath = (id: string) => incomingPlaceOf(folder, id)
  const trash = fileTrash(folder)

  /** The folders that hold ids; everything else here is not ours. */
  const parts = async () =>
    (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory() && isPartName(entry.name))

  /** Our file names in one folder that are older than an instant. */
  async function namesBefore(part: string, instant: Date, isOurs: (name: string) => boolean): Promise<string[]> {
    const old: string[] = []
    for (const name of await readdir(join(folder, part))) {
      if (!isOurs(name) || !name.startsWith(part)) continue
      const about = await stat(join(folder, part, name)).catch(unlessMissing(null))
      if (about?.isFile() && about.mtime < instant) old.push(name)
    }
    return old
  }

  return {
    async receive(stream, limit, { id = randomBytes(ID_BYTES).toString('base64url') } = {}) {
      if (!(await room())) throw new NearlyFull()
      await mkdir(dirname(pathOf(id)), { recursive: true })
      const arriving = measured(limit, room)
      try {
        await pipeline(stream, arriving.take, createWriteStream(incomingPath(id), { flags: 'wx', mode: 0o600 }))
      } catch (error) {
        await rm(incomingPath(id), { force: true })
        throw error
      }
      return { id, path: incomingPath(id), ...arriving.found(), malware: null }
    },
    async keep(ids) {
      // Flushes that are asked for together cost the disk hardly more than one.
      for (let at = 0; at < ids.length; at += FLUSHED_AT_ONCE) {
        const some = ids.slice(at, at + FLUSHED_AT_ONCE)
        await Promise.all(some.map((id) => flush(incomingPath(id))))
        await Promise.all(some.map((id) => rename(incomingPath(id), pathOf(id))))
        await Promise.all([...new Set(some.map((id) => dirname(pathOf(id))))].map(flush))
      }
    },
    async discard(ids) {
      // Mostly they were kept: then one look tells that nothing is there.
      await Promise.all(ids.map((id) => unlink(incomingPath(id)).catch(unlessMissing(undefined))))
    },
    async remove(ids) {
      await Promise.all(ids.map((id) => rm(pathOf(id), { force: true })))
    },
    heldBack: async () => new Map(),
    async read(id) {
      const opened = () => open(pathOf(id)).catch(unlessMissing(null))
      const handle = (await opened()) ?? ((await trash.restore(id)) ? await opened() : null)
      if (!handle) throw new MissingFile(id)
      return handle.createReadStream()
    },
    async *keptBefore(instant) {
      for (const { name: part } of await parts()) {
        const ids = await namesBefore(part, instant, isFileId)
        if (ids.length > 0) yield ids
      }
    },
    async sweepIncoming(before) {
      const swept: string[] = []
      for (const { name: part } of await parts()) {
        for (const name of await namesBefore(part, before, (each) => incomingId(each) !== null)) {
          await rm(join(folder, part, name), { force: true })
          swept.push(incomingId(name) ?? name)
        }
      }
      return swept
    },
    trash,
  }
}

/** Passes on at most `limit` of the arriving bytes, and describes them. */
function measured(limit: number, room: Room) {
  const hash = createHash('sha256')
  const head: Buffer[] = []
  let bytes = 0
  let seen = 0
  async function* take(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      seen += chunk.length
      if (seen > 2 * limit) throw new EndlessFile()
      if (!(await room())) throw new NearlyFull()
      const part = chunk.subarray(0, Math.max(0, limit - bytes))
      if (part.length === 0) continue
      if (bytes < HEAD_BYTES) head.push(part.subarray(0, HEAD_BYTES - bytes))
      bytes += part.length
      hash.update(part)
      yield part
    }
  }
  const found = () => ({ bytes, sha256: hash.digest(), head: Buffer.concat(head), cut: seen > bytes })
  return { take, found }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
