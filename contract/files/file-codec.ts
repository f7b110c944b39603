import { SCAN_STATES } from '#domain/files/scan-state.ts'
import { lettered, optional, recordCode, recordNumber } from '../wire.ts'

// Apart from the records of files, which the console does not read.

/** Grows with each entry. */
export const entryId = recordNumber('entry')

export const fileId = recordCode('file')
export const stagedFileId = recordCode('staged-file')

/** Why a file cannot be had now: no scanner has looked at it yet, or one has found something in it. Absent for any other file. */
export const heldBack = optional(lettered(SCAN_STATES, { waiting: 'pendiente', infected: 'infectado' }))

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
