import { api } from '#contract/api.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import type { Sentences } from '#contract/sentences-es.ts'
import { OFFICE_ZONE } from '#contract/moment.ts'
import { uploadPart } from '#contract/files/file-codec.ts'
import { wireNamesOf } from '#contract/wire.ts'
import type { Settings } from '#domain/settings.ts'
import { CAPTURE_NAME, extensionOf } from '#domain/files/file-name.ts'
import { localTime } from '#domain/office-hours.ts'
import { mayAttach } from '#domain/ticket-actions.ts'
import {
  type Attachment,
  type BytesAdded,
  attachmentsOfTicket,
  attachmentsOfWork,
  bytesAdded,
  findAttachment,
  insertAttachment,
  placeOfMessage,
} from '../scope/attachment-store.ts'
import { type FileStore, withHeldBack } from '../db/file-store.ts'
import { type Binding, type Context, bind, bindFile, bindUpload } from '../http/bind.ts'
import { type Caller, chargedAs } from '../http/caller.ts'
import type { FileAnswer, Uploads } from '../http/door.ts'
import { headersOf } from '../http/file-headers.ts'
import { type Problem, badParameters, badRequest, invalid, notFound, tooMuchToday } from '../http/problems.ts'
import { lockFor } from './ticket-lock.ts'
import { type Upload, type UploadLimits, acceptedFiles, idsOf, receiveUpload } from '../http/upload.ts'

type UploadInput = Input<typeof api.tickets.upload>
type Staged = Data<typeof api.tickets.upload>

/** The portal's own documents, rendered as PDF. */
interface OwnDocuments {
  pdfOf(document: 'portal-manual' | 'assistant-guide', caller: Caller): Promise<() => Promise<FileAnswer>>
}

export function bindDocuments(
  binding: Binding,
  files: FileStore,
  limits: UploadLimits & { readonly quotas: Quotas },
  own: OwnDocuments,
): void {
  const uploads: Uploads<Context> = {
    admit: async ({ caller, tx, now }, bytes) => {
      const whose = beyond(await bytesAdded(tx, caller, new Date(now.getTime() - DAY_MS)), bytes, limits.quotas, caller)
      if (whose) throw tooMuchToday(whose)
    },
    receive: (context) => receiveUpload(context, files, limits),
    discard: (upload) => files.discard(idsOf(upload)),
  }
  const add = async (input: UploadInput, upload: Upload, context: Context, imagesOnly: boolean): Promise<Staged> => {
    const { tx, caller, now, sentences } = context
    const place = input.ticket === undefined ? null : await placeFor(input.ticket, context)
    const accepted = await acceptedFiles(upload, limits, place?.files ?? 0, imagesOnly, sentences)
    for (const file of accepted) insertAttachment(tx, caller, file, place, now)
    // The files reach the disk before the commit: a record must never lack its file.
    await files.keep(accepted.map(({ id }) => id))
    return accepted.map(({ id, name, bytes }) => ({ id, name, bytes }))
  }
  bindUpload(binding, api.tickets.upload, {
    ...uploads,
    handle: (input, upload, context) => add(input, upload, context, false),
  })
  bindUpload(binding, api.tickets.uploadFromClipboard, {
    ...uploads,
    handle: (input, upload, context) => {
      if (upload.files.length > 1) throw badRequest(uploadPart.list)
      return add(input, named(upload, context.now), context, true)
    },
  })
  bind(binding, api.tickets.attachments, async ({ ticket, incident: work }, { tx, caller, sentences }) => {
    if (ticket !== undefined && work !== undefined) throw badParameters(api.tickets.attachments, 'ticket', 'incident')
    if (ticket === undefined && work === undefined) throw numberMissing(sentences)
    const found =
      ticket === undefined
        ? await attachmentsOfWork(tx, caller, work ?? 0)
        : await attachmentsOfTicket(tx, caller, ticket)
    if (!found) throw notFound()
    return withHeldBack(files, undefined, found.map(shown))
  })
  bindFile(binding, api.tickets.download, async ({ file, document }, { tx, caller }) => {
    if (document !== undefined && caller.onlyTicket !== null) throw notFound()
    if (document !== undefined && file === undefined) return own.pdfOf(document, caller)
    if (document !== undefined || file === undefined) throw badParameters(api.tickets.download, 'file', 'document')
    const found = await findAttachment(tx, caller, file)
    if (!found) throw notFound()
    return { headers: headersOf(found), stream: await files.read(found.id) }
  })
}

type Quotas = Settings['limits']['storage']

const DAY_MS = 86_400_000

/**
 * The owner of the quota that this many more bytes would exceed. With zero bytes: of a quota that is used up already.
 */
function beyond(used: BytesAdded, more: number, quotas: Quotas, caller: Caller): 'person' | 'client' | null {
  const isBeyond = (bytes: number, quota: number) => bytes + Math.max(more, 1) > quota
  if (isBeyond(used.person, quotas.personPerDay) || isBeyond(used.staged, quotas.staged)) return 'person'
  if (isBeyond(used.client, quotas.clientPerDay)) return 'client'
  return chargedAs(caller).limited && isBeyond(used.limited, quotas.limitedLinksPerDay) ? 'client' : null
}

const numberMissing = ({ ticket, field }: Sentences): Problem =>
  invalid(() => ticket['check-fields'](), wireNamesOf(api.tickets.attachments.input, { ticket: field.required() }))

/** The entry of a message. Its ticket is locked, so that two simultaneous uploads cannot exceed the ticket's limit. */
async function placeFor(message: number, context: Context) {
  await lockFor(message, mayAttach, context)
  const place = await placeOfMessage(context.tx, context.caller, message)
  if (!place) throw notFound()
  return place
}

const shown = ({ id, name, mime, bytes, addedAt, message, entry }: Attachment) => ({
  id,
  label: { name },
  mime,
  bytes,
  addedAt,
  message,
  entry,
})

/**
 * A pasted image has no name of its own. It is named for the moment of pasting, if the browser tells it, or of the
 * upload, by the office's clock.
 */
function named(upload: Upload, now: Date): Upload {
  const { date, time } = localTime(now, OFFICE_ZONE)
  const moment = `${date}-${time.replace(':', '-')}-${String(now.getUTCSeconds()).padStart(2, '0')}`
  return {
    ...upload,
    files: upload.files.map((file) => {
      const extension = file.mime.includes('png') ? 'png' : 'jpg'
      if (CAPTURE_NAME.test(file.name) && extensionOf(file.name) === extension) return { ...file, extension }
      return { ...file, extension, name: `captura-${moment}.${extension}` }
    }),
  }
}
