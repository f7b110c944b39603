import {
  type AttachmentLimits,
  type AttachmentProblem,
  allowedExtension,
  attachmentProblem,
  contentMatches,
} from '#domain/attachment.ts'
import { extensionOf } from '#domain/files/file-name.ts'

/** The bytes needed to recognise a file's kind. */
const FIRST_BYTES = 512

/** The first rule that a file breaks, by name, type, size and first bytes. */
export async function ruleBroken(file: File, limits: AttachmentLimits): Promise<AttachmentProblem | null> {
  const extension = extensionOf(file.name)
  const offered = { name: file.name, extension, mime: file.type, bytes: file.size }
  const problem = attachmentProblem(offered, limits)
  if (problem) return problem
  const known = allowedExtension(extension)
  const first = new Uint8Array(await file.slice(0, FIRST_BYTES).arrayBuffer())
  return known && contentMatches(known, first) ? null : 'type-not-allowed'
}
