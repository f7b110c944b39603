import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { ProviderDocument } from '#domain/document.ts'
import { notFound } from '../http/problems.ts'
import type { Documents } from './library.ts'
import { imagesIn } from './publication.ts'

/** A picture of some document that the caller may read. */
export async function pictureOf(
  { byId, images }: Documents,
  image: string,
  mayRead: (document: ProviderDocument) => boolean,
) {
  const path = images.get(image)
  const isShown = [...byId.values()].some((document) => mayRead(document) && imagesIn(document).includes(image))
  const about = path !== undefined && isShown ? await stat(path).catch(() => null) : null
  if (path === undefined || !about) throw notFound()
  return {
    headers: {
      'Content-Type': image.endsWith('.jpg') ? 'image/jpeg' : 'image/png',
      'Content-Length': String(about.size),
      'Cache-Control': 'private, max-age=3600',
      'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    },
    stream: createReadStream(path),
  }
}
