import { expect, test } from 'vitest'
import { withoutOwnData } from './picture-data.ts'

const letters = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0))
const bytes = (...parts: readonly (number | readonly number[] | string)[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? letters(part) : part)))
const told = (picture: Uint8Array): string => String.fromCharCode(...picture)

/** A TIFF directory in little-endian order: the camera, the orientation, and a place to look for. */
const tiff = (orientation: number): number[] => {
  const header = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 2, 0]
  const camera = [0x0f, 0x01, 2, 0, 4, 0, 0, 0]
  const turned = [0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0]
  return [...header, ...camera, ...letters('Cam\0'), ...turned, ...letters('GPS 39.4699N')]
}

const segment = (marker: number, data: readonly number[]): number[] => [
  0xff,
  marker,
  (data.length + 2) >> 8,
  (data.length + 2) & 0xff,
  ...data,
]
const EXIF = [...letters('Exif'), 0, 0]
const JFIF = segment(0xe0, [...letters('JFIF'), 0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
const PROFILE = segment(0xe2, [...letters('ICC_PROFILE'), 0, 1, 1, 7])
const ADOBE = segment(0xee, [...letters('Adobe'), 0, 100, 0, 0, 0, 0, 1])
const TABLE = segment(0xdb, [0, 1, 2, 3])
const SCAN = [...segment(0xda, [1, 1, 0, 0, 63, 0]), 9, 0xff, 0, 8, 0xff, 0xd3, 7, 0xff]
/** A progressive picture: a second scan with a table before it. */
const PICTURE = [...TABLE, ...SCAN, ...TABLE, ...SCAN.slice(0, -1)]
const END = [0xff, 0xd9]

const jpeg = (orientation: number): Uint8Array =>
  bytes(
    [0xff, 0xd8],
    JFIF,
    segment(0xe1, [...EXIF, ...tiff(orientation)]),
    segment(0xe1, letters('http://ns.adobe.com/xap/1.0/ <x:author>Lucia')),
    PROFILE,
    segment(0xe2, letters('MPF GPS 39.4699N')),
    segment(0xed, letters('Photoshop 3.0 Lucia')),
    ADOBE,
    segment(0xfe, letters('Lucia took it')),
    PICTURE,
    END,
    'ftypmp42 GPS 39.4699N',
  )

test('a JPEG keeps its picture, colours and nothing else', () => {
  const clean = withoutOwnData('image/jpeg', jpeg(1))
  expect(clean).toEqual(bytes([0xff, 0xd8], JFIF, PROFILE, ADOBE, PICTURE, END))
  expect(told(clean)).not.toMatch(/GPS|Lucia|Cam/)
  expect(withoutOwnData('image/jpeg', clean)).toEqual(clean)
})

test.each([3, 6, 8])('a JPEG with orientation %d keeps it, and no other data', (orientation) => {
  const clean = withoutOwnData('image/jpeg', jpeg(orientation))
  expect(told(clean)).not.toMatch(/GPS|Lucia|Cam/)
  const again = withoutOwnData('image/jpeg', clean)
  expect(again).toEqual(clean)
  expect(told(clean)).toContain(`MM\0*\0\0\0\b\0\x01\x01\x12\0\x03\0\0\0\x01\0${String.fromCharCode(orientation)}`)
})

test('the preview in a JFIF segment is removed', () => {
  const withPreview = segment(0xe0, [...letters('JFIF'), 0, 1, 1, 0, 0, 1, 0, 1, 1, 1, 200, 201, 202])
  const clean = withoutOwnData('image/jpeg', bytes([0xff, 0xd8], withPreview, PICTURE, END))
  expect(clean).toEqual(bytes([0xff, 0xd8], JFIF, PICTURE, END))
})

test('a broken picture is left as it is from the break on, and so is a file that is no picture', () => {
  const broken = jpeg(1).subarray(0, -24)
  expect(told(withoutOwnData('image/jpeg', broken))).not.toMatch(/GPS|Lucia|Cam/)
  for (const odd of [bytes(), bytes([0xff, 0xd8, 0xff]), bytes([0xff, 0xd8, 0xff], 'no picture'), bytes('text')]) {
    expect(withoutOwnData('image/jpeg', odd)).toEqual(odd)
    expect(withoutOwnData('image/png', odd)).toEqual(odd)
    expect(withoutOwnData('application/pdf', odd)).toEqual(odd)
  }
})

const SIGNATURE = [0x89, ...letters('PNG'), 13, 10, 26, 10]
const chunk = (type: string, data: readonly number[], sum = [0, 0, 0, 0]): number[] => [
  0,
  0,
  data.length >> 8,
  data.length & 0xff,
  ...letters(type),
  ...data,
  ...sum,
]
const HEAD = chunk('IHDR', [0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0])
const LAST = [0, 0, 0, 0, ...letters('IEND'), 0xae, 0x42, 0x60, 0x82]

const png = (orientation: number): Uint8Array =>
  bytes(
    SIGNATURE,
    HEAD,
    chunk('eXIf', tiff(orientation)),
    chunk('tEXt', letters('Author\0Lucia')),
    chunk('iTXt', letters('XML:com.adobe.xmp Lucia')),
    chunk('tIME', [7, 234, 11, 22, 14, 28, 0]),
    chunk('gAMA', [0, 0, 1, 2]),
    chunk('prVt', letters('Lucia')),
    chunk('IDAT', [1, 2, 3]),
    LAST,
    'GPS',
  )

test('a PNG likewise', () => {
  const clean = withoutOwnData('image/png', png(1))
  expect(clean).toEqual(bytes(SIGNATURE, HEAD, chunk('gAMA', [0, 0, 1, 2]), chunk('IDAT', [1, 2, 3]), LAST))
})

test('a turned PNG keeps its orientation, with a right checksum', () => {
  const clean = withoutOwnData('image/png', png(6))
  const at = told(clean).indexOf('eXIf')
  expect(told(clean)).not.toMatch(/GPS|Lucia|Cam/)
  // CRC-32 of «eXIf» and these 26 bytes, calculated by zlib.
  expect([...clean.subarray(at + 30, at + 34)]).toEqual(CHECKSUM)
  expect(withoutOwnData('image/png', clean)).toEqual(clean)
})

const CHECKSUM = [214, 103, 75, 105]
