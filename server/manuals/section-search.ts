import MiniSearch from 'minisearch'
import { type ProviderDocument, type Section, plainText } from '#domain/document.ts'
import type { Documents } from './library.ts'
import { formsOf, wordsIn } from './word-forms.ts'

export interface Hit {
  readonly document: ProviderDocument
  readonly section: Section
  /** The best passage, cut into matching and other pieces. */
  readonly excerpt: readonly { readonly text: string; readonly hit: boolean }[]
}

export interface Search {
  /** The best sections, the best first. Sections marked as put back rank below equally good ones. */
  find(text: string, about: SearchOptions): Hit[]
}

interface SearchOptions {
  readonly isWanted: (document: ProviderDocument) => boolean
  readonly isPutBack: (document: ProviderDocument, section: Section) => boolean
}

const MAX_HITS = 20
const EXCERPT_LENGTH = 220
const LEAD = 40

interface Indexed {
  readonly id: string
  readonly title: string
  readonly manual: string
  readonly text: string
}

const indexes = new WeakMap<Documents, Promise<Search>>()

/** The index of all sections, made once for each state of the documents. */
export function searchIn(documents: Documents): Promise<Search> {
  const made = indexes.get(documents) ?? indexed(documents)
  indexes.set(documents, made)
  return made
}

async function indexed({ byId }: Documents): Promise<Search> {
  const places = new Map<string, { document: ProviderDocument; section: Section; text: string }>()
  const sections: Indexed[] = []
  for (const document of byId.values()) {
    for (const section of document.sections) {
      const text = plainText(section.blocks)
      const id = `${document.id}#${section.id}`
      places.set(id, { document, section, text })
      sections.push({ id, title: section.title, manual: document.title, text })
    }
  }
  const index = new MiniSearch<Indexed>({
    fields: ['title', 'manual', 'text'],
    tokenize: wordsIn,
    processTerm: termsOf,
  })
  // A few at a time, so that other requests are answered meanwhile.
  await index.addAllAsync(sections, { chunkSize: 5 })
  const placeOf = (id: unknown) => {
    const place = places.get(String(id))
    if (!place) throw new Error(`The index has a section that does not exist: ${String(id)}`)
    return place
  }
  return {
    find: (text, { isWanted, isPutBack }) =>
      index
        .search(text, {
          processTerm: termsOf,
          boost: { title: 3, manual: 1.5 },
          prefix: (term) => term.length > 2,
          // Words forgive a typing error. Words with digits do not, because a changed number means another thing.
          fuzzy: (term) => (term.length > 4 && !/\d/.test(term) ? 0.2 : false),
          weights: { prefix: 0.4, fuzzy: 0.25 },
          filter: ({ id }) => isWanted(placeOf(id).document),
          boostDocument: (id) => (isPutBack(placeOf(id).document, placeOf(id).section) ? 0.5 : 1),
        })
        .slice(0, MAX_HITS)
        .map(({ id, terms }) => {
          const { document, section, text: whole } = placeOf(id)
          return { document, section, excerpt: excerptOf(whole, new Set(terms)) }
        }),
  }
}

/** The word itself, for typing errors, and its stem. */
function termsOf(word: string): string[] | null {
  const { plain, stem } = formsOf(word)
  return stem === null ? null : stem === plain ? [plain] : [plain, stem]
}

/** The window of a text with the most different matches. */
function excerptOf(text: string, terms: ReadonlySet<string>): Hit['excerpt'] {
  const found = [...text.matchAll(/[\p{L}\p{N}]+/gu)].flatMap(({ 0: word, index }) => {
    const form = termsOf(word)?.find((each) => terms.has(each))
    return form === undefined ? [] : [{ form, from: index, to: index + word.length }]
  })
  let best = { from: 0, score: 0 }
  for (const [position, { from }] of found.entries()) {
    const within = found.slice(position).filter(({ to }) => to <= from + EXCERPT_LENGTH - LEAD)
    const score = new Set(within.map(({ form }) => form)).size + within.length / 100
    if (score > best.score) best = { from, score }
  }
  const from = startOfWord(text, Math.min(best.from - LEAD, text.length - EXCERPT_LENGTH))
  const to = endOfWord(text, from + EXCERPT_LENGTH)
  const pieces: { text: string; hit: boolean }[] = []
  let at = from
  for (const each of found.filter((one) => one.from >= from && one.to <= to)) {
    if (each.from > at) pieces.push({ text: text.slice(at, each.from), hit: false })
    pieces.push({ text: text.slice(each.from, each.to), hit: true })
    at = each.to
  }
  if (at < to) pieces.push({ text: text.slice(at, to), hit: false })
  const open = [{ text: '… ', hit: false }]
  const close = [{ text: ' …', hit: false }]
  return [...(from > 0 ? open : []), ...pieces, ...(to < text.length ? close : [])].map((piece) => ({
    ...piece,
    text: piece.text.replaceAll(/\s+/g, ' '),
  }))
}

function startOfWord(text: string, near: number): number {
  if (near <= 0) return 0
  const space = text.slice(0, near).search(/\s\S*$/)
  return space < 0 ? 0 : space + 1
}

function endOfWord(text: string, near: number): number {
  if (near >= text.length) return text.length
  const space = text.slice(0, near).search(/\s\S*$/)
  return space <= 0 ? near : space
}
