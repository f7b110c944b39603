// `npm run manuals:import -- FILES`: turns Word documents, PDFs and web pages into manuals in the format of docs/content.md, and
// reports what it could not read or had to guess.
import { mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import type { ClientArea } from '#domain/account.ts'
import { type ProviderDocument, plainText } from '#domain/document.ts'
import { isSoundArchive } from '#server/http/office-archive.ts'
import { readEnvironment } from '#server/env.ts'
import { readDocument } from '#server/manuals/document-file.ts'
import { readModules } from '#server/provider-settings.ts'
import { readDocx } from '#importer/docx-file.ts'
import { fitted, slugOf } from '#importer/fitting.ts'
import type { ForeignDocument, Note } from '#importer/foreign-document.ts'
import { decodeHtml, readHtml } from '#importer/html-file.ts'
import { decoded } from '#importer/html-tree.ts'
import { written } from '#importer/markdown.ts'
import { readPdf } from '#importer/pdf-file.ts'
import { type Picture, asPicture } from '#importer/picture-bytes.ts'

const USAGE = `Usage: npm run manuals:import -- FILES [--area RE|APPS|ASPRO|todas] [--group "Gestión económica"]
         [--topics contabilidad,impuestos] [--since V030] [--out FOLDER] [--force]
FILES: .docx, .pdf, .html. Without --area it is RE, without --group “Sin clasificar”. --force replaces what is there.`

const AREAS: Readonly<Record<string, ClientArea | null>> = { RE: 'main', APPS: 'apps', ASPRO: 'aspro', todas: null }
const MAX_BYTES = 100 * 1024 * 1024

/** The reason why a file cannot be imported, in one sentence. */
class Refusal extends Error {}

const { files, area, group, topics, since, out, force, assumed } = await readArguments()
const made = new Map<string, string>()
for (const file of files) {
  try {
    await importManual(file)
  } catch (error) {
    console.error(`${file}: ${error instanceof Refusal ? error.message : `could not be read: ${String(error)}`}`)
    process.exitCode = 1
  }
}

async function importManual(file: string): Promise<void> {
  const about = await stat(file).catch(() => null)
  if (!about?.isFile()) throw new Refusal('there is no such file')
  if (about.size > MAX_BYTES) throw new Refusal(`larger than ${MAX_BYTES / 1024 / 1024} MB`)
  const fileName = basename(file, extname(file))
  const slug = slugOf(fileName)
  if (slug === '') throw new Refusal('its name has no letter for an id: rename it')
  const target = join(out, `${slug}.md`)
  const twin = made.get(target)
  if (twin !== undefined) throw new Refusal(`${twin} became ${shown(target)}: rename one of the two`)
  await insistOnFree(target)
  const foreign = await read(file)
  const changed = foreign.date ?? about.mtime.toISOString().slice(0, 10)
  const { document, images, notes } = fitted(foreign, { slug, fileName, group, area, topics, since, date: changed })
  if (document.sections.length === 0) {
    print(file, notes)
    throw new Refusal('there is nothing in it that could be read')
  }
  const folder = join(out, 'images')
  for (const name of images.keys()) await insistOnFree(join(folder, name))

  const source = written(document)
  const flag = force ? 'w' : 'wx'
  if (images.size > 0) await mkdir(folder, { recursive: true })
  await mkdir(out, { recursive: true })
  for (const [name, bytes] of images) await writeFile(join(folder, name), bytes, { flag })
  await writeFile(target, source, { flag })
  made.set(target, file)
  const undated = foreign.date === null ? ['the document has no date: the day of its file was taken'] : []
  const told = [...assumed, ...undated].map((message): Note => ({ kind: 'assumed', place: '', message }))
  const count = `sections: ${document.sections.length}, pictures: ${images.size}`
  print(`${file} → ${shown(target)} (${count}, updated: ${changed})`, [...notes, ...told])
  if (!isSound(target, source, document)) process.exitCode = 1
}

async function insistOnFree(path: string): Promise<void> {
  if (force) return
  if (await stat(path).catch(() => null)) throw new Refusal(`${shown(path)} is there already: --force replaces it`)
}

async function read(file: string): Promise<ForeignDocument> {
  const bytes = await readFile(file)
  switch (extname(file).toLowerCase()) {
    case '.docx':
      if (!(await isSoundArchive(file, 'docx')))
        throw new Refusal('it is no Word document, holds another archive or unpacks to too much')
      return readDocx(bytes)
    case '.pdf':
      return readPdf(bytes).catch((error: unknown) => {
        const name = error instanceof Error ? error.name : ''
        if (name === 'PasswordException') throw new Refusal('it is locked with a password')
        throw name === 'InvalidPDFException' ? new Refusal('it is no PDF, or a damaged one') : error
      })
    case '.html':
    case '.htm':
      return readHtml(decodeHtml(bytes), {
        places: 'line',
        fileName: basename(file),
        picture: (address) => pictureBeside(file, address),
      })
    default:
      throw new Refusal('only .docx, .pdf and .html can be read; save a .doc or .odt as .docx first')
  }
}

/** A picture embedded in the page, or in its folder or below; nothing is fetched. */
async function pictureBeside(file: string, address: string): Promise<Picture> {
  const [, coded] = /^data:[^,]*;base64,(.*)$/s.exec(address) ?? []
  if (coded !== undefined) return asPicture(Buffer.from(coded, 'base64'))
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(address)) return { problem: 'it is not on this machine' }
  const folder = await realpath(dirname(file))
  const path = await realpath(resolve(folder, decoded(address.replace(/[?#].*$/, '')))).catch(() => null)
  if (path === null || !(await stat(path)).isFile()) return { problem: 'there is no such file' }
  // A foreign page could name any picture of this machine.
  if (!path.startsWith(`${folder}${sep}`)) return { problem: 'it lies outside the folder of the page' }
  return asPicture(await readFile(path))
}

/** A note about several places is printed once. */
function print(title: string, notes: readonly Note[]): void {
  console.log(title)
  for (const [kind, heading] of [
    ['lost', 'Not taken over:'],
    ['assumed', 'Assumed, to be looked at:'],
  ] as const) {
    const places = Map.groupBy(
      notes.filter((note) => note.kind === kind),
      ({ message }) => message,
    )
    if (places.size > 0) console.log(`  ${heading}`)
    for (const [message, told] of places) {
      const where = [...new Set(told.flatMap(({ place }) => (place === '' ? [] : [place])))]
      const more = where.length > 8 ? ` and ${where.length - 8} more` : ''
      console.log(harmless(`  - ${message}${where.length > 0 ? ` (${where.slice(0, 8).join(', ')}${more})` : ''}`))
    }
  }
}

/** Makes the document's words safe to print: they must not control the terminal. */
function harmless(line: string): string {
  // oxlint-disable-next-line no-control-regex -- these are removed
  return line.replaceAll(/[\0-\x1f\x7f-\x9f]/g, '')
}

/** Reads the result as the portal will, and compares. */
function isSound(path: string, source: string, document: ProviderDocument): boolean {
  const placeholders = { product: '', provider: '', assistant: '', phone: '', email: '' }
  const { document: found, faults } = readDocument('manuales', basename(path, '.md'), source, placeholders)
  for (const { line, message } of faults) console.error(`${shown(path)}:${line}: ${message}`)
  const different = found?.sections.filter(
    ({ title, blocks }, index) =>
      title !== document.sections[index]?.title || plainText(blocks) !== plainText(document.sections[index].blocks),
  )
  for (const { title } of different ?? [])
    console.error(`${shown(path)}: “${title}” does not read as it was: compare it`)
  return faults.length === 0 && different?.length === 0
}

function shown(path: string): string {
  return relative(process.cwd(), path) || path
}

async function readArguments() {
  const text = { type: 'string' } as const
  const options = { area: text, group: text, topics: text, since: text, out: text, force: { type: 'boolean' } } as const
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const { area = 'RE', group = 'Sin clasificar', since = null, out, force = false } = values
    const topics = (values.topics ?? '').split(',').flatMap((topic) => topic.trim() || [])
    const { contentFolder } = readEnvironment()
    const modules = await readModules(contentFolder)
    const unknown = topics.filter((topic) => !modules.some((module) => module.topic === topic))
    if (unknown.length > 0) throw new Error(`no module has the topic ${unknown.join(', ')}`)
    if (!Object.hasOwn(AREAS, area)) throw new Error(`${area} is not an area`)
    if (since !== null && !/^V\d{3}$/.test(since)) throw new Error(`${since} is not a version such as V030`)
    if (positionals.length === 0) throw new Error('name at least one file')
    const assumed = [
      ...(values.area === undefined ? ['no --area was given: RE'] : []),
      ...(values.group === undefined ? [`no --group was given: “${group}”`] : []),
    ]
    const folder = out ?? join(contentFolder, 'manuals')
    return { files: positionals, area: AREAS[area] ?? null, group, topics, since, out: folder, force, assumed }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : ''}\n${USAGE}`)
    return process.exit(1)
  }
}
