import { crc32, deflateSync } from 'node:zlib'

/** A small real file of a demo entry. */
export interface SampleFile {
  readonly name: string
  readonly bytes: () => Buffer
}

/** A picture that looks like a screen capture: a window with rows, one of them marked. */
export const screenshot = (name: string): SampleFile => ({ name, bytes: () => png(640, 360, screenPixel) })

/** A page with a heading and some lines. */
export const letter = (name: string, heading: string, lines: readonly string[]): SampleFile => ({
  name,
  bytes: () => pdf(heading, lines),
})

type Colour = readonly [red: number, green: number, blue: number]

function screenPixel(x: number, y: number): Colour {
  if (y < 32) return [11, 110, 105]
  if (x < 120) return [233, 238, 240]
  const row = Math.floor((y - 48) / 28)
  const isText = y > 48 && (y - 48) % 28 > 9 && (y - 48) % 28 < 19 && x > 140 && x < 600 - ((row * 67) % 190)
  if (row === 5) return isText ? [140, 20, 20] : [255, 226, 224]
  return isText ? [96, 108, 118] : [255, 255, 255]
}

function png(width: number, height: number, pixel: (x: number, y: number) => Colour): Buffer {
  const rowLength = 1 + width * 3 // the first byte is the row's filter: 0 is none
  const rows = Buffer.alloc(rowLength * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows.set(pixel(x, y), y * rowLength + 1 + x * 3)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8) // 8 bits each of red, green and blue, and no options
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, checksum])
}

function pdf(heading: string, lines: readonly string[]): Buffer {
  const text = [`/F1 18 Tf 72 760 Td (${escaped(heading)}) Tj`, '/F1 11 Tf 0 -14 Td 18 TL']
  const page = `BT ${text.join(' ')} ${lines.map((line) => `T* (${escaped(line)}) Tj`).join(' ')} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file + table + trailer, 'latin1') // WinAnsi has the Spanish letters at their Latin-1 codes
}

const escaped = (text: string): string => text.replaceAll(/[\\()]/g, String.raw`\$&`)
