import type { FastifyRequest } from 'fastify'
import { uploadPart } from '#contract/attachment-codec.ts'
import type { Sentences } from '#contract/sentences-es.ts'
import {
  type AttachmentProblem,
  SIZE_TOLERANCE,
  allowedExtension,
  attachmentProblem,
  contentMatches,
  countProblem,
  extensionOf,
  mimeOf,
} from '#domain/attachment.ts'
import type { NewAttachment } from '../scope/attachment-store.ts'
import { isArchiveExtension, isOfficeArchive } from './office-archive.ts'
import { Problem, badRequest, invalid } from './problems.ts'
import { EndlessFile, type FileStore, type ReceivedFile } from '../db/file-store.ts'

export interface UploadLimits {
  readonly maxBytes: number
  readonly maxFiles: number
}

/** What came in a multipart form: its plain fields, and its files with what was said of each. */
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

/** A part said of a file before or after the file itself came. */
interface Described {
  received?: ReceivedFile
  filename?: string
  partMime?: string
  name?: string
  extension?: string
  mime?: string
}

const MAX_FIELD_BYTES = 1024
/** Fields said of each file: extension, mime and name; and the few of the form itself. */
const FIELDS_PER_FILE = 3
const OWN_FIELDS = 10

/** Takes a multipart form in, parts in any order, its files to the store. What it received is discarded if it throws. */
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
  // Whatever it is that comes without an end, files or not.
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
        // Past the limit some are read away: the file is refused as too large once its other checks have passed.
        fileSize: Number.POSITIVE_INFINITY,
      },
    })
    for await (const part of parts) {
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
    // What is still on its way is not worth its bytes.
    request.raw.unpipe()
    throw uploadProblem(error, limits, sentences)
  }
  return { fields, files: [...described.entries()].toSorted(([a], [b]) => a - b).flatMap(([, file]) => offered(file)) }
}

/**
 * The files as they are to be recorded, or the problem of the first that may not be: count, name, empty, extension,
 * type, content, size (api.md, subir_documentacion).
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

/** There are none, or too many: it is said of the list, as of a field. */
const wrongFiles = (sentence: string): Problem => invalid(() => sentence, { [uploadPart.list]: sentence })

async function acceptedFile(
  file: OfferedPart,
  { maxBytes }: UploadLimits,
  imagesOnly: boolean,
): Promise<NewAttachment> {
  const { received, name } = file
  const bytes = received.cut ? Number.MAX_SAFE_INTEGER : received.bytes
  const problem = attachmentProblem({ ...file, bytes }, { maxBytes, imagesOnly })
  const extension = allowedExtension(file.extension)
  if (problem && problem !== 'too-large') throw refusedFile(problem, maxBytes)
  if (!extension || !contentMatches(extension, received.head)) throw refusedFile('type-not-allowed', maxBytes)
  if (problem) throw refusedFile(problem, maxBytes)
  const sound = !isArchiveExtension(extension) || (await isOfficeArchive(received.path, extension))
  if (!sound) throw refusedFile('type-not-allowed', maxBytes)
  return { id: received.id, name, mime: mimeOf(extension), bytes: received.bytes, sha256: received.sha256 }
}

const STATUS: Record<AttachmentProblem, number> = {
  'name-too-long': 422,
  empty: 422,
  'bad-format': 422,
  'type-not-allowed': 415,
  'images-only': 415,
  'too-large': 413,
}

const refusedFile = (problem: AttachmentProblem, maxBytes: number): Problem =>
  new Problem(STATUS[problem], ({ file }) => (problem === 'too-large' ? file['too-large'](maxBytes) : file[problem]()))

/** What is not said of a file is taken from its part; a name is only its last piece, without what cannot be shown. */
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

/** What the parser found wrong, in the words of this API. */
function uploadProblem(error: unknown, { maxBytes, maxFiles }: UploadLimits, sentences: Sentences): unknown {
  if (error instanceof EndlessFile) return refusedFile('too-large', maxBytes)
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'FST_FILES_LIMIT') return wrongFiles(sentences.file['too-many'](maxFiles))
  // What the disk or the line says carries a code of the system; what the parser says carries none, or one of its own.
  return typeof code === 'string' && /^E[A-Z]+$/.test(code) ? error : badRequest()
}

/** How a form with files is received into the store, and what is left of it taken out again. */
export const uploadsInto = (files: FileStore, limits: UploadLimits) => ({
  receive: (context: Parameters<typeof receiveUpload>[0]) => receiveUpload(context, files, limits),
  discard: (received: Upload) => files.discard(idsOf(received)),
})
