import { type AllowedExtension, type AlsoExtension, isTaken } from './files/file-choice.ts'
import { MAX_FILE_NAME, extensionOf } from './files/file-name.ts'

/** spec §5 and §9, Attachments. Lengths in UTF-16 units, sizes in bytes. */
export const MAX_EXTENSION = 4
export const MIN_BYTES = 1
export const SIZE_TOLERANCE = 1024

export interface OfferedFile {
  readonly name: string
  /** The client's extension, without the dot, in either case. */
  readonly extension: string
  /** The client's type: `''` if its system knows none. */
  readonly mime: string
  readonly bytes: number
}

export interface AttachmentLimits {
  /** Null without a maximum. */
  readonly maxBytes: number | null
  readonly imagesOnly?: boolean
  /** The types that the provider takes beside the specification's list. */
  readonly also?: readonly AlsoExtension[]
}

export type AttachmentProblem =
  | 'name-too-long'
  | 'empty'
  | 'bad-format'
  | 'type-not-allowed'
  | 'images-only'
  | 'too-large'
  | 'infected'

/** The first problem of a file, in the service's order of checks. Its content is not examined here. */
export function attachmentProblem(file: OfferedFile, limits: AttachmentLimits): AttachmentProblem | null {
  if (file.name.length > MAX_FILE_NAME) return 'name-too-long'
  if (file.bytes < MIN_BYTES) return 'empty'
  if (file.extension.length > MAX_EXTENSION) return 'bad-format'
  const problem = typeProblem(file, limits)
  if (problem) return problem
  return limits.maxBytes !== null && file.bytes > limits.maxBytes + SIZE_TOLERANCE ? 'too-large' : null
}

/** A picture that browsers show. */
export function isPictureName(name: string): boolean {
  const extension = allowedExtension(extensionOf(name))
  return extension !== null && TYPES[extension].mimes[0].startsWith('image/')
}

/** Whether the provider takes such files is another question: `attachmentProblem`. */
export const allowedExtension = (extension: string): AllowedExtension | null => {
  const lower = extension.toLowerCase()
  return isKnown(lower) ? lower : null
}

/** The type under which a file of this extension is served, whatever its sender called it. */
export const mimeOf = (extension: AllowedExtension): string => TYPES[extension].mimes[0]

/**
 * Whether a file begins as its extension promises. The difference of docx and xlsx, or doc and xls, lies deeper: the server
 * reads the archive's directory for it.
 */
export function contentMatches(extension: AllowedExtension, firstBytes: Uint8Array): boolean {
  const { signature }: FileType = TYPES[extension]
  if (signature) return startsWith(firstBytes, signature)
  const isText = TEXTS[extension]
  if (isText) return isText(beginningOf(firstBytes))
  return !firstBytes.includes(0) && !SIGNATURES.some((known) => startsWith(firstBytes, known))
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const JPEG = [0xff, 0xd8, 0xff]
const PDF = [0x25, 0x50, 0x44, 0x46, 0x2d]
const ZIP = [0x50, 0x4b, 0x03, 0x04]
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
const GZIP = [0x1f, 0x8b]
const RAR = [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07]
const SEVEN_ZIP = [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]
const SIGNATURES = [PNG, JPEG, PDF, ZIP, COMPOUND_FILE, GZIP, RAR, SEVEN_ZIP]

/** Whether a text begins like its kind, for the kinds of text that a provider may take. */
const TEXTS: Partial<Record<AllowedExtension, (beginning: string) => boolean>> = {
  txt: (beginning) => isPlainText(beginning),
  xml: (beginning) => isPlainText(beginning) && /^\s*<[?!A-Za-z_]/.test(beginning),
  // FIEBDC-3: its first record tells version and program.
  bc3: (beginning) => isPlainText(beginning) && /^\s*~V\|/.test(beginning),
}

/** Text in UTF-8 or UTF-16, as its first bytes say, else one character for each byte: the controls are in the same places. */
function beginningOf(bytes: Uint8Array): string {
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe) return utf16(bytes.subarray(2), 0, 1)
  if (first === 0xfe && second === 0xff) return utf16(bytes.subarray(2), 1, 0)
  const isMarked = first === 0xef && second === 0xbb && third === 0xbf
  return String.fromCharCode(...(isMarked ? bytes.subarray(3) : bytes))
}

