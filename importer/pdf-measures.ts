import { depthOf, sameTitle } from './foreign-document.ts'
import { type Page, type Row, rounded, weightiest } from './pdf-rows.ts'

/** A heading as the bookmarks or the table of contents name it. */
export interface Title {
  readonly title: string
  readonly depth: number
}

/** Properties of the document as a whole; lengths in points. */
export interface Measures {
  /** The size of the text, and the distance between its lines. */
  readonly body: number
  readonly leading: number
  readonly title: ReadonlySet<Row>
  readonly covers: ReadonlySet<Page>
  /** Lines of the table of contents. */
  readonly contents: ReadonlySet<Row>
  /** Headings by their words, with their depth: from the bookmarks, else from the table of contents. */
  readonly outline: ReadonlyMap<string, number>
  readonly isOfContents: boolean
  /** Whether numbers such as «3.1» give the headings' depth. */
  readonly isNumbered: boolean
  /** The headings' sizes, from the largest. */
  readonly sizes: readonly number[]
  readonly leftEdges: ReadonlyMap<Page, number>
  /** The right end of the longest lines, for pages and columns of the same size. Short lines alone do not show it. */
  readonly rightEdges: ReadonlyMap<string, number>
  /** Words with a hyphen of their own, which keep it at the end of a line. */
  readonly hyphenated: ReadonlySet<string>
}

export function measured(rows: readonly Row[], bookmarks: readonly Title[]): Measures {
  const body = weightiest(rows.map(({ size, text }) => ({ value: size, weight: text.length })))
  const text = rows.filter((row) => isBodySize(row, body))
  const title = titleOf(rows, body)
  const covers = coversAmong(rows, body)
  const leftEdges = new Map<Page, number>()
  for (const { page, x } of rows) leftEdges.set(page, Math.min(x, leftEdges.get(page) ?? x))
  const rightEdges = new Map<string, number>()
  for (const { page, end } of text) {
    rightEdges.set(extentOf(page), Math.max(end, rightEdges.get(extentOf(page)) ?? 0))
  }
  const hyphenated = rows.flatMap((row) =>
    [...row.text.toLowerCase().matchAll(/\p{L}+-\p{L}+/gu)].map(([word]) => word),
  )
  return {
    body,
    leading: leadingOf(text, body),
    title,
    covers,
    ...outlineOf(rows, bookmarks),
    sizes: headingSizes(rows, { body, title, covers }),
    leftEdges,
    rightEdges,
    hyphenated: new Set(hyphenated),
  }
}

export const isBodySize = ({ size }: Row, body: number): boolean => Math.abs(size - body) < 0.08 * body
export const extentOf = ({ left, right }: Page): string => `${Math.round(left)} ${Math.round(right)}`
export const isBelow = (above: Row | undefined, row: Row): boolean =>
  above !== undefined && above.page === row.page && above.y > row.y && above.y - row.y < 2.2 * row.size

function leadingOf(text: readonly Row[], body: number): number {
  const gaps = text.flatMap((row, index) => {
    const above = text[index - 1]
    const gap = (above?.y ?? 0) - row.y
    return above?.page === row.page && gap > 0 && gap < 2.5 * body ? [{ value: gap, weight: 1 }] : []
  })
  return gaps.length > 0 ? weightiest(gaps) : 1.3 * body
}

/** The largest words of the document, if there are few and all on its first page. */
function titleOf(rows: readonly Row[], body: number): ReadonlySet<Row> {
  const size = Math.max(0, ...rows.map((row) => (/\p{L}{2}/u.test(row.text) ? rounded(row.size) : 0)))
  const largest = rows.filter((row) => rounded(row.size) === size)
  const isTitle = size > 1.12 * body && largest.length <= 4 && largest.every(({ page }) => page.number === 1)
  return new Set(isTitle ? largest : [])
}

