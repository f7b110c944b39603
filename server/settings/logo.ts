import { drawingProblem } from '#domain/provider/drawing.ts'
import { type Logo, MOST_LOGO_BYTES, logoTypeOf, stampOf } from '../provider-settings.ts'

/** Why a picture is not taken as the logo. */
export type LogoProblem =
  | { readonly is: 'too-large' | 'not-a-picture' | 'too-wide' | 'moving' }
  | { readonly is: 'drawing'; readonly what: string }

/** A larger picture of a few bytes could exhaust a browser. */
const MOST_PIXELS_A_SIDE = 2048

/** The picture, judged by its content alone, not by its name or declared type. */
export function logoIn(bytes: Buffer): Logo | LogoProblem {
  if (bytes.length > MOST_LOGO_BYTES) return { is: 'too-large' }
  const type = logoTypeOf(bytes)
  if (type === undefined) return { is: 'not-a-picture' }
  const logo = { bytes, type, stamp: stampOf(bytes) }
  if (type === 'image/svg+xml') {
    // A browser would read another encoding differently than we do.
    const text = bytes.toString('utf8')
    const problem = text.includes('\uFFFD') ? { what: '\uFFFD' } : drawingProblem(text)
    return problem ? { is: 'drawing', what: problem.what } : logo
  }
  const size = type === 'image/png' ? sizeOfPng(bytes) : sizeOfWebp(bytes)
  if (size === null) return { is: 'not-a-picture' }
  if (size === 'moving') return { is: 'moving' }
  return size.some((pixels) => pixels === 0 || pixels > MOST_PIXELS_A_SIDE) ? { is: 'too-wide' } : logo
}

type Size = readonly [width: number, height: number]

function sizeOfPng(bytes: Buffer): Size | 'moving' | null {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null
  if (bytes.includes('acTL')) return 'moving'
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
}

/** The three forms of a WebP: plain, without loss, and with further parts. */
function sizeOfWebp(bytes: Buffer): Size | 'moving' | null {
  if (bytes.length < 30) return null
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return [bytes.readUInt16LE(26) & 0x3f_ff, bytes.readUInt16LE(28) & 0x3f_ff]
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return [(bits & 0x3f_ff) + 1, ((bits >>> 14) & 0x3f_ff) + 1]
    }
    case 'VP8X':
      return (bytes.readUInt8(20) & 0b10) === 0 ? [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1] : 'moving'
    default:
      return null
  }
}
