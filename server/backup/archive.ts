import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { reasonOf, StartProblem } from '../start-problem.ts'
import type { ArchiveKey } from './archive-key.ts'

/** A part of an archive: a file in a tar, compressed by gzip and, if asked for, encrypted by age. */
export interface ArchivePart {
  readonly name: string
  readonly bytes: AsyncIterable<Uint8Array>
}

/** Adds a part; `size` must be that of its bytes. */
export type AddPart = (
  name: string,
  size: number,
  bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
) => Promise<void>

/**
 * Writes an archive. It gets its name once it is whole and on the disk. Until then it is called `….unfinished`, and a
 * failure removes it.
 */
export async function writeArchive(
  target: string,
  key: ArchiveKey | undefined,
  fill: (add: AddPart) => Promise<void>,
): Promise<void> {
  if (existsSync(target)) throw new StartProblem(`${target} is there already: choose another name.`)
  const unfinished = `${target}.unfinished`
  const { readable, controller } = createTarPacker()
  const encrypter = await key?.encrypter()
  const written = pipeline(
    Readable.from(readable),
    createGzip({ level: 1 }),
    async function* (zipped: AsyncIterable<Uint8Array>) {
      yield* encrypter ? await encrypter.encrypt(ReadableStream.from(zipped)) : zipped
    },
    createWriteStream(unfinished, { mode: 0o600, flush: true }),
  )
  // The next call of `add` reports the failure.
  written.catch(() => undefined)
  const add: AddPart = async (name, size, bytes) => {
    const part = controller.add({ name, size, type: 'file', mode: 0o600, mtime: new Date() }).getWriter()
    for await (const chunk of bytes) await part.write(chunk)
    await part.close()
  }
  try {
    await fill(add)
    controller.finalize()
    await written
  } catch (error) {
    controller.error(error)
    const reason = await written.catch((failure: unknown) => failure)
    // What keeps it from being written may keep it from being removed.
    await rm(unfinished, { force: true }).catch(() => undefined)
    throw isOfSystem(reason) ? new StartProblem(`${target} cannot be written (${reason.message}).`) : error
  }
  await rename(unfinished, target)
  const folder = await open(dirname(target))
  await folder.sync()
  await folder.close()
}

const isOfSystem = (error: unknown): error is Error =>
  error instanceof Error && 'syscall' in error && typeof error.syscall === 'string'

const AGE = 'age-encryption.org/v1'

/**
 * The parts of an archive, in their order; each must be read before the next.
 * @throws StartProblem if it is no archive, if the key is wrong, or at the first damaged byte or a missing end
 */
export async function* readArchive(source: string, key: ArchiveKey | undefined): AsyncGenerator<ArchivePart> {
  const isEncrypted = (await beginningOf(source)).toString('latin1') === AGE
  if (isEncrypted && !key) throw new StartProblem(`${source} is encrypted: --clave must name the file with its key.`)
  if (!isEncrypted && key) throw new StartProblem(`${source} is not encrypted: leave --clave out.`)
  const stored = createReadStream(source)
  const zipped = key && isEncrypted ? Readable.from(await decrypted(stored, source, key)) : stored
  const unzipped = createGunzip()
  const ended = pipeline(zipped, unzipped)
  ended.catch(() => undefined)
  try {
    const entries = ReadableStream.from<Uint8Array>(unzipped).pipeThrough(createTarDecoder({ strict: true }))
    for await (const { header, body } of entries) {
      yield { name: header.name, bytes: read(body, source) }
    }
    await ended
  } catch (error) {
    throw damaged(error, source)
  } finally {
    stored.destroy()
  }
}

async function beginningOf(source: string): Promise<Buffer> {
  const handle = await open(source).catch((error: unknown) => {
    throw new StartProblem(`${source} cannot be read (${reasonOf(error)}).`)
  })
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(AGE.length), 0, AGE.length, 0)
    if (bytesRead < AGE.length) throw new StartProblem(`${source} is no backup, or only its beginning.`)
    return buffer
  } finally {
    await handle.close()
  }
}

const decrypted = (stored: Readable, source: string, key: ArchiveKey) =>
  key
    .decrypter()
    .decrypt(ReadableStream.from<Uint8Array>(stored))
    .catch((error: unknown) => {
      stored.destroy()
      if (/no identity matched|incorrect passphrase|passphrase/i.test(reasonOf(error))) {
        throw new StartProblem(`${source} was encrypted with another key.`)
      }
      throw damaged(error, source)
    })

async function* read(body: AsyncIterable<Uint8Array>, source: string): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throw damaged(error, source)
  }
}

const damaged = (error: unknown, source: string): Error =>
  error instanceof StartProblem
    ? error
    : new StartProblem(`${source} is damaged, or cut short: nothing of it was restored (${reasonOf(error)}).`, {
        cause: error,
      })