function utf16(bytes: Uint8Array, low: number, high: number): string {
  let text = ''
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    text += String.fromCharCode((bytes[at + low] ?? 0) + 256 * (bytes[at + high] ?? 0))
  }
  return text
}

/** Characters that only programs' files hold: not tabs, line breaks and the end mark of old systems. */
export const hasControls = (text: string): boolean =>
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  /[\u0000-\u0008\u000b\u000e-\u0019\u001b-\u001f\u007f]/.test(text)

const isPlainText = (beginning: string): boolean =>
  beginning !== '' &&
  !hasControls(beginning) &&
  !beginning.startsWith('MZ') &&
  !SIGNATURES.some((known) => beginning.startsWith(String.fromCharCode(...known)))

interface FileType {
  /** The correct type first, then the types that systems report in its place. */
  readonly mimes: readonly [string, ...string[]]
  /** The bytes it begins with; absent for plain text. */
  readonly signature?: readonly number[]
  readonly image?: boolean
}

const TYPES = {
  png: { mimes: ['image/png', 'image/x-png'], signature: PNG, image: true },
  jpg: { mimes: ['image/jpeg', 'image/jpg', 'image/pjpeg'], signature: JPEG, image: true },
  pdf: { mimes: ['application/pdf', 'application/x-pdf'], signature: PDF },
  xlsx: {
    mimes: [
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.ms-excel',
      'application/zip',
      'application/x-zip-compressed',
    ],
    signature: ZIP,
  },
  xls: {
    mimes: ['application/vnd.ms-excel', 'application/msexcel', 'application/x-msexcel', 'application/excel'],
    signature: COMPOUND_FILE,
  },
  csv: {
    mimes: [
      'text/csv',
      'text/plain',
      'application/csv',
      'application/vnd.ms-excel',
      'text/comma-separated-values',
      'text/x-csv',
    ],
  },
  doc: { mimes: ['application/msword', 'application/vnd.ms-word'], signature: COMPOUND_FILE },
  docx: {
    mimes: [
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/msword',
      'application/zip',
      'application/x-zip-compressed',
    ],
    signature: ZIP,
  },
  xml: { mimes: ['application/xml', 'text/xml'] },
  // No system knows a type for it.
  bc3: { mimes: ['application/x-fiebdc', 'text/plain', ''] },
  txt: { mimes: ['text/plain'] },
  zip: { mimes: ['application/zip', 'application/x-zip-compressed', 'application/x-zip'], signature: ZIP },
} satisfies Record<AllowedExtension, FileType>

/** The clients' type for unknown bytes: it contradicts no extension. */
const UNKNOWN_BYTES = 'application/octet-stream'

const isKnown = (extension: string): extension is AllowedExtension => Object.hasOwn(TYPES, extension)

/** spec §5: a file without a type is refused like one of a type that is not allowed. */
function typeProblem(
  file: OfferedFile,
  { imagesOnly = false, also = [] }: AttachmentLimits,
): 'type-not-allowed' | 'images-only' | null {
  const otherType = imagesOnly ? 'images-only' : 'type-not-allowed'
  const extension = allowedExtension(file.extension)
  if (!extension || !isTaken(extension, also) || !['', extension].includes(extensionOf(file.name))) return otherType
  const { mimes, image }: FileType = TYPES[extension]
  const mime = (file.mime.split(';', 1)[0] ?? '').trim().toLowerCase()
  if (mime !== UNKNOWN_BYTES && !mimes.includes(mime)) return otherType
  return imagesOnly && !image ? 'images-only' : null
}

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte)