/** Pages without text, such as chapter dividers; the first page counts even with a little. */
function coversAmong(rows: readonly Row[], body: number): ReadonlySet<Page> {
  const pages = Map.groupBy(rows, ({ page }) => page)
  if (pages.size === 1) return new Set()
  return new Set(
    [...pages].flatMap(([page, of]) => {
      const lines = of.filter((row) => isBodySize(row, body)).length
      return lines < (page.number === 1 ? 8 : 1) ? page : []
    }),
  )
}

/** Sizes above the text's, from the largest, without the title's and those of covers alone. */
function headingSizes(
  rows: readonly Row[],
  { body, title, covers }: Pick<Measures, 'body' | 'title' | 'covers'>,
): number[] {
  const larger = rows.filter((row) => row.size > 1.12 * body && /\p{L}{2}/u.test(row.text) && !title.has(row))
  const sizes = [...Map.groupBy(larger, ({ size }) => rounded(size))].flatMap(([size, of]) => {
    const pages = new Set(of.map(({ page }) => page))
    return [...pages].some((page) => !covers.has(page)) || pages.size > 2 ? size : []
  })
  return sizes.toSorted((a, b) => b - a)
}

/** Titles that the document itself lists, if most of them occur in the text. */
function outlineOf(
  rows: readonly Row[],
  bookmarks: readonly Title[],
): Pick<Measures, 'contents' | 'outline' | 'isOfContents' | 'isNumbered'> {
  const entries = contentsIn(rows)
  const contents = new Set(entries.flat())
  const texts = new Set(rows.filter((row) => !contents.has(row)).map(({ text }) => sameTitle(text)))
  const isUsable = (titles: readonly Title[]) => {
    const found = titles.filter(({ title }) => texts.has(sameTitle(title)))
    return found.length >= 2 && found.length >= 0.5 * titles.length
  }
  const isOfContents = !isUsable(bookmarks) && isUsable(titlesOf(entries))
  const titles = isOfContents ? titlesOf(entries) : isUsable(bookmarks) ? bookmarks : []
  const outline = new Map(titles.map(({ title, depth }) => [sameTitle(title), depth]))
  return { contents, outline, isOfContents, isNumbered: isOfContents && isNumbered(titles) }
}

/** The entries of the document's table of contents; a long one takes two lines. */
function contentsIn(rows: readonly Row[]): Row[][] {
  return rows.flatMap((row, index) => {
    const before = rows[index - 1]
    if (!isContentsLine(row)) return []
    const isOfBefore = before && !isContentsLine(before) && isBelow(before, row) && /^\p{Ll}/u.test(row.text)
    return [isOfBefore ? [before, row] : [row]]
  })
}

/** The titles in a table of contents: their depth follows from their number, or their indent. */
function titlesOf(contents: readonly (readonly Row[])[]): Title[] {
  const beginOf = ([first]: readonly Row[]) => Math.round((first?.x ?? 0) / 4)
  const begins = [...new Set(contents.map(beginOf))].toSorted((a, b) => a - b)
  const titles = contents.map((entry) => ({
    title: entry
      .map(({ text }) => text)
      .join(' ')
      .replace(/\s*(?:[.…·_]\s?){3,}.*$|\s+\d+$/, ''),
    depth: begins.indexOf(beginOf(entry)) + 1,
  }))
  if (!isNumbered(titles)) return titles
  return titles.map(({ title, depth }) => ({ title, depth: depthOf(title) ?? depth }))
}

const isNumbered = (titles: readonly Title[]): boolean => titles.some(({ title }) => (depthOf(title) ?? 0) > 1)

/** A line of a table of contents leads to a page and ends with its number. */
const isContentsLine = ({ text, parts }: Row): boolean => {
  if (/(?:[.…·_]\s?){4,}\s*(?:\d{1,4}|[ivxl]+)$/i.test(text)) return true
  const words = parts.flat()
  return words.every(({ target }) => target !== undefined) && parts.length > 1 && /\d$/.test(text)
}
