import * as z from 'zod/mini'
import type { ClientArea } from './account.ts'

/** The target of a link between documents: a document, and a section of it or its beginning. */
const link = z.object({ document: z.string(), section: z.nullable(z.string()) })

/** Text in one style. A sentence is a flat list of runs. */
const run = z.object({
  text: z.string(),
  strong: z.optional(z.boolean()),
  emphasis: z.optional(z.boolean()),
  code: z.optional(z.boolean()),
  link: z.optional(link),
})
const runs = z.array(run)

const paragraph = z.object({ kind: z.literal('paragraph'), runs })
/** A picture on its own line, by file name; the text describes it for people who cannot see it. */
const image = z.object({ kind: z.literal('image'), name: z.string(), alt: z.string() })

const listOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ kind: z.literal('list'), ordered: z.boolean(), start: z.int(), items: z.array(z.array(item)) })
const innerList = listOf(z.union([paragraph, image]))
const list = listOf(z.union([paragraph, image, innerList]))

const table = z.object({
  kind: z.literal('table'),
  align: z.array(z.enum(['left', 'center', 'right'])),
  header: z.array(runs),
  rows: z.array(z.array(runs)),
})
const callout = z.object({
  kind: z.literal('callout'),
  tone: z.enum(['notice', 'important', 'tip', 'example']),
  blocks: z.array(z.union([paragraph, image, innerList])),
})
/** The beginning of a part of a section. */
const heading = z.object({
  kind: z.literal('heading'),
  id: z.nullable(z.string()),
  title: z.string(),
  since: z.nullable(z.string()),
})

/** The parts of a section. */
export const block = z.union([paragraph, heading, list, table, callout, image])

export type Link = z.infer<typeof link>
export type Run = z.infer<typeof run>
export type Block = z.infer<typeof block>

export interface Section {
  readonly id: string
  readonly title: string
  /** The first version it applies to; null for all. */
  readonly since: string | null
  /** Codes of the application's programs that it explains. */
  readonly programs: readonly string[]
  readonly topics: readonly string[]
  /** Questions in readers' own words, separated by semicolons; never shown. */
  readonly asked?: string
  readonly blocks: readonly Block[]
}

/** A product line with versions of its own. */
export type ProductLine = 're' | 'bc2016' | 'bc365'

/** A document for every client with its area: a manual, or a version's note. */
export interface ProviderDocument {
  /** Such as `manuales/contabilidad`. */
  readonly id: string
  readonly title: string
  readonly group: string
  /** The area whose clients may read it; null: all may. */
  readonly area: ClientArea | null
  readonly topics: readonly string[]
  readonly summary: string
  /** Its last change; of a note, the day of the version. */
  readonly date: string
  readonly since: string | null
  readonly release: Release | null
  readonly introduction: readonly Block[]
  readonly sections: readonly Section[]
}

/** The version and kind of a note. */
export interface Release {
  readonly line: ProductLine
  readonly version: string
  readonly kind: 'manual' | 'changes' | 'model'
}

export const mayRead = ({ area }: Pick<ProviderDocument, 'area'>, areas: readonly ClientArea[]): boolean =>
  area === null || areas.includes(area)

const MAIN_VERSION = /^V\d{3}$/

/** A version of the main application, `V031`, or its service release such as `V031.4`, which has no note. */
export const isVersionOrRelease = (version: string): boolean => /^V\d{3}(?:\.\d{1,2})?$/.test(version)

/** Whether something came later than the installed version; false unless both are versions of the main application. */
export const isLater = (since: string | null, installed: string): boolean =>
  since !== null && MAIN_VERSION.test(since) && isVersionOrRelease(installed) && since > installed

/** The text of blocks, one line for each paragraph, heading and row. */
export function plainText(blocks: readonly Block[]): string {
  return blocks.map(wordsOf).join('\n')
}

/** Blocks with links only to documents that the reader may read; other links keep their words. */
export function withLinks(blocks: readonly Block[], mayFollow: (link: Link) => boolean): Block[] {
  const kept = (runs: readonly Run[]): Run[] =>
    runs.map(({ link, ...run }) => (link && mayFollow(link) ? { ...run, link } : run))
  const leaf = (inner: Leaf): Leaf => (inner.kind === 'paragraph' ? { ...inner, runs: kept(inner.runs) } : inner)
  const shallow = (inner: Shallow): Shallow =>
    inner.kind === 'list' ? { ...inner, items: inner.items.map((item) => item.map(leaf)) } : leaf(inner)
  return blocks.map((each) => {
    switch (each.kind) {
      case 'heading':
        return each
      case 'table':
        return { ...each, header: each.header.map(kept), rows: each.rows.map((row) => row.map(kept)) }
      case 'callout':
        return { ...each, blocks: each.blocks.map(shallow) }
      case 'list':
        return { ...each, items: each.items.map((item) => item.map(shallow)) }
      case 'paragraph':
      case 'image':
        return leaf(each)
    }
  })
}

export type Leaf = Extract<Block, { kind: 'paragraph' | 'image' }>
/** The blocks that a list or call-out may contain. */
export type Shallow = Extract<Block, { kind: 'callout' }>['blocks'][number]

const words = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('')

function wordsOf(each: Block | Shallow): string {
  switch (each.kind) {
    case 'paragraph':
      return words(each.runs)
    case 'heading':
      return each.title
    case 'image':
      return each.alt
    case 'table':
      return [each.header, ...each.rows].map((row) => row.map(words).join(' · ')).join('\n')
    case 'callout':
      return each.blocks.map(wordsOf).join('\n')
    case 'list':
      return each.items.map((item) => item.map(wordsOf).join('\n')).join('\n')
  }
}
