import { clippedText } from './clipped-text.ts'

/** spec §5 and §9, Attachments. Lengths in UTF-16 units, sizes in bytes. */
export const MAX_ATTACHMENTS = 10
export const MAX_FILE_NAME = 100
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
}

export type AttachmentProblem =
  | 'name-too-long'
  | 'empty'
  | 'bad-format'
  | 'type-not-allowed'
  | 'images-only'
  | 'too-large'
  | 'infected'

/** The extensions allowed, always lower case. */
export type AllowedExtension = keyof typeof TYPES

/** Checks the number of a ticket's or reply's files, before any file is examined. */
export const countProblem = (files: number, max = MAX_ATTACHMENTS): 'too-many' | null =>
  files > max ? 'too-many' : null

/** The first problem of a file, in the service's order of checks. Its content is not examined here. */
export function attachmentProblem(file: OfferedFile, limits: AttachmentLimits): AttachmentProblem | null {
  if (file.name.length > MAX_FILE_NAME) return 'name-too-long'
  if (file.bytes < MIN_BYTES) return 'empty'
  if (file.extension.length > MAX_EXTENSION) return 'bad-format'
  const problem = typeProblem(file, limits.imagesOnly ?? false)
  if (problem) return problem
  return limits.maxBytes !== null && file.bytes > limits.maxBytes + SIZE_TOLERANCE ? 'too-large' : null
}

/** The extension in lower case, without its dot, or an empty string. */
export const extensionOf = (name: string): string => name.slice(stemLength(name) + 1).toLowerCase()

/** The name cut to the maximum, with its extension; unchanged if the extension alone is too long. */
export function truncatedName(name: string): string {
  if (name.length <= MAX_FILE_NAME) return name
  const ending = name.slice(stemLength(name))
  if (ending.length >= MAX_FILE_NAME) return name
  return clippedText(name, MAX_FILE_NAME - ending.length) + ending
}

/**
 * The name of a pasted picture. Browsers call a screenshot `image.png` (or we do, `captura`): it is named for the moment, such as
 * `2026-11-22-14-28-00`. Others may come by a name without their type.
 */
export function pastedName({ name, type }: { readonly name: string; readonly type: string }, moment: string): string {
  const ending = type === 'image/png' ? '.png' : '.jpg'
  const stem = /^(?:png|jpe?g)$/.test(extensionOf(name)) ? name.slice(0, stemLength(name)) : name
  return /^(?:image|captura|)$/.test(stem) ? `captura-${moment}${ending}` : truncatedName(stem + ending)
}

/** Such a name. Month, day, hour and minute are named parts. */
export const CAPTURE_NAME =
  /^captura-\d{4}-(?<month>\d\d)-(?<day>\d\d)-(?<hour>\d\d)-(?<minute>\d\d)-\d\d\.(?:png|jpg)$/

/** A picture that browsers show. */
export function isPictureName(name: string): boolean {
  const extension = allowedExtension(extensionOf(name))
  return extension !== null && TYPES[extension].mimes[0].startsWith('image/')
}

export const allowedExtension = (extension: string): AllowedExtension | null => {
  const lower = extension.toLowerCase()
  return isAllowed(lower) ? lower : null
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

interface FileType {
  /** The correct type first, then those that systems report instead. */
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
} satisfies Record<string, FileType>

/** For a file chooser. */
export const ALLOWED_EXTENSIONS: readonly string[] = Object.keys(TYPES)

/** The clients' type for unknown bytes: it contradicts no extension. */
const UNKNOWN_BYTES = 'application/octet-stream'

const isAllowed = (extension: string): extension is AllowedExtension => Object.hasOwn(TYPES, extension)

/** spec §5: a file without a type is refused like one of a type that is not allowed. */
function typeProblem(file: OfferedFile, imagesOnly: boolean): 'type-not-allowed' | 'images-only' | null {
  const otherType = imagesOnly ? 'images-only' : 'type-not-allowed'
  const extension = allowedExtension(file.extension)
  if (!extension || !['', extension].includes(extensionOf(file.name))) return otherType
  const { mimes, image }: FileType = TYPES[extension]
  const mime = (file.mime.split(';', 1)[0] ?? '').trim().toLowerCase()
  if (mime !== UNKNOWN_BYTES && !mimes.includes(mime)) return otherType
  return imagesOnly && !image ? 'images-only' : null
}

/** The position of the extension's dot, or the end. A leading dot makes a hidden file, not an extension. */
function stemLength(name: string): number {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? dot : name.length
}

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte)
