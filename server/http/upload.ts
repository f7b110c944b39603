import type { FastifyRequest } from 'fastify'
import { uploadPart } from '#contract/files/file-codec.ts'
import { fileSentence } from '#contract/files/file-sentence.ts'
import type { Sentences } from '#contract/sentences-es.ts'
import {
  type AttachmentProblem,
  SIZE_TOLERANCE,
  allowedExtension,
  attachmentProblem,
  contentMatches,
  mimeOf,
} from '#domain/attachment.ts'
import { type AllowedExtension, type AlsoExtension, countProblem } from '#domain/files/file-choice.ts'
import { extensionOf } from '#domain/files/file-name.ts'
import type { NewAttachment } from '../scope/attachment-store.ts'
import { isArchiveExtension, isSoundArchive } from './office-archive.ts'
import { Problem, badRequest, invalid } from './problems.ts'
import { isSoundText, isTextExtension } from './text-file.ts'
import { EndlessFile, type FileStore, type ReceivedFile } from '../db/file-store.ts'

export interface UploadLimits {
  readonly maxBytes: number
  readonly maxFiles: number
  /** The types that the provider takes beside the specification's list. */
  readonly also: readonly AlsoExtension[]
}

/** A received multipart form: its plain fields, and its files with their descriptions. */
export interface Upload {
  readonly fields: Record<string, string>
  readonly files: readonly OfferedPart[]
}

interface OfferedPart {
  readonly received: ReceivedFile
  readonly name: string
  readonly extension: string
  readonly mime: string
}

/** A field that describes a file; it may arrive before or after the file. */
interface Described {
  received?: ReceivedFile
  filename?: string
  partMime?: string
  name?: string
  extension?: string
  mime?: string
}

const MAX_FIELD_BYTES = 1024
/** Each file has three fields: extension, mime and name. The form itself has a few. */
const FIELDS_PER_FILE = 3
const OWN_FIELDS = 10

/** Receives a multipart form, in any order of parts, and stores its files. If it throws, it has discarded them. */
export async function receiveUpload(
  { request, sentences }: { readonly request: FastifyRequest; readonly sentences: Sentences },
  store: FileStore,
  limits: UploadLimits,
): Promise<Upload> {
  if (!request.isMultipart()) throw new Problem(415, (s) => s.call['bad-request']())
  const described = new Map<number, Described>()
  const fields: Record<string, string> = {}
  const of = (index: number): Described => {
    const known = described.get(index) ?? {}
    described.set(index, known)
    return known
  }
  let total = 0
  const most = 2 * (limits.maxFiles + 1) * (limits.maxBytes + SIZE_TOLERANCE)
  // Bounds the whole body, whatever its parts are.
  request.raw.on('data', (chunk: Buffer) => {
    total += chunk.length
    if (total > most) request.raw.destroy()
  })
  try {
    const parts = request.parts({
      limits: {
        files: limits.maxFiles + 1,
        fields: (limits.maxFiles + 1) * FIELDS_PER_FILE + OWN_FIELDS,
        fieldSize: MAX_FIELD_BYTES,
        // Bytes over the limit are read and dropped, because the file is refused as too large only after its other
        // checks.
        fileSize: Number.POSITIVE_INFINITY,
      },
    })
    for await (const part of parts) {
      // A part may lack a name, although its type says otherwise.
      if (!part.fieldname) throw badRequest()
      const about = uploadPart.read(part.fieldname)
      if (part.type === 'file') {
        if (about?.field !== 'file') throw badRequest(part.fieldname)
        const file = of(about.index)
        if (file.received) throw badRequest(part.fieldname)
        file.received = await store.receive(part.file, limits.maxBytes + SIZE_TOLERANCE)
        file.filename = part.filename
        file.partMime = part.mimetype
        continue
      }
      const value = String(part.value)
      if (about === null) fields[part.fieldname] = value
      else if (about.field === 'file') throw badRequest(part.fieldname)
      else of(about.index)[about.field] = value
    }
  } catch (error) {
    await store.discard(receivedIds(described))
    // The rest is not worth receiving.
    request.raw.unpipe()
    throw uploadProblem(error, limits, sentences)
  }
  return { fields, files: [...described.entries()].toSorted(([a], [b]) => a - b).flatMap(([, file]) => offered(file)) }
}

/**
 * The files in the form in which they are recorded. If any is wrong, throws the first problem, checked in this order:
 * count, name, empty, extension, type, content, size (api.md, subir_documentacion).
 */
