import { entryId, fileId, heldBack, stagedFileId } from './files/file-codec.ts'
import { as, count, inAddress, instant, list, nullable, optional, recordNumber, text, wireObject } from './wire.ts'

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
  heldBack: as('retenido', heldBack),
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

export const stagedFiles = list(stagedFile)
export const attachments = list(attachment)
