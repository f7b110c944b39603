import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Block, type ProviderDocument, type Shallow, plainText } from '#domain/document.ts'
import { readSettings } from '../provider-settings.ts'
import { EFFORT } from '../testing/effort.ts'
import { TEST_MS } from '../testing/patience.ts'
import { type Documents, openLibrary } from './library.ts'
import { type Printer, openPrinter } from './pdf.ts'

// The shipped documents, printed and read back by an independent program, poppler.

const run = promisify(execFile)
/** A quick run takes documents that together contain every kind of block. */
const SAMPLE = ['manuales/soporte-online', 'manuales/bc-tesoreria', 'versiones/re-v031-cambios']

let folder: string
let printer: Printer
let documents: Documents
let poppler: boolean

beforeAll(async () => {
  poppler = await Promise.all([run('pdftotext', ['-v']), run('pdfinfo', ['-v'])]).then(
    () => true,
    () => false,
  )
  folder = await mkdtemp(join(tmpdir(), 'portal-printed-'))
  const settings = await readSettings()
  const { provider, product, assistant, contact } = settings
  const log = { warn: tell, error: tell }
  printer = openPrinter({ folder, imprint: settings, log })
  const library = await openLibrary({
    folder: fileURLToPath(new URL('../../content', import.meta.url)),
    placeholders: () => ({
      product: product.name,
      provider: provider.name,
      assistant: assistant.name,
      phone: contact.phone,
      email: contact.email,
    }),
    topics: new Set(),
    log: { warn: () => undefined, error: tell },
  })
  documents = await library.documents()
})
afterAll(async () => {
  await printer.close()
  await rm(folder, { recursive: true, force: true })
})

const told: unknown[] = []
const tell = (about: unknown) => void told.push(about)

test(
  'every word comes out, in its order, and nothing else',
  async ({ skip }) => {
    if (!poppler) skip('pdftotext and pdfinfo are not here: install poppler-utils')
    const wanted = EFFORT > 1 ? [...documents.byId.keys()] : SAMPLE
    for (const id of wanted) {
      const document = documents.byId.get(id)
      if (!document) throw new Error(`There is no ${id}`)
      const path = await printed(document)
      const { title, tagged, pages } = await infoOf(path)
      expect([id, title, tagged]).toEqual([id, document.title, 'yes'])
      expect(pages).toBeGreaterThan(2)
      expect([id, ...differences(document, await textOf(path))]).toEqual([id])
    }
    expect(told).toEqual([])
  },
  TEST_MS * EFFORT,
)

async function printed(document: ProviderDocument): Promise<string> {
  const path = join(folder, `${document.id.replace('/', '-')}.printed`)
  const { stream } = await printer.print({ title: document.title, documents: [document] }, documents.images)
  await pipeline(stream, createWriteStream(path))
  return path
}

async function infoOf(path: string) {
  const { stdout } = await run('pdfinfo', ['-enc', 'UTF-8', path])
  const value = (key: string) => new RegExp(`^${key}:\\s*(.*)$`, 'm').exec(stdout)?.[1] ?? ''
  return { title: value('Title'), tagged: value('Tagged'), pages: Number(value('Pages')) }
}

/** Without headers, footers and blanks, since lines break anywhere. */
async function textOf(path: string): Promise<string> {
  const area = ['-r', '72', '-x', '0', '-y', '74', '-W', '595', '-H', '700']
  const { stdout } = await run('pdftotext', ['-raw', '-nopgbrk', '-enc', 'UTF-8', ...area, path, '-'], {
    maxBuffer: 64 * 1024 * 1024,
  })
  return squeezed(stdout)
}

const squeezed = (text: string): string => text.replaceAll(/\s+/g, '')

/** Marks of lists, names of call-outs, versions. */
const AROUND = /^(?:[•–]|\d+\.|Aviso|Importante|Consejo|Ejemplo|DesdelaversiónV\d{3})*$/

function differences({ introduction, sections }: ProviderDocument, text: string): string[] {
  const blocks = [...introduction, ...sections.flatMap((each) => [titleOf(each.title), ...each.blocks])]
  const titles = blocks.filter(({ kind }) => kind === 'heading').flatMap((each) => piecesOf([each]))
  // A table that continues on the next page repeats its header.
  const headers = blocks.flatMap((each) => (each.kind === 'table' ? [piecesOf([{ ...each, rows: [] }]).join('')] : []))
  const found: string[] = []
  let at = 0
  for (const title of titles.map(squeezed)) {
    const next = text.indexOf(title, at)
    if (next < 0) return [`not in the contents: ${title}`]
    at = next + title.length
  }
  at = text.indexOf(squeezed(piecesOf(introduction)[0] ?? ''), at)
  if (at < 0) return ['its beginning is missing']
  for (const piece of piecesOf(blocks).map(squeezed).filter(Boolean)) {
    const next = text.indexOf(piece, at)
    if (next < 0) {
      found.push(`missing: ${piece}`)
      continue
    }
    const between = text.slice(at, next)
    if (!AROUND.test(between) && !headers.map(squeezed).includes(between)) {
      found.push(`before “${piece.slice(0, 40)}”: ${between.slice(0, 200)}`)
    }
    at = next + piece.length
  }
  const rest = text.slice(at)
  return rest === '' ? found : [...found, `at the end: ${rest.slice(0, 200)}`]
}

const titleOf = (title: string): Block => ({ kind: 'heading', id: null, title, since: null })

/** The units of print: a paragraph, a heading, a cell. */
function piecesOf(blocks: readonly (Block | Shallow)[]): string[] {
  return blocks.flatMap((each) => {
    switch (each.kind) {
      case 'table':
        return [each.header, ...each.rows].flat().map((runs) => plainText([{ kind: 'paragraph', runs }]))
      case 'callout':
        return piecesOf(each.blocks)
      case 'list':
        return each.items.flatMap((item) => piecesOf(item))
      case 'image':
        return []
      case 'paragraph':
      case 'heading':
        return [plainText([each])]
    }
  })
}
