import type { ClientArea } from '#domain/account.ts'
import { type ProviderDocument, isLater } from '#domain/document.ts'
import type { Documents } from './library.ts'

interface Reader {
  /** The version that is installed. */
  readonly version: string
  readonly areas: readonly ClientArea[]
  /** Those of the modules that the reader has. */
  readonly topics: ReadonlySet<string>
}

/**
 * What changed for a reader since the installed version: the notes on later versions, the newest first, each with those
 * of its sections that are about the reader's modules, or about none in particular.
 */
export function changesFor({ byId }: Documents, { version, areas, topics }: Reader): ProviderDocument[] {
  if (!areas.includes('main')) return []
  return mainChanges(byId)
    .filter(({ release }) => isLater(release?.version ?? null, version))
    .map((note) => ({
      ...note,
      sections: note.sections.filter(
        (section) => section.topics.length === 0 || section.topics.some((topic) => topics.has(topic)),
      ),
    }))
    .filter(({ sections }) => sections.length > 0)
}

/** The newest version of the main application that something is written about. */
export const newestVersion = ({ byId }: Documents): string | null => mainChanges(byId)[0]?.release?.version ?? null

const mainChanges = (byId: Documents['byId']): ProviderDocument[] =>
  [...byId.values()]
    .filter(({ release }) => release?.line === 're' && release.kind === 'changes')
    .toSorted((a, b) => (b.release?.version ?? '').localeCompare(a.release?.version ?? '') || (a.id < b.id ? -1 : 1))
