import { Readable } from 'node:stream'
import { allowedExtension, mimeOf } from '#domain/attachment.ts'
import { extensionOf } from '#domain/files/file-name.ts'
import type { FileStore } from '../db/file-store.ts'
import { type Transaction, sql } from '../db/sql.ts'
import type { SampleFile } from './sample-files.ts'

/** The place of an attachment, and its owner. */
export interface AttachmentOwner {
  readonly person: number
  readonly at: Date
  readonly ticket?: number
  readonly entry?: number
  readonly incident?: number
  readonly development?: number
}

/** Sessions are numbered from 1: no session added the demo's files. */
const NO_SESSION = 0

/** One transaction's files: `keep` makes them last, before the commit. */
export interface SampleFiles {
  insert(tx: Transaction, files: readonly SampleFile[], owner: AttachmentOwner): Promise<void>
  keep(): Promise<void>
  discard(): Promise<void>
}

export function sampleFilesIn(store: FileStore): SampleFiles {
  const received: string[] = []
  return {
    async insert(tx, files, { person, at, ticket = null, entry = null, incident = null, development = null }) {
      for (const { name, bytes } of files) {
        const extension = allowedExtension(extensionOf(name))
        if (!extension) throw new Error(`The portal takes no files like ${name}`)
        const content = bytes()
        const file = await store.receive(Readable.from([content]), content.length)
        received.push(file.id)
        await tx.rows(sql`
          insert into attachment (client_id, attachment_id, person_id, session_id, ticket_number, entry_id,
            incident_number, development_number, name, mime, bytes, sha256, added_at)
          values (${tx.client}, ${file.id}, ${person}, ${NO_SESSION}, ${ticket}, ${entry}, ${incident},
            ${development}, ${name}, ${mimeOf(extension)}, ${file.bytes}, ${file.sha256}, ${at})`)
      }
    },
    keep: () => store.keep(received),
    discard: () => store.discard(received),
  }
}
