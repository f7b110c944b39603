import {
  as,
  count,
  inAddress,
  instant,
  list,
  nullable,
  optional,
  recordCode,
  recordNumber,
  text,
  wireObject,
} from './wire.ts'

/** Grows with each entry. */
export const entryId = recordNumber('entry')

export const fileId = recordCode('file')
export const stagedFileId = recordCode('staged-file')

/** A file of a ticket or an incident (spec §3, Attachment record). `message` is its entry. */
export const attachment = wireObject({
  id: as('iaimagen', fileId),
  label: as('fimagen', wireObject({ name: as('imdesc', text(100)) })),
  mime: text(100),
  bytes: count,
  addedAt: as('fecha', instant),
  message: as('llnumreg', recordNumber('ticket')),
  /** The entry of the timeline; null for a file of an incident or a development. */
  entry: as('entrada', nullable(entryId)),
})

/** A file that waits for the ticket or reply it will belong to. */
export const stagedFile = wireObject({
  id: as('id_temporal', stagedFileId),
  name: as('nombre', text(100)),
  bytes: count,
})

/** How a ticket or reply names the staged files that become its own. */
export const stagedFileReference = wireObject({
  id: as('id_temporal', stagedFileId),
  name: as('nombre', optional(text(260))),
  bytes: optional(count),
})

/** The text fields of an upload; its files are parts named `documentos[i][file]`. */
export const uploadFields = {
  ticket: as('llnumreg', optional(inAddress(recordNumber('ticket')))),
}

const PART = /^documentos\[(\d{1,3})\]\[(file|extension|mime|nombre)\]$/
const PART_FIELDS = { file: 'file', extension: 'extension', mime: 'mime', nombre: 'name' } as const
export type UploadPartField = (typeof PART_FIELDS)[keyof typeof PART_FIELDS]

/** The parts of an upload are named `documentos[0][file]`, `documentos[0][nombre]`… */
export const uploadPart = {
  /** All files together, for problems of their number. */
  list: 'documentos',
  name: (index: number, field: UploadPartField) => `documentos[${index}][${field === 'name' ? 'nombre' : field}]`,
  read: (name: string): { index: number; field: UploadPartField } | null => {
    const [, index, field] = PART.exec(name) ?? []
    return index !== undefined && isPartField(field) ? { index: Number(index), field: PART_FIELDS[field] } : null
  },
}

const isPartField = (field: string | undefined): field is keyof typeof PART_FIELDS =>
  field !== undefined && Object.hasOwn(PART_FIELDS, field)

export const stagedFiles = list(stagedFile)
export const attachments = list(attachment)
