import { readFile, readdir, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { ProviderDocument } from '#domain/document.ts'
import type { Settings } from '#domain/settings.ts'
import { type FileProblem, type ReadFile, type Shelf, readDocument } from './document-file.ts'

/** The provider's documents at one moment. */
export interface Documents {
  /** By id, in the order of the files' names. */
  readonly byId: ReadonlyMap<string, ProviderDocument>
  /** The existing picture files by name. */
  readonly images: ReadonlyMap<string, string>
}

export interface Library {
  /** The current documents, checked at most once a second. It is the same object as long as nothing has changed. */
  documents(): Promise<Documents>
}

export interface LibraryOptions {
  /** The folder with `manuals/` (and its `images/`) and `versions/`. */
  readonly folder: string
  /** The values of `{{name}}` in a file, as they are now. */
  readonly placeholders: () => Readonly<Record<string, string>>
  /** All topics. */
  readonly topics: ReadonlySet<string>
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

const FOLDERS: Readonly<Record<Shelf, string>> = { manuales: 'manuals', versiones: 'versions' }
const LOOK_EVERY_MS = 1000
/** A file written a moment ago may be incomplete. Its predecessor is served until the file has settled. */
const SETTLED_MS = 250

interface Kept {
  readonly stamp: string
  readonly read: ReadFile
}

/** Reads all documents; later changes on the disk are served without a restart. */
export async function openLibrary(options: LibraryOptions): Promise<Library> {
  const { folder, placeholders, topics, log } = options
  const kept = new Map<string, Kept>()
  let told = new Set<string>()
  let documents: Documents = { byId: new Map(), images: new Map() }
  let imagesStamp = ''
  let looked = 0
  let looking: Promise<void> | undefined

  /** Reads every file except those written after an instant; returns whether there were any of these. */
  async function look(settled: number): Promise<boolean> {
    let changed = false
    let unsettled = false
    const found = new Set<string>()
    const values = placeholders()
    const named = JSON.stringify(values)
    for (const shelf of ['manuales', 'versiones'] as const) {
      for (const { path, stamp: ofFile, written } of await filesIn(join(folder, FOLDERS[shelf]), '.md')) {
        found.add(path)
        const stamp = `${ofFile} ${named}`
        if (kept.get(path)?.stamp === stamp) continue
        if (written > settled) {
          unsettled = true
          continue
        }
        const source = await readFile(path, 'utf8').catch(() => null)
        if (source === null) continue
        kept.set(path, { stamp, read: readDocument(shelf, basename(path, '.md'), source, values) })
        changed = true
      }
    }
    for (const path of kept.keys()) if (!found.has(path)) changed = kept.delete(path)
    const pictures = await filesIn(join(folder, FOLDERS.manuales, 'images'), '.png', '.jpg')
    const stamp = pictures.map((each) => each.stamp).join('\n')
    if (changed || stamp !== imagesStamp) {
      imagesStamp = stamp
      documents = assembled(pictures)
    }
    return unsettled
  }

  function assembled(pictures: readonly { path: string }[]): Documents {
    const files = [...kept].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([path, { read }]) => ({ path, read }))
    const documents = {
      byId: new Map(files.flatMap(({ read: { document } }) => (document ? [[document.id, document] as const] : []))),
      images: new Map(pictures.map(({ path }) => [basename(path), path])),
    }
    const problems = files.flatMap(({ path, read }) =>
      mistakesIn(path.slice(folder.length + 1), read, documents, topics),
    )
    for (const { fault, text } of problems) {
      if (told.has(text)) continue
      if (fault) log.error(`a document is not served: ${text}`)
      else log.warn(`a mistake in a document: ${text}`)
    }
    told = new Set(problems.map(({ text }) => text))
    return documents
  }

  await look(Number.POSITIVE_INFINITY)
  looked = Date.now()
  return {
    async documents() {
      const now = Date.now()
      if (now - looked >= LOOK_EVERY_MS) {
        looking ??= look(now - SETTLED_MS)
          .then((unsettled) => {
            looked = unsettled ? now - LOOK_EVERY_MS + SETTLED_MS : now
          })
          .catch((error: unknown) => {
            looked = now
            log.warn({ err: error }, 'the documents could not be read; the previous ones are served')
          })
          .finally(() => {
            looking = undefined
          })
        await looking
      }
      return documents
    },
  }
}

/** A file's problems: faults that keep it from being served, and links that lead nowhere. */
function mistakesIn(name: string, read: ReadFile, documents: Documents, topics: LibraryOptions['topics']) {
  const about = ({ line, message }: FileProblem) => `${name}:${line}: ${message}`
  return [
    ...read.faults.map((problem) => ({ fault: true, text: about(problem) })),
    ...dangling(read, documents, topics).map((problem) => ({ fault: false, text: about(problem) })),
  ]
}

/** The missing targets of a file's links. */
function dangling(read: ReadFile, { byId, images }: Documents, topics: LibraryOptions['topics']): FileProblem[] {
  return [
    ...read.topics
      .filter(({ topic }) => !topics.has(topic))
      .map(({ line, topic }) => ({ line, message: `no module has the topic “${topic}”` })),
    ...read.images
      .filter(({ name }) => !images.has(name))
      .map(({ line, name }) => ({ line, message: `there is no picture images/${name}` })),
    ...read.links
      .filter(({ document, section }) => !isThere(byId, document, section))
      .map(({ line, document, section }) => ({
        line,
        message: `the link leads nowhere: ${document}${section === null ? '' : `#${section}`}`,
      })),
  ]
}

/** The values of the provider's names in its documents. */
export const placeholdersOf = ({
  provider,
  product,
  assistant,
  contact,
}: Settings): ReturnType<LibraryOptions['placeholders']> => ({
  provider: provider.name,
  product: product.name,
  assistant: assistant.name,
  phone: contact.phone,
  email: contact.email,
})

/** Whether a document exists, and a section or subsection in it. */
export function isThere(byId: Documents['byId'], document: string, section: string | null): boolean {
  const found = byId.get(document)
  if (!found) return false
  return (
    section === null ||
    found.sections.some(
      ({ id, blocks }) => id === section || blocks.some((each) => each.kind === 'heading' && each.id === section),
    )
  )
}

/** The files of a folder by name; none when there is no folder. */
async function filesIn(folder: string, ...endings: readonly string[]) {
  const names = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  const files = await Promise.all(
    names
      .filter((name) => endings.includes(extname(name)) && !name.startsWith('.'))
      .toSorted()
      .map(async (name) => {
        const path = join(folder, name)
        const about = await stat(path).catch(() => null)
        if (!about?.isFile()) return []
        const stamp = `${name} ${about.mtimeMs} ${about.ctimeMs} ${about.size} ${about.ino}`
        // A copy may keep its source's modification time, so the change time counts, which the file system sets.
        return [{ path, stamp, written: about.ctimeMs }]
      }),
  )
  return files.flat()
}
