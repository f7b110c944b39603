import { createCanvas, loadImage } from '@napi-rs/canvas'

export type Picture = { readonly png: Buffer } | { readonly problem: string }

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const MAX_BYTES = 20 * 1024 * 1024
const MAX_PIXELS = 40_000_000

/** A picture as PNG, the one kind that manuals have: from JPEG, GIF, WebP, BMP or PNG. */
export async function asPng(bytes: Buffer): Promise<Picture> {
  if (bytes.length > MAX_BYTES) return { problem: `larger than ${MAX_BYTES / 1024 / 1024} MB` }
  const isPng = bytes.subarray(0, 8).equals(PNG)
  if (!isPng && !isKnown(bytes)) return { problem: `a kind of picture that cannot be read (${kindOf(bytes)})` }
  try {
    const image = await loadImage(bytes)
    const { width, height } = image
    if (width * height > MAX_PIXELS) return { problem: `larger than ${MAX_PIXELS / 1_000_000} million points` }
    if (isPng) return { png: bytes }
    const canvas = createCanvas(width, height)
    canvas.getContext('2d').drawImage(image, 0, 0)
    return { png: canvas.toBuffer('image/png') }
  } catch {
    return { problem: 'it is damaged' }
  }
}

/** Points as they stand in a PDF, row by row, three or four bytes each, as PNG. */
export function pointsAsPng(width: number, height: number, points: Uint8Array | Uint8ClampedArray): Buffer {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const image = context.createImageData(width, height)
  const bytes = points.length / (width * height)
  for (let index = 0; index < width * height; index += 1) {
    for (let part = 0; part < 4; part += 1) {
      image.data[index * 4 + part] = part < bytes ? (points[index * bytes + part] ?? 0) : 255
    }
  }
  context.putImageData(image, 0, 0)
  return canvas.toBuffer('image/png')
}

const isKnown = (bytes: Buffer): boolean => {
  const head = bytes.toString('latin1', 0, 12)
  return (
    head.startsWith('\xFF\xD8\xFF') || head.startsWith('GIF8') || head.startsWith('BM') || /^RIFF....WEBP/s.test(head)
  )
}

function kindOf(bytes: Buffer): string {
  const head = bytes.toString('latin1', 0, 200)
  if (bytes.readUInt32LE(0) === 1 && head.slice(40, 44) === ' EMF') return 'EMF'
  if (head.startsWith('\xD7\xCD\xC6\x9A')) return 'WMF'
  if (/^(?:II\*\0|MM\0\*)/.test(head)) return 'TIFF'
  return /<svg|<\?xml/.test(head) ? 'SVG' : 'unknown'
}
