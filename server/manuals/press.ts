import { buffer } from 'node:stream/consumers'
import type { FastifyBaseLogger } from 'fastify'
import type { Language } from '#contract/moment.ts'
import type { Block, ProviderDocument } from '#domain/document.ts'
import type { Settings } from '#domain/settings.ts'
import { mayRead } from '#domain/document.ts'
import { type Database, sql } from '../db/sql.ts'
import type { FileAnswer } from '../http/door.ts'
import type { Caller } from '../http/caller.ts'
import { contentDisposition } from '../http/file-headers.ts'
import { notFound } from '../http/problems.ts'
import { SHIPPED_CONTENT } from '../provider-settings.ts'
import { type Documents, type Library, openLibrary, placeholdersOf } from './library.ts'
import { openPrinter } from './pdf.ts'
import type { Publication } from './publication.ts'

/** The provider's documents, and their printer. */
export interface Press {
  readonly library: Library
  download(publication: Publication, documents: Documents, caller: Caller): Promise<FileAnswer>
  /** One of the portal's own documents, printed after the transaction has ended. */
  pdfOf(document: keyof typeof OWN_DOCUMENTS, caller: Caller): Promise<() => Promise<FileAnswer>>
  /** A client's own report. */
  downloadReport(
    report: Report,
    of: { readonly date: string; readonly language: Language },
    reader: Reader,
  ): Promise<FileAnswer>
  /** The same for a mail. */
  printReport(report: Report, of: { readonly date: string; readonly language: Language }): Promise<Uint8Array>
  close(): Promise<void>
}

/** A customer, or a technician. */
interface Reader {
  readonly person: number | null
}

/** Titled parts in order. */
interface Report {
  readonly title: string
  readonly lines: readonly string[]
  readonly parts: readonly { readonly id: string; readonly title: string; readonly blocks: readonly Block[] }[]
}

interface PressOptions {
  readonly database: Database
  readonly settings: Settings
  readonly pdfs: string
  readonly content?: string
  readonly log: FastifyBaseLogger
}

const OWN_DOCUMENTS = { 'portal-manual': 'manuales/soporte-online', 'assistant-guide': 'manuales/asistente' } as const

export async function openPress({ database, settings, pdfs, content, log }: PressOptions): Promise<Press> {
  const topics = await database.rows<{ topic: string }>(sql`select distinct m.topic from module m`)
  const library = await openLibrary({
    folder: content ?? SHIPPED_CONTENT,
    placeholders: () => placeholdersOf(settings),
    topics: new Set(topics.map(({ topic }) => topic)),
    log,
  })
  const printer = openPrinter({ folder: pdfs, imprint: settings, log })

  async function download(
    publication: Publication,
    { images }: Pick<Documents, 'images'>,
    { person }: Reader,
  ): Promise<FileAnswer> {
    const { bytes, stream } = await printer.print(publication, images, person)
    const headers = {
      'Content-Type': 'application/pdf',
      'Content-Length': String(bytes),
      'Content-Disposition': contentDisposition('attachment', `${publication.title}.pdf`),
      'Cross-Origin-Resource-Policy': 'same-origin',
    }
    return { headers, stream }
  }

  return {
    library,
    download,
    async pdfOf(own, caller) {
      const documents = await library.documents()
      const document = readable(documents, OWN_DOCUMENTS[own], caller)
      return () => download({ title: document.title, documents: [document] }, documents, caller)
    },
    downloadReport: async (report, of, reader) => download(publicationOf(report, of), { images: new Map() }, reader),
    async printReport(report, of) {
      const { stream } = await printer.print(publicationOf(report, of), new Map())
      return buffer(stream)
    },
    close: () => printer.close(),
  }
}

/** A report, as the printer takes it. */
export function publicationOf(
  { title, lines, parts }: Report,
  { date, language }: { readonly date: string; readonly language: Language },
): Publication {
  const sections = parts.map((part) => ({ ...part, since: null, programs: [], topics: [] }))
  return { title, documents: [{ ...PLAIN, id: 'informe', title, date, sections }], own: { lines, language } }
}

/** A document that is no manual. */
const PLAIN = { group: '', area: null, topics: [], summary: '', since: null, release: null, introduction: [] } as const

/** A document that does not exist and one of another area get the same answer. */
export function readable({ byId }: Documents, id: string, { areas }: Caller): ProviderDocument {
  const document = byId.get(id)
  if (!document || !mayRead(document, areas)) throw notFound()
  return document
}
