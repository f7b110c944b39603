/**
 * A picture without the data that cameras and programs put beside its pixels: place, camera, author, time, comments,
 * previews. The pixels are not encoded again. Everything that the picture needs in order to look the same stays:
 * colours, transparency, orientation. If the bytes are no such picture, or stop being one at some point, the rest is
 * left as it is.
 */
export function withoutOwnData(mime: string, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const read = mime === 'image/jpeg' ? jpegParts(bytes) : mime === 'image/png' ? pngParts(bytes) : [bytes]
  return joined(read)
}

/** JPEG: all segments up to the picture's end. Anything behind it, such as a film, is dropped. */
function jpegParts(bytes: Uint8Array): Uint8Array[] {
  const kept: Uint8Array[] = [bytes.subarray(0, 2)]
  let orientation = UPRIGHT
  let at = 2
  while (bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (marker === END_OF_JPEG) return [...kept, bytes.subarray(at, at + 2)]
    const end = at + 2 + numberAt(bytes, at + 2, 2)
    if (marker < 0xc0 || end < at + 4 || end > bytes.length) break
    const segment = bytes.subarray(at, end)
    if (orientation === UPRIGHT && begins(segment, 'Exif', 4)) {
      orientation = orientationIn(segment.subarray(10))
      if (orientation !== UPRIGHT) kept.push(exifSegment(orientation))
    }
    if (isKeptSegment(marker, segment)) kept.push(marker === APP0 ? withoutPreview(segment) : segment)
    at = end
    if (marker !== START_OF_SCAN) continue
    const scanned = endOfScan(bytes, at)
    kept.push(bytes.subarray(at, scanned))
    at = scanned
  }
  return [...kept, bytes.subarray(at)]
}

const APP0 = 0xe0
const START_OF_SCAN = 0xda
const END_OF_JPEG = 0xd9
const COMMENT = 0xfe

/** All but comments and applications' data; of those JFIF, the colour profile and Adobe's colour transform. */
function isKeptSegment(marker: number, segment: Uint8Array): boolean {
  if (marker === COMMENT) return false
  if (marker < APP0 || marker > 0xef) return true
  return begins(segment, 'JFIF', 4) || begins(segment, 'ICC_PROFILE', 4) || begins(segment, 'Adobe', 4)
}

/** JFIF may hold a small preview of the picture's earlier state. */
function withoutPreview(segment: Uint8Array): Uint8Array {
  if (segment.length <= JFIF_LENGTH) return segment
  const short = segment.slice(0, JFIF_LENGTH)
  short.set([0, JFIF_LENGTH - 2], 2)
  short.set([0, 0], JFIF_LENGTH - 2)
  return short
}

const JFIF_LENGTH = 18

/** The next marker behind compressed data, in which FF is followed by 00 or a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

/** PNG: its chunks up to the last. */
function pngParts(bytes: Uint8Array): Uint8Array[] {
  const kept: Uint8Array[] = [bytes.subarray(0, 8)]
  let at = 8
  while (at + CHUNK_FRAME <= bytes.length) {
    const type = textAt(bytes, at + 4, 4)
    const end = at + CHUNK_FRAME + numberAt(bytes, at, 4)
    if (!/^[A-Za-z]{4}$/.test(type) || end > bytes.length) break
    const chunk = bytes.subarray(at, end)
    if (type === 'eXIf') {
      const orientation = orientationIn(chunk.subarray(8, -4))
      if (orientation !== UPRIGHT) kept.push(exifChunk(orientation))
    } else if (KEPT_CHUNKS.has(type)) kept.push(chunk)
    at = end
    if (type === 'IEND') return kept
  }
  return [...kept, bytes.subarray(at)]
}

const CHUNK_FRAME = 12
/** The picture itself, its colours and transparency, its size in print, and the frames of a moving one. */
const KEPT_CHUNKS = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD hIST pHYs cICP mDCV cLLI acTL fcTL fdAT'.split(' '),
)

/** Upright, as most pictures are: this needs no mention. */
const UPRIGHT = 1
const ORIENTATION = 0x0112

/** How a picture has to be turned, by its Exif data (TIFF 6, in either order of bytes). */
function orientationIn(tiff: Uint8Array): number {
  const order = textAt(tiff, 0, 2)
  if (order !== 'II' && order !== 'MM') return UPRIGHT
  const read = (at: number, length: number) => numberAt(tiff, at, length, order === 'II')
  const directory = read(4, 4)
  const entries = Math.min(read(directory, 2), MOST_ENTRIES)
  for (let entry = directory + 2; entry < directory + 2 + 12 * entries; entry += 12) {
    if (read(entry, 2) !== ORIENTATION) continue
    const turned = read(entry + 8, 2)
    return turned >= 1 && turned <= 8 ? turned : UPRIGHT
  }
  return UPRIGHT
}

const MOST_ENTRIES = 200

/** Exif data that say nothing but the orientation. */
const tiffOf = (orientation: number): number[] => {
  const header = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8]
  const entry = [ORIENTATION >> 8, ORIENTATION & 0xff, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
  return [...header, 0, 1, ...entry, 0, 0, 0, 0]
}

function exifSegment(orientation: number): Uint8Array {
  const data = [...lettersOf('Exif'), 0, 0, ...tiffOf(orientation)]
  return Uint8Array.from([0xff, 0xe1, 0, data.length + 2, ...data])
}

function exifChunk(orientation: number): Uint8Array {
  const data = tiffOf(orientation)
  const named = Uint8Array.from([...lettersOf('eXIf'), ...data])
  return joined([Uint8Array.from([0, 0, 0, data.length]), named, checksumOf(named)])
}

/** CRC-32, as PNG wants it. */
function checksumOf(bytes: Uint8Array): Uint8Array {
  let sum = ~0
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return Uint8Array.from([24, 16, 8, 0].map((shift) => (~sum >>> shift) & 0xff))
}

/** An unsigned number of some bytes; missing ones count as 0. */
function numberAt(bytes: Uint8Array, at: number, length: number, littleEndian = false): number {
  let value = 0
  for (let place = 0; place < length; place += 1) {
    value = value * 256 + (bytes[at + (littleEndian ? length - 1 - place : place)] ?? 0)
  }
  return value
}

const lettersOf = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0))
const textAt = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length))
const begins = (bytes: Uint8Array, text: string, at: number): boolean => textAt(bytes, at, text.length) === text

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