export async function acceptedFiles(
  { files }: Upload,
  limits: UploadLimits,
  already: number,
  imagesOnly: boolean,
  sentences: Sentences,
): Promise<NewAttachment[]> {
  if (files.length === 0) throw wrongFiles(sentences.field.required())
  if (countProblem(files.length + already, limits.maxFiles)) {
    throw wrongFiles(sentences.file['too-many'](limits.maxFiles))
  }
  const accepted: NewAttachment[] = []
  for (const file of files) accepted.push(await acceptedFile(file, limits, imagesOnly))
  return accepted
}

/** No file, or too many: the message belongs to the list as a field. */
const wrongFiles = (sentence: string): Problem => invalid(() => sentence, { [uploadPart.list]: sentence })

async function acceptedFile(file: OfferedPart, limits: UploadLimits, imagesOnly: boolean): Promise<NewAttachment> {
  const judged = await judgedFile(file, limits, imagesOnly)
  if (typeof judged === 'string') throw refusedFile(judged, limits)
  return judged
}

/** A received file in the form in which it is recorded, or the first problem of it. */
export async function judgedFile(
  file: OfferedPart,
  { maxBytes, also }: Pick<UploadLimits, 'maxBytes' | 'also'>,
  imagesOnly = false,
): Promise<NewAttachment | AttachmentProblem> {
  const { received, name } = file
  const bytes = received.cut ? Number.MAX_SAFE_INTEGER : received.bytes
  const problem = attachmentProblem({ ...file, bytes }, { maxBytes, imagesOnly, also })
  const extension = allowedExtension(file.extension)
  if (problem && problem !== 'too-large') return problem
  if (!extension || !contentMatches(extension, received.head)) return 'type-not-allowed'
  if (problem) return problem
  if (!(await isSound(received.path, extension))) return 'type-not-allowed'
  if (received.malware !== null) return 'infected'
  return { id: received.id, name, mime: mimeOf(extension), bytes: received.bytes, sha256: received.sha256 }
}

/** Faults that its first bytes do not show. */
export async function isSound(path: string, extension: AllowedExtension): Promise<boolean> {
  if (isArchiveExtension(extension)) return isSoundArchive(path, extension)
  return !isTextExtension(extension) || isSoundText(path, extension)
}

const STATUS: Record<AttachmentProblem, number> = {
  'name-too-long': 422,
  empty: 422,
  'bad-format': 422,
  'type-not-allowed': 415,
  'images-only': 415,
  'too-large': 413,
  infected: 422,
}

const refusedFile = (problem: AttachmentProblem, limits: Pick<UploadLimits, 'maxBytes' | 'also'>): Problem =>
  new Problem(STATUS[problem], ({ file }) => fileSentence(problem, limits, file))

/**
 * The file's part supplies values that the fields lack. Of a path only the last piece remains, without invisible
 * characters.
 */
function offered({ received, filename, partMime, name, extension, mime }: Described): OfferedPart[] {
  if (!received) return []
  const shown = (name ?? filename ?? '').split(/[/\\]/).at(-1) ?? ''
  // oxlint-disable-next-line no-control-regex -- control characters and direction marks are what is taken out
  const clean = shown.replaceAll(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').trim()
  return [{ received, name: clean, extension: extension ?? extensionOf(clean), mime: mime ?? partMime ?? '' }]
}

export const idsOf = ({ files }: Upload): string[] => files.map(({ received }) => received.id)

const receivedIds = (described: Map<number, Described>): string[] =>
  [...described.values()].flatMap(({ received }) => (received ? [received.id] : []))

/** The parser's error as a problem of this API. */
function uploadProblem(error: unknown, limits: UploadLimits, sentences: Sentences): unknown {
  if (error instanceof EndlessFile) return refusedFile('too-large', limits)
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'FST_FILES_LIMIT') return wrongFiles(sentences.file['too-many'](limits.maxFiles))
  // Errors of disk and network carry a system code; the parser's carry none, or its own.
  return typeof code === 'string' && /^E[A-Z]+$/.test(code) ? error : badRequest()
}

/** How a form's files are received into the store, and how unused ones are removed. */
export const uploadsInto = (files: FileStore, limits: UploadLimits) => ({
  receive: (context: Parameters<typeof receiveUpload>[0]) => receiveUpload(context, files, limits),
  discard: (received: Upload) => files.discard(idsOf(received)),
})
