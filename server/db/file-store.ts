import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A file whose bytes arrived and wait to be kept or discarded. */
export interface ReceivedFile {
  readonly id: string
  /** Where it lies until it is kept. */
  readonly path: string
  readonly bytes: number
  readonly sha256: Buffer
  /** How it begins: enough to tell what it is. */
  readonly head: Uint8Array
  /** It was longer than was taken. */
  readonly cut: boolean
}

/** Where attachments' bytes are. Nothing of a name that somebody sent becomes part of a path. */
export interface FileStore {
  /** Takes at most `limit` bytes of a stream to the disk, and reads the rest away. */
  receive(stream: Readable, limit: number): Promise<ReceivedFile>
  /** Makes received files last: after this they survive a crash. */
  keep(ids: readonly string[]): Promise<void>
  /** Drops received files that were not kept. */
  discard(ids: readonly string[]): Promise<void>
  /** Removes kept files. */
  remove(ids: readonly string[]): Promise<void>
  read(id: string): Promise<Readable>
  /** The ids of what has lain here since before an instant; received files that were never kept are removed on the way. */
  olderThan(instant: Date): Promise<string[]>
}

const HEAD_BYTES = 4096
/** 144 random bits: an id that cannot be guessed. */
const ID_BYTES = 18
const ID_SHAPE = /^[\w-]{24}$/

export function openFileStore(folder: string): FileStore {
  const pathOf = (id: string) => {
    if (!ID_SHAPE.test(id)) throw new TypeError('Not the id of a file')
    return join(folder, id.slice(0, 2), id)
  }
  const incomingPath = (id: string) => `${pathOf(id)}.incoming`

  return {
    async receive(stream, limit) {
      const id = randomBytes(ID_BYTES).toString('base64url')
      await mkdir(dirname(pathOf(id)), { recursive: true })
      const hash = createHash('sha256')
      const head: Buffer[] = []
      let bytes = 0
      let seen = 0
      const taken = async function* (source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          seen += chunk.length
          const part = chunk.subarray(0, Math.max(0, limit - bytes))
          if (part.length === 0) continue
          if (bytes < HEAD_BYTES) head.push(part.subarray(0, HEAD_BYTES - bytes))
          bytes += part.length
          hash.update(part)
          yield part
        }
      }
      try {
        await pipeline(stream, taken, createWriteStream(incomingPath(id), { flags: 'wx', mode: 0o600 }))
      } catch (error) {
        await rm(incomingPath(id), { force: true })
        throw error
      }
      return { id, path: incomingPath(id), bytes, sha256: hash.digest(), head: Buffer.concat(head), cut: seen > bytes }
    },
    async keep(ids) {
      for (const id of ids) {
        await flush(incomingPath(id))
        await rename(incomingPath(id), pathOf(id))
        await flush(dirname(pathOf(id)))
      }
    },
    async discard(ids) {
      await Promise.all(ids.map((id) => rm(incomingPath(id), { force: true })))
    },
    async remove(ids) {
      await Promise.all(ids.map((id) => rm(pathOf(id), { force: true })))
    },
    async read(id) {
      await stat(pathOf(id))
      return createReadStream(pathOf(id))
    },
    async olderThan(instant) {
      const old: string[] = []
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue
        const path = join(entry.parentPath, entry.name)
        const { mtime } = await stat(path).catch(() => ({ mtime: instant }))
        if (mtime >= instant) continue
        if (ID_SHAPE.test(entry.name)) old.push(entry.name)
        else await rm(path, { force: true })
      }
      return old
    },
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
