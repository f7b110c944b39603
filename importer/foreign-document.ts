import type { Block, Run } from '#domain/document.ts'

/** A foreign document's content as its reader found it, before it is fitted to the format of `docs/content.md`. */
export interface ForeignDocument {
  readonly title: string | null
  readonly summary: string | null
  /** The day of the last change, if the document says so. */
  readonly date: string | null
  readonly blocks: readonly ForeignBlock[]
  readonly notes: readonly Note[]
}

/** A report for the person who imports: something was dropped or guessed. */
export interface Note {
  readonly kind: 'lost' | 'assumed'
  /** Page, line or heading; empty for the whole document. */
  readonly place: string
  readonly message: string
}

/** Reported with words and place. Of many reports of a kind, the first are enough. */
export const LINKS_OUT = 'links out of the manual, which are plain text now'

export const MERGED_CELLS = 'merged cells of a table were parted: what reaches down stands in each row'

/** Text of one style, which may link to an anchor of the same document. */
export type ForeignRun = Omit<Run, 'link'> & { readonly target?: string }

export type Tone = Extract<Block, { kind: 'callout' }>['tone']

export type ForeignBlock =
  | { readonly kind: 'title'; readonly runs: readonly ForeignRun[] }
  | { readonly kind: 'heading'; readonly level: number; readonly runs: readonly ForeignRun[]; readonly place: string }
  | { readonly kind: 'paragraph'; readonly runs: readonly ForeignRun[] }
  /** A place that links of the document lead to. */
  | { readonly kind: 'anchor'; readonly name: string }
  | ForeignList
  | ForeignTable
  /** Set apart from the text around it. Without a tone, its first word may tell the kind. */
  | {
      readonly kind: 'aside'
      readonly tone: Tone | null
      readonly blocks: readonly ForeignBlock[]
      readonly place: string
    }
  | { readonly kind: 'image'; readonly alt: string; readonly bytes: Buffer; readonly place: string }

export interface ForeignList {
  readonly kind: 'list'
  readonly ordered: boolean
  readonly start: number
  readonly items: readonly (readonly ForeignBlock[])[]
  readonly place: string
}

export interface ForeignTable {
  readonly kind: 'table'
  /** Whether the document itself marks the first row as a header. */
  readonly hasHeader: boolean
  readonly align: readonly ('left' | 'center' | 'right')[]
  readonly rows: readonly (readonly (readonly ForeignRun[])[])[]
  readonly place: string
}

/** Whether words are the title of a table of contents: the portal makes its own. */
export const isContentsTitle = (words: string): boolean =>
  /^(?:[ií]ndice(?: (?:general|de (?:contenidos?|materias|figuras|tablas|ilustraciones|im[aá]genes)))?|contenidos?|contents|tabl[ae] (?:of|de) contents?|tabla de contenidos?)\P{L}*$/iu.test(
    words,
  )

/** «Figura 3. Alta», «Tabla N.º 2»: the caption of a picture or table, not a heading. */
export const isCaption = (words: string): boolean =>
  words.length < 200 &&
  /^(?:fig(?:ura|\.)?|ilustraci[oó]n|imagen|captura|gr[aá]fico|pantalla|figure|tabla|cuadro|table)\s*(?:n\.?\s?[°º]\s*)?[\d:.]/i.test(
    words,
  )

/** How many levels a heading's number has: two in «3.1 Alta». */
export const depthOf = (words: string): number | null =>
  /^(\d{1,2}(?:\.\d{1,2})*)\.?\s*[\p{L}¿¡“«"(]/u.exec(words)?.[1]?.split('.').length ?? null

/** A title for comparing: without leading numbers, spaces and marks. */
export const sameTitle = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^[\d.\s]+/, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

export const wordsOf = (runs: readonly ForeignRun[]): string =>
  runs
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim()
