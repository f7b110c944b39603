import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, opendir, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type * as z from 'zod/mini'
import { contentMatches } from '#domain/attachment.ts'
import { type AlsoExtension, isTaken } from '#domain/files/file-choice.ts'
import { isFileId, isPartName, placeOf } from '../db/file-places.ts'
import type { FileStore } from '../db/file-store.ts'
import { isSound } from '../http/upload.ts'
import { extensionOfType, type LINES } from './lines.ts'

export type FileLine = z.output<typeof LINES.files>
/** The facts about a file that storing it needs. */
export type StoredFile = Pick<FileLine, 'attachmentId' | 'bytes' | 'sha256'>

const HEAD_BYTES = 4096

/**
 * Why a file of the folder cannot be stored, or null. It must exist, match its line, and have a type that the portal
 * takes.
 */
export async function fileProblem(
  folder: string,
  { attachmentId, bytes, sha256, mime }: FileLine,
  also: readonly AlsoExtension[],
) {
  const handle = await openFile(folder, attachmentId)
  if (handle === null) return 'its file is missing'
  try {
    const { size } = await handle.stat()
    if (size !== bytes) return `its file has ${size} bytes instead of ${bytes}`
    const hash = createHash('sha256')
    const head = Buffer.alloc(Math.min(HEAD_BYTES, size))
    await handle.read(head, 0, head.length, 0)
    for await (const chunk of handle.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Buffer>)
      hash.update(chunk)
    if (hash.digest('hex') !== sha256) return 'its file has another SHA-256'
    const extension = extensionOfType(mime)
    if (extension !== null && !isTaken(extension, also))
      return `its type (${extension}) is not in files.also of the settings`
    const matches =
      extension !== null && contentMatches(extension, head) && (await isSound(placeOf(folder, attachmentId), extension))
    return matches ? null : `its file is no ${extension}`
  } finally {
    await handle.close()
  }
}

/** Receives a file under its own id. It is stored for good together with its record. */
export async function receiveFile(folder: string, file: StoredFile, store: FileStore): Promise<void> {
  const { attachmentId, bytes, sha256 } = file
  const handle = await openFile(folder, attachmentId)
  // Files that a killed import has begun.
  await store.discard([attachmentId])
  const received = handle && (await store.receive(handle.createReadStream({ start: 0 }), bytes, { id: attachmentId }))
  if (received?.bytes === bytes && received.sha256.toString('hex') === sha256) return
  await store.discard([attachmentId])
  throw new Error(`The file ${attachmentId} has changed while it was imported`)
}

/** The files below `files/` whose names are ids, about so many at a time, and the names of all others. */
export async function* filesIn(folder: string, atOnce: number): AsyncGenerator<{ ids: string[]; others: string[] }> {
  let found: { ids: string[]; others: string[] } = { ids: [], others: [] }
  for (const part of await namesIn(folder)) {
    if (!isPartName(part)) {
      found.others.push(part)
      continue
    }
    for (const name of await namesIn(join(folder, part))) {
      if (isFileId(name) && name.startsWith(part)) found.ids.push(name)
      else found.others.push(join(part, name))
    }
    if (found.ids.length + found.others.length < atOnce) continue
    yield found
    found = { ids: [], others: [] }
  }
  yield found
}

async function namesIn(folder: string): Promise<string[]> {
  const names: string[] = []
  try {
    for await (const { name } of await opendir(folder)) names.push(name)
  } catch {
    // No folder: no file is in it.
  }
  return names.toSorted()
}

/** Null unless it is a file of this folder: a link would lead to anything else. */
async function openFile(folder: string, id: string): Promise<FileHandle | null> {
  const place = placeOf(folder, id)
  try {
    if ((await realpath(dirname(place))) !== dirname(placeOf(await realpath(folder), id))) return null
    const handle = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    if ((await handle.stat()).isFile()) return handle
    await handle.close()
    return null
  } catch (error) {
    if (error instanceof Error && 'code' in error && ABSENT.includes(String(error.code))) return null
    throw error
  }
}

const ABSENT: readonly string[] = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO']
