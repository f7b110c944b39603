import { crc32, deflateSync } from 'node:zlib'

export type Picture = { readonly bytes: Buffer } | { readonly problem: string }

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const JPEG = Buffer.from('ffd8ff', 'hex')
const MAX_BYTES = 20 * 1024 * 1024

/** A picture in one of the two formats of manuals, unchanged. */
export function asPicture(bytes: Buffer): Picture {
  if (bytes.length > MAX_BYTES) return { problem: `larger than ${MAX_BYTES / 1024 / 1024} MB` }
  const isPng = bytes.subarray(0, 8).equals(PNG)
  if (!isPng && !isJpeg(bytes)) return { problem: `its kind cannot be read (${kindOf(bytes)})` }
  const isWhole = isPng
    ? bytes.includes('IEND', -12, 'latin1') && bytes.length > 45
    : bytes.length > 100 && bytes.includes(Buffer.of(0xff, 0xd9), -64)
  return isWhole ? { bytes } : { problem: 'it is damaged' }
}

export const isJpeg = (bytes: Buffer): boolean => bytes.subarray(0, 3).equals(JPEG)

/** Pixels in rows as PNG: one byte for grey, three for colours, four with opacity. */
export function pointsAsPng(width: number, height: number, points: Uint8Array | Uint8ClampedArray): Buffer {
  const stride = points.length / height
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  header[9] = { 1: 0, 3: 2, 4: 6 }[stride / width] ?? 2
  const lines = Buffer.alloc((stride + 1) * height)
  for (let line = 0; line < height; line += 1) {
    lines.set(points.subarray(line * stride, (line + 1) * stride), line * (stride + 1) + 1)
  }
  return Buffer.concat([PNG, chunk('IHDR', header), chunk('IDAT', deflateSync(lines)), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

function kindOf(bytes: Buffer): string {
  const head = bytes.toString('latin1', 0, 200)
  if (head.startsWith('\x01\0\0\0') && head.slice(40, 44) === ' EMF') return 'EMF'
  if (head.startsWith('\xD7\xCD\xC6\x9A')) return 'WMF'
  if (head.startsWith('GIF8')) return 'GIF'
  if (/^RIFF....WEBP/s.test(head)) return 'WebP'
  if (/^(?:II\*\0|MM\0\*)/.test(head)) return 'TIFF'
  return /<svg|<\?xml/.test(head) ? 'SVG' : 'unknown'
}
