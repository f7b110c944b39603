import type { ClientArea } from '#domain/account.ts'
import { mayRead, plainText } from '#domain/document.ts'
import type { Documents } from '../manuals/library.ts'
import { type Passage, type PassageIndex, indexPassages } from './evidence.ts'

/** A section of a manual or of a note on a version. */
export interface ManualPassage extends Passage {
  /** Such as `manuales/tesoreria`. */
  readonly document: string
  readonly documentTitle: string
  readonly section: string
  readonly sectionTitle: string
  /** Its address on the reading screen. */
  readonly href: string
  /** The version from which it holds; null: always. */
  readonly since: string | null
}

/**
 * The product line of a question: the one it names, else its topic's (which `consult` knows), else the main line if the
 * reader has it. APPS belong to the main line; BC is a line of its own.
 */
export function lineAsked(question: string, topic: string | undefined, areas: readonly ClientArea[]) {
  if (NAMES_BC.test(question)) return 'aspro'
  return topic === undefined && areas.includes('main') ? 'main' : undefined
}

const NAMES_BC = /\b(?:bc|business\s+central|aspro|navision)\b/iu

const indexes = new WeakMap<Documents, Map<string, Promise<PassageIndex<ManualPassage>>>>()

/** The prepared sections for readers with these areas, made once per state of the documents and shared. */
export function manualIndex(documents: Documents, areas: readonly ClientArea[]): Promise<PassageIndex<ManualPassage>> {
  const ofState = indexes.get(documents) ?? new Map<string, Promise<PassageIndex<ManualPassage>>>()
  indexes.set(documents, ofState)
  // One index for each set of areas: not even a word of other areas shows through.
  const key = areas.toSorted().join(' ')
  const made = ofState.get(key) ?? indexPassages(manualPassages(documents, areas))
  ofState.set(key, made)
  return made
}

/** The sections that readers with these areas may read, in the order of the documents. */
export function manualPassages({ byId }: Documents, areas: readonly ClientArea[]): ManualPassage[] {
  return [...byId.values()]
    .filter((document) => mayRead(document, areas))
    .flatMap((document) =>
      document.sections.map((section) => ({
        id: `${document.id}#${section.id}`,
        title: `${document.title} › ${section.title}`,
        text: plainText(section.blocks),
        blocks: section.blocks,
        asked: section.asked,
        line: document.area === null ? undefined : document.area === 'aspro' ? 'aspro' : 'main',
        module: section.topics[0] ?? document.topics[0],
        document: document.id,
        documentTitle: document.title,
        section: section.id,
        sectionTitle: section.title,
        href: `/public/${document.id}#${section.id}`,
        since: section.since ?? document.since,
        isSecondary: document.release !== null,
      })),
    )
}
