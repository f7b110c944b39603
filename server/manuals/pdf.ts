import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, open, readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import type { Documents } from './library.ts'
import { type Imprint, type Publication, imagesIn, printed } from './publication.ts'
import { type Picture, openTypesetter } from './typesetter.ts'

export interface Pdf {
  readonly bytes: number
  readonly stream: Readable
}

export interface Printer {
  /** Several documents as one PDF, from the cache if it was made before. */
  print(publication: Publication, images: Documents['images'], who?: number | null): Promise<Pdf>
  close(): Promise<void>
}

interface PrinterOptions {
  /** The folder of the cache; several processes may share it. */
  readonly folder: string
  readonly imprint: Imprint
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

const TEMPLATE = readFileSync(new URL('document.typ', import.meta.url))
const MAX_KEPT_BYTES = 200 * 1024 * 1024

export function openPrinter({ folder, imprint, log }: PrinterOptions): Printer {
  const typesetter = openTypesetter()
  /** Simultaneous requests for the same PDF share one run. */
  const making = new Map<string, Promise<Uint8Array>>()

  async function set(data: string, pictures: readonly Picture[], who: number | null): Promise<Uint8Array> {
    const { pdf, complaint } = await typesetter.set(data, pictures, who)
    if (complaint !== null) log.warn({ complaint }, 'a PDF violates PDF/UA')
    return pdf
  }

  async function make(
    name: string,
    data: string,
    pictures: readonly Picture[],
    who: number | null,
  ): Promise<Uint8Array> {
    const pdf = await set(data, pictures, who)
    await keep(folder, name, pdf).catch((error: unknown) => log.warn({ err: error }, 'a PDF could not be kept'))
    return pdf
  }

  return {
    async print(publication, images, who = null) {
      const pictures = await picturesOf(publication, images)
      const data = JSON.stringify(printed(publication, imprint, pictures))
      if (publication.own) return whole(await set(data, pictures, who))
      const name = `${hashOf([TEMPLATE, Buffer.from(data), ...pictures.map(({ bytes }) => bytes)])}.pdf`
      const kept = await find(join(folder, name))
      if (kept) return kept
      const made = making.get(name) ?? make(name, data, pictures, who).finally(() => making.delete(name))
      making.set(name, made)
      return whole(await made)
    },
    close: () => typesetter.close(),
  }
}

const whole = (pdf: Uint8Array): Pdf => ({ bytes: pdf.length, stream: Readable.from([pdf]) })

/** A picture that has vanished since the documents were read is left out. */
async function picturesOf({ documents }: Publication, images: Documents['images']): Promise<Picture[]> {
  const names = [...new Set(documents.flatMap(imagesIn))].toSorted()
  const read = names.map(async (name) => {
    const bytes = await readFile(images.get(name) ?? '').catch(() => null)
    return bytes ? [{ name, bytes }] : []
  })
  return (await Promise.all(read)).flat()
}

function hashOf(parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length}\n`).update(part)
  return hash.digest('hex')
}

/** Opened before it is examined, because another process may delete it at any time. */
async function find(path: string): Promise<Pdf | null> {
  const handle = await open(path).catch(() => null)
  if (!handle) return null
  const { size } = await handle.stat()
  const now = new Date()
  await utimes(path, now, now).catch(() => undefined)
  return { bytes: size, stream: handle.createReadStream() }
}

/** Appears whole or not at all; the least recently used files make room. */
async function keep(folder: string, name: string, pdf: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const incoming = join(folder, `${name}.${process.pid}.incoming`)
  await writeFile(incoming, pdf, { mode: 0o600 })
  await rename(incoming, join(folder, name))
  const files = (await readdir(folder)).map(async (each) => {
    const path = join(folder, each)
    const about = await stat(path).catch(() => null)
    return { path, size: about?.size ?? 0, usedAt: about?.mtimeMs ?? 0 }
  })
  let total = 0
  for (const { path, size } of (await Promise.all(files)).toSorted((a, b) => b.usedAt - a.usedAt)) {
    total += size
    if (total > MAX_KEPT_BYTES) await rm(path, { force: true })
  }
}
