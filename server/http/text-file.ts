import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { hasControls } from '#domain/attachment.ts'
import type { AllowedExtension } from '#domain/files/file-choice.ts'

export const isTextExtension = (extension: AllowedExtension): boolean => ['xml', 'bc3', 'txt'].includes(extension)

/** The overlap of two pieces of a file, so that a search sees matches across both. */
const OVERLAP = 512

/** Whether a file is text to its end and, as XML, harms nobody who opens it. Nothing of it is parsed. */
export async function isSoundText(path: string, extension: AllowedExtension): Promise<boolean> {
  const decode = await decoderOf(path)
  let before = ''
  for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    const text = decode(piece)
    if (hasControls(text)) return false
    if (extension !== 'xml') continue
    const seen = before + text
    if (before === '' && !hasKnownEncoding(seen)) return false
    if (isHarmful(seen)) return false
    before = seen.slice(-OVERLAP)
  }
  return true
}

/** UTF-16 if its mark says so. In all other encodings the characters in question have the same places as in Latin-1. */
async function decoderOf(path: string): Promise<(piece: Buffer) => string> {
  const handle = await open(path)
  const mark = Buffer.alloc(2)
  try {
    await handle.read(mark, 0, 2, 0)
  } finally {
    await handle.close()
  }
  const encoding = { fffe: 'utf-16le', feff: 'utf-16be' }[mark.toString('hex')]
  if (encoding === undefined) return (piece) => piece.toString('latin1')
  const decoder = new TextDecoder(encoding)
  return (piece) => decoder.decode(piece, { stream: true })
}

const KNOWN_ENCODINGS = /^(?:utf-?8|utf-?16(?:le|be)?|us-ascii|iso-8859-15?|latin1|windows-1252|cp1252)$/i

/** Another encoding could write the words below differently. */
function hasKnownEncoding(text: string): boolean {
  const declared = /^[^<]*<\?xml[^>]*?encoding\s*=\s*["']([^"']*)["']/i.exec(text)?.[1]
  return declared === undefined || KNOWN_ENCODINGS.test(declared)
}

/** Entities (which grow, or read other files), style sheets, and the languages in which a browser runs scripts. */
const HARMFUL = /<!(?:DOCTYPE|ENTITY)|<\?xml-stylesheet|www\.w3\.org\/(?:1999\/xhtml|2000\/svg|1999\/xsl)/i

const isHarmful = (text: string): boolean =>
  HARMFUL.test(text) || (text.includes('&#') && HARMFUL.test(unescaped(text)))

const unescaped = (text: string): string =>
  text.replaceAll(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (_all, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code < 0x80 ? String.fromCharCode(code) : ' '
  })
