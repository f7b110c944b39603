import type { ClientArea } from '#domain/account.ts'
import { type Block, type ProviderDocument, type Run, type Section, isLater } from '#domain/document.ts'
import type { Delivered, DeliveredState, DeliveredWork } from '../incidents/delivered-work.ts'
import type { Documents } from './library.ts'

interface Reader {
  /** The installed version. */
  readonly version: string
  readonly areas: readonly ClientArea[]
  /** The topics of the reader's modules. */
  readonly topics: ReadonlySet<string>
}

/** A version for one reader: the work delivered to them, then the notes about their modules. */
export interface ChangedVersion extends DeliveredWork {
  readonly version: string
  readonly date: string
  readonly notes: readonly ProviderDocument[]
}

/** The versions of the main application after the installed one, the newest first. */
export const laterVersions = (documents: Documents, { version, areas }: Pick<Reader, 'version' | 'areas'>): string[] =>
  areas.includes('main') ? [...new Set(laterNotes(documents, version).map(versionOf))] : []

/**
 * The changes for a reader since the installed version, the newest first. For each later version: the work delivered to
 * them, and the sections of its notes about the reader's modules, or about none in particular.
 * @param work delivered with `laterVersions`
 */
export function changesFor(documents: Documents, reader: Reader, work: DeliveredWork): ChangedVersion[] {
  const notes = laterNotes(documents, reader.version)
  return laterVersions(documents, reader)
    .map((version) => {
      const all = notes.filter((note) => versionOf(note) === version)
      const isOfVersion = (each: Delivered<string>) => each.version === version
      return {
        version,
        date: all[0]?.date ?? '',
        incidents: work.incidents.filter(isOfVersion),
        developments: work.developments.filter(isOfVersion),
        notes: all.map((note) => concerning(note, reader)).filter(({ sections }) => sections.length > 0),
      }
    })
    .filter((changed) => changed.notes.length + changed.incidents.length + changed.developments.length > 0)
}

/** The same as printable documents; in Spanish, as all documents are. */
export function printedChanges({ byId }: Documents, changes: readonly ChangedVersion[]): ProviderDocument[] {
  return changes.flatMap(({ version, notes, ...work }) => {
    const own = ownSection(work)
    const [first, ...more] = notes
    if (first) return [{ ...first, sections: [...own, ...first.sections] }, ...more]
    const note = mainChanges({ byId }).find((each) => versionOf(each) === version)
    return note ? [{ ...note, introduction: [], sections: own }] : []
  })
}

/** The newest version of the main application that has notes. */
export const newestVersion = (documents: Pick<Documents, 'byId'>): string | null =>
  mainChanges(documents)[0]?.release?.version ?? null

const laterNotes = (documents: Pick<Documents, 'byId'>, installed: string): ProviderDocument[] =>
  mainChanges(documents).filter((note) => isLater(versionOf(note), installed))

const mainChanges = ({ byId }: Pick<Documents, 'byId'>): ProviderDocument[] =>
  [...byId.values()]
    .filter(({ release }) => release?.line === 're' && release.kind === 'changes')
    .toSorted((a, b) => versionOf(b).localeCompare(versionOf(a)) || (a.id < b.id ? -1 : 1))

const versionOf = ({ release }: ProviderDocument): string => release?.version ?? ''

const concerning = (note: ProviderDocument, { topics }: Reader): ProviderDocument => ({
  ...note,
  sections: note.sections.filter(
    (section) => section.topics.length === 0 || section.topics.some((topic) => topics.has(topic)),
  ),
})

function ownSection({ incidents, developments }: DeliveredWork): Section[] {
  const blocks = [
    ...(incidents.length > 0 ? [title('Incidencias'), table(incidents)] : []),
    ...(developments.length > 0 ? [title('Desarrollos a medida'), table(developments)] : []),
  ]
  if (blocks.length === 0) return []
  return [{ id: 'propio', title: 'Sus incidencias y desarrollos', since: null, programs: [], topics: [], blocks }]
}

const title = (text: string): Block => ({ kind: 'heading', id: null, title: text, since: null })

const table = (work: readonly Delivered<DeliveredState>[]): Block => ({
  kind: 'table',
  align: ['left', 'left', 'left'],
  header: ['Número', 'Descripción', 'Estado'].map(cell),
  rows: work.map((each) => [cell(String(each.number)), cell(each.title), cell(STATES[each.shownState])]),
})

const cell = (text: string): Run[] => [{ text }]

const STATES: Record<DeliveredState, string> = {
  delivered: 'Entregado',
  'installed-in-test': 'Instalado BD pruebas',
  'installed-in-production': 'Instalado BD real',
}
