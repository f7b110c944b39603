import { createHash } from 'node:crypto'
import { type ForeignBlock, type ForeignRun, type ForeignTable, type Note, wordsOf } from './foreign-document.ts'

/** Words as they stand on a page: lengths in points, from the left and from below. */
export interface Word {
  readonly text: string
  readonly x: number
  readonly end: number
  readonly y: number
  readonly size: number
  readonly strong: boolean
  readonly emphasis: boolean
  readonly code: boolean
  /** `page 3 at 700`, where a link leads. */
  readonly target?: string
}

export interface PlacedPicture {
  readonly png: Buffer
  readonly x: number
  readonly top: number
  readonly bottom: number
  readonly wide: number
  readonly high: number
}

export interface Page {
  readonly number: number
  readonly left: number
  readonly bottom: number
  readonly right: number
  readonly top: number
  readonly words: readonly Word[]
  readonly pictures: readonly PlacedPicture[]
}

/** What stands on one height; between its parts is more room than between words. */
interface Row {
  readonly page: Page
  readonly parts: readonly (readonly Word[])[]
  readonly text: string
  readonly x: number
  readonly end: number
  readonly y: number
  readonly size: number
  readonly strong: boolean
}

type Line = { readonly row: Row } | { readonly picture: PlacedPicture; readonly page: Page }

/** Makes headings, paragraphs, lists and tables of words on pages. */
export function blocksOf(
  pages: readonly Page[],
  outline: readonly { readonly title: string; readonly depth: number }[],
): { blocks: ForeignBlock[]; notes: Note[] } {
  const notes: Note[] = []
  const rows = pages.map((page) => rowsOf(page, page.words))
  const kept = withoutRunning(rows, notes)
  const lines = pages.flatMap((page, index) =>
    withPictures(page, inColumns(page, kept[index] ?? [], notes), pages, notes),
  )
  const blocks = new Layout(lines, outline, notes).blocks()
  return { blocks, notes }
}

const BULLET = /^[•◦▪‣●○■□➢➤✓✔❖»·–—\uE000-\uF8FF-]\s+/
const NUMBER = /^(\d{1,2})[.)]\s+(?=\S)/
const LETTER = /^([a-z])[.)]\s+(?=\S)/

/** The rows of words from the top; what stands a little higher, such as the mark of a note, is of its row. */
function rowsOf(page: Page, words: readonly Word[]): Row[] {
  const rows: Word[][] = []
  for (const word of words.toSorted((a, b) => b.y - a.y || a.x - b.x)) {
    const row = rows.findLast(([first]) => first && Math.abs(first.y - word.y) < 0.45 * Math.max(first.size, word.size))
    if (row) row.push(word)
    else rows.push([word])
  }
  return rows.map((row) =>
    rowOf(
      page,
      row.toSorted((a, b) => a.x - b.x),
    ),
  )
}

function rowOf(page: Page, found: readonly Word[]): Row {
  const size = weightiest(found.map(({ size, text }) => ({ value: size, weight: text.length })))
  const y = found.find((word) => word.size >= size * 0.9)?.y ?? found[0]?.y ?? 0
  const words = found.map((word) => {
    const { target: _, ...mark } = word
    const isMark = word.size < 0.8 * size && word.y > y + 0.15 * size && /^\d+$/.test(word.text.trim())
    return isMark
      ? { ...mark, text: word.text.trim().replaceAll(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit))) }
      : word
  })
  const parts: Word[][] = []
  for (const word of words) {
    const last = parts.at(-1)?.at(-1)
    if (last && word.x - last.end < 1.4 * size) parts.at(-1)?.push(word)
    else parts.push([word])
  }
  return {
    page,
    parts,
    text: parts.map((part) => textOf(part)).join(' '),
    x: Math.min(...words.map(({ x }) => x)),
    end: Math.max(...words.map(({ end }) => end)),
    y,
    size,
    strong: words.every(({ strong, text }) => strong || !/[\p{L}\p{N}]/u.test(text)),
  }
}

const textOf = (words: readonly Word[]): string => wordsOf(runsOf(words))

function runsOf(words: readonly Word[]): ForeignRun[] {
  return words.map(({ text, x, size, strong, emphasis, code, target }, index) => {
    const before = words[index - 1]
    const apart = before && x - before.end > 0.13 * size ? ' ' : ''
    const style = { ...(strong && { strong }), ...(emphasis && { emphasis }), ...(code && { code }) }
    return { ...style, ...(target !== undefined && { target }), text: apart + text }
  })
}

/** What comes again on page after page at the top or at the bottom, and the numbers of pages. */
function withoutRunning(pages: readonly (readonly Row[])[], notes: Note[]): Row[][] {
  const edges = pages.map((rows) => rows.filter((row) => edgeOf(row) < 0.2))
  const often = Math.max(2, 0.4 * pages.length)
  const keys = counted(edges.map((rows) => rows.map(runningKey)))
  const inPlace = (row: Row) => `${runningKey(row)} ${rounded(row.y)}`
  const places = counted(edges.map((rows) => rows.map(inPlace)))
  // At the height of a header stand headers alone: where sentences stand too, the text begins.
  const isHeightOfRunning = (row: Row): boolean => {
    const there = edges.flat().filter(({ y }) => rounded(y) === rounded(row.y))
    const again = there.filter((each) => (keys.get(runningKey(each)) ?? 0) >= 2 || offsetsIn(each).length > 0)
    return there.length >= Math.max(3, 0.4 * pages.length) && again.length >= 0.8 * there.length
  }
  // A number that grows with the pages is theirs, whatever stands beside it.
  const offsets = counted(edges.map((rows) => rows.flatMap(offsetsIn)))
  const told = new Map<string, string>()
  const kept = pages.map((rows, index) =>
    rows.filter((row) => {
      if (!edges[index]?.includes(row)) return true
      const times = keys.get(runningKey(row)) ?? 0
      const isInPlace = isHeightOfRunning(row)
      const isNumbered = offsetsIn(row).some((offset) => (offsets.get(offset) ?? 0) >= Math.max(3, often))
      const isOutermost = edgeOf(row) < 0.13
      const isOften = (places.get(inPlace(row)) ?? 0) >= often
      const isOfChapter = isOutermost && isInPlace && ((times >= 3 && row.text.length < 80) || isNumbered)
      const isRunning = (isOften && (isOutermost || isInPlace)) || isOfChapter
      const isNumber = IS_PAGE_NUMBER.test(row.text) && isOutermost && (row === rows[0] || row === rows.at(-1))
      if (isRunning && !IS_PAGE_NUMBER.test(row.text)) told.set(runningKey(row), row.text)
      return !isRunning && !isNumber
    }),
  )
  for (const text of told.values()) {
    notes.push({ kind: 'lost', place: '', message: `the running header or footer “${text.slice(0, 100)}”` })
  }
  return kept
}

const IS_PAGE_NUMBER =
  /^(?:p[áa]g(?:ina|e|\.)?\s*)?[-–—|]?\s*(?:\d{1,4}|[ivxl]{1,6})(?:\s*(?:\/|de|of|\|)\s*\d{1,4})?\s*[-–—|]?$/i

/** How near to the top or the bottom of its page a row is: from 0 to a half. */
const edgeOf = ({ page, y }: Row): number => Math.min(y - page.bottom, page.top - y) / (page.top - page.bottom)

const runningKey = ({ text, y, page }: Row): string =>
  `${y - page.bottom > page.top - y ? 'top' : 'bottom'} ${text.toLowerCase().replaceAll(/\d+/g, '#')}`

/** By how much the numbers at the beginning and at the end of a row differ from the page's. */
const offsetsIn = ({ text, page }: Row): number[] =>
  [/^\d{1,4}(?=\s)/, /(?<=\s)\d{1,4}$/].flatMap((place) => {
    const number = place.exec(text)?.[0]
    return number === undefined ? [] : [page.number - Number(number)]
  })

/** On how many pages each of some values is. */
function counted<T>(pages: readonly (readonly T[])[]): ReadonlyMap<T, number> {
  const counts = new Map<T, number>()
  for (const values of pages) for (const value of new Set(values)) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/** Two columns of text are read one after the other; what goes across both parts them. */
function inColumns(page: Page, rows: readonly Row[], notes: Note[]): Row[] {
  const gutter = gutterOf(rows)
  if (gutter === null) return [...rows]
  notes.push({ kind: 'assumed', place: `page ${page.number}`, message: 'two columns were read one after the other' })
  const result: Row[] = []
  let left: Word[] = []
  let right: Word[] = []
  const end = () => {
    result.push(...rowsOf(page, left), ...rowsOf(page, right))
    left = []
    right = []
  }
  for (const row of rows) {
    const words = row.parts.flat()
    if (row.parts.some((part) => (part[0]?.x ?? 0) < gutter && (part.at(-1)?.end ?? 0) > gutter)) {
      end()
      result.push(row)
    } else {
      left.push(...words.filter(({ end }) => end <= gutter))
      right.push(...words.filter(({ end }) => end > gutter))
    }
  }
  end()
  return result
}

/** Where no word stands while there is prose at either side. */
function gutterOf(rows: readonly Row[]): number | null {
  const gaps = rows.flatMap(({ parts }) => {
    const [left, right] = parts
    if (!left || !right || parts.length !== 2 || BULLET.test(textOf(left) + ' ')) return []
    const [a, b] = [textOf(left).length, textOf(right).length]
    return [{ from: left.at(-1)?.end ?? 0, to: right[0]?.x ?? 0, isProse: a >= 25 && b >= 25 }]
  })
  if (gaps.filter(({ isProse }) => isProse).length < 8) return null
  const at = weightiest(gaps.map(({ to }) => ({ value: to, weight: 1 }))) - 1
  const through = gaps.filter(({ from, to }) => from <= at && to >= at)
  return through.length >= 0.8 * gaps.length && through.filter(({ isProse }) => isProse).length >= 8 ? at : null
}

function withPictures(page: Page, rows: readonly Row[], pages: readonly Page[], notes: Note[]): Line[] {
  const lines: Line[] = rows.map((row) => ({ row }))
  for (const picture of page.pictures) {
    const area = (picture.wide * picture.high) / ((page.right - page.left) * (page.top - page.bottom))
    if (area > 0.9 && rows.length > 0) {
      notes.push({ kind: 'lost', place: `page ${page.number}`, message: 'the picture behind the text' })
      continue
    }
    const hash = hashOf(picture)
    const on = pages.filter((each) => each.pictures.some((other) => hashOf(other) === hash))
    if (on.length >= Math.max(3, 0.5 * pages.length)) {
      if (on[0] === page)
        notes.push({ kind: 'lost', place: '', message: `a picture that is on ${on.length} pages, such as a logo` })
      continue
    }
    const at = lines.findIndex(
      (line) => ('row' in line ? line.row.y : line.picture.top) < picture.top - 0.5 * picture.high,
    )
    lines.splice(at < 0 ? lines.length : at, 0, { picture, page })
  }
  return lines
}

const hashes = new WeakMap<PlacedPicture, string>()
function hashOf(picture: PlacedPicture): string {
  const known = hashes.get(picture) ?? createHash('sha256').update(picture.png).digest('hex')
  hashes.set(picture, known)
  return known
}

interface OpenItem {
  readonly x: number
  /** Where its words begin, right of its mark. */
  readonly textX: number
  readonly blocks: OpenBlock[]
}
type OpenParagraph = { kind: 'paragraph'; runs: ForeignRun[] }
type OpenBlock = Exclude<ForeignBlock, { kind: 'list' | 'paragraph' }> | OpenParagraph | OpenList
interface OpenList {
  readonly kind: 'list'
  readonly ordered: boolean
  readonly start: number
  readonly items: OpenBlock[][]
  readonly place: string
}

class Layout {
  readonly #lines: readonly Line[]
  readonly #notes: Note[]
  readonly #outline: ReadonlyMap<string, number>
  readonly #body: number
  readonly #leading: number
  readonly #sizes: readonly number[]
  readonly #rightEdges = new Map<Page, number>()
  /** Words with a hyphen of their own: one at the end of a line stays. */
  readonly #hyphenated: ReadonlySet<string>
  /** Places that links lead to, each until the block at it is done. */
  #anchors: { page: number; y: number; name: string }[]
  readonly #blocks: OpenBlock[] = []
  #paragraph: { block: OpenParagraph; last: Row; first: Row } | undefined
  #items: OpenItem[] = []
  #lists: OpenList[] = []
  /** The last number of the list that a paragraph or picture may have broken off. */
  #number = 0
  #boldHeadings = 0

  constructor(
    lines: readonly Line[],
    outline: readonly { readonly title: string; readonly depth: number }[],
    notes: Note[],
  ) {
    this.#lines = lines
    this.#notes = notes
    const rows = lines.flatMap((line) => ('row' in line ? [line.row] : []))
    this.#body = weightiest(rows.map(({ size, text }) => ({ value: size, weight: text.length })))
    const bodyRows = rows.filter((row) => this.#isBodySize(row))
    const gaps = bodyRows.flatMap((row, index) => {
      const gap = (bodyRows[index - 1]?.y ?? 0) - row.y
      return bodyRows[index - 1]?.page === row.page && gap > 0 && gap < 2.5 * this.#body
        ? [{ value: gap, weight: 1 }]
        : []
    })
    this.#leading = gaps.length > 0 ? weightiest(gaps) : 1.3 * this.#body
    const texts = new Set(rows.map(({ text }) => sameTitle(text)))
    const titles = new Map(outline.map(({ title, depth }) => [sameTitle(title), depth]))
    const found = [...titles.keys()].filter((title) => texts.has(title))
    this.#outline = found.length >= 2 && found.length >= 0.5 * titles.size ? titles : new Map()
    this.#sizes = this.#headingSizes(rows)
    for (const { page, end } of bodyRows) this.#rightEdges.set(page, Math.max(end, this.#rightEdges.get(page) ?? 0))
    this.#hyphenated = new Set(
      rows.flatMap(({ text }) => [...text.toLowerCase().matchAll(/\p{L}+-\p{L}+/gu)].map(([word]) => word)),
    )
    const targets = rows.flatMap(({ parts }) => parts.flat().flatMap(({ target }) => target ?? []))
    this.#anchors = [...new Set(targets)].flatMap((name) => {
      const [, page, y] = /^page (\d+) at (-?\d+)$/.exec(name) ?? []
      return page === undefined ? [] : [{ page: Number(page), y: Number(y), name }]
    })
  }

  blocks(): ForeignBlock[] {
    for (let index = 0; index < this.#lines.length;) index += this.#line(index)
    this.#end()
    if (this.#boldHeadings > 0) {
      const message = `lines in bold that were taken for headings: ${this.#boldHeadings}`
      this.#notes.push({ kind: 'assumed', place: '', message })
    }
    return this.#blocks
  }

  /** Takes one line, or several that belong together; answers how many. */
  #line(index: number): number {
    const line = this.#lines[index]
    if (!line) return 1
    if ('picture' in line) {
      const { picture, page } = line
      this.#end()
      this.#blocks.push({ kind: 'image', alt: '', png: picture.png, place: `page ${page.number}` })
      return 1
    }
    const { row } = line
    if (isContentsLine(row)) {
      this.#end()
      this.#toldContents()
      return 1
    }
    const taken = this.#heading(index, row) || this.#item(row) || this.#table(index, row) || this.#sentence(row)
    this.#anchorsAt(row)
    return taken
  }

  #toldContents(): void {
    const message = 'a table of contents: the portal makes its own'
    if (this.#notes.some((note) => note.message === message)) return
    const before = this.#blocks.at(-1)
    if (before && 'runs' in before && /^(?:[ií]ndice|contenidos?|contents|tabl[ae] )/i.test(wordsOf(before.runs)))
      this.#blocks.pop()
    this.#notes.push({ kind: 'lost', place: '', message })
  }

  #anchorsAt({ page, y }: Row): void {
    const reached = this.#anchors.filter(
      (anchor) => anchor.page < page.number || (anchor.page === page.number && anchor.y >= y),
    )
    for (const { name } of reached) this.#blocks.push({ kind: 'anchor', name })
    if (reached.length > 0) this.#anchors = this.#anchors.filter((anchor) => !reached.includes(anchor))
  }

  #end(): void {
    this.#paragraph = undefined
    this.#items = []
    this.#lists = []
  }

  #isBodySize({ size }: Row): boolean {
    return Math.abs(size - this.#body) < 0.08 * this.#body
  }

  /** Sizes that are larger than the text's, from the largest; what only the first page has is its title. */
  #headingSizes(rows: readonly Row[]): number[] {
    const isCover = rows.some(({ page }) => page.number > 1)
    const larger = rows.filter(
      ({ size, text, page }) =>
        size > 1.12 * this.#body && /\p{L}{2}/u.test(text) && (!isCover || page.number > 1 || this.#isLong(page)),
    )
    return [...new Set(larger.map(({ size }) => rounded(size)))].toSorted((a, b) => b - a)
  }

  /** Whether most of a page is text, and it is no cover. */
  #isLong(page: Page): boolean {
    return (
      this.#lines.filter((line) => 'row' in line && line.row.page === page && this.#isBodySize(line.row)).length >= 8
    )
  }

  #heading(index: number, row: Row): number {
    const rows = [row]
    for (let next = index + 1; next < this.#lines.length && rows.length < 4; next += 1) {
      const line = this.#lines[next]
      if (!line || !('row' in line) || !isSameStyle(row, line.row) || !isBelow(rows.at(-1), line.row)) break
      rows.push(line.row)
    }
    for (let count = rows.length; count > 0; count -= 1) {
      const depth = this.#outline.get(
        sameTitle(
          rows
            .slice(0, count)
            .map(({ text }) => text)
            .join(' '),
        ),
      )
      const isApart = row.size > 1.05 * this.#body || this.#isApart(index)
      if (depth !== undefined && isApart) return this.#addHeading(rows.slice(0, count), depth)
    }
    const level = this.#sizes.indexOf(rounded(row.size)) + 1
    const isTitle = row.page.number === 1 && row.size > 1.12 * this.#body && this.#isLargest(row, rows)
    if ((level > 0 || isTitle) && /\p{L}{2}/u.test(row.text)) {
      if (this.#outline.size === 0 || isTitle) return this.#addHeading(rows, isTitle ? 0 : level)
    }
    if (this.#outline.size > 0 || !this.#isBoldHeading(index, row)) return 0
    this.#boldHeadings += 1
    return this.#addHeading([row], this.#sizes.length + 1)
  }

  /** A line in bold with room above it, and something that is not bold under it. */
  #isBoldHeading(index: number, row: Row): boolean {
    const next = this.#lines[index + 1]
    const isFollowed = next !== undefined && ('picture' in next || !next.row.strong)
    const isShort = row.text.length <= 90 && /\p{L}{2}/u.test(row.text) && !/[.;,:]$/.test(row.text)
    return (
      row.strong &&
      this.#isBodySize(row) &&
      row.parts.length === 1 &&
      isShort &&
      isFollowed &&
      this.#isApart(index) &&
      !BULLET.test(row.text)
    )
  }

  /** Whether there is more room above than between lines. */
  #isApart(index: number): boolean {
    const line = this.#lines[index]
    const before = this.#lines[index - 1]
    if (!line || !('row' in line) || !before || !('row' in before)) return true
    return before.row.page !== line.row.page || before.row.y - line.row.y > 1.25 * this.#leading
  }

  /** Whether nothing but these rows is as large, or larger. */
  #isLargest(row: Row, rows: readonly Row[]): boolean {
    const same = this.#lines.filter((line) => 'row' in line && rounded(line.row.size) >= rounded(row.size))
    return same.length === rows.length
  }

  #addHeading(rows: readonly Row[], level: number): number {
    this.#end()
    this.#number = 0
    const words = rows.reduce<ForeignRun[]>((runs, row) => this.#joined(runs, rowRuns(row)), [])
    const runs = [{ text: wordsOf(words) }]
    if (level === 0) this.#blocks.push({ kind: 'title', runs })
    else this.#blocks.push({ kind: 'heading', level, runs, place: `page ${rows[0]?.page.number ?? 1}` })
    return rows.length
  }

  /** The beginning of an item of a list. */
  #item(row: Row): number {
    const first = row.parts[0]?.[0]
    // A hollow bullet is often the letter of a typewriter.
    const isHollow = first?.text.trim() === 'o' && first.code
    const bullet = isHollow ? 'o ' : BULLET.exec(`${row.text} `)?.[0]
    const number = NUMBER.exec(row.text)
    const letter = LETTER.exec(row.text)
    const mark = bullet ?? number?.[0] ?? letter?.[0]
    if (mark === undefined || row.text.length <= mark.trim().length) return 0
    const paragraph = this.#paragraph
    const isMidSentence = paragraph !== undefined && this.#items.length === 0 && this.#goesOn(paragraph, row)
    if (isMidSentence && /^[-–—\d\p{L}]/u.test(mark) && !/[.:;!?]$/.test(wordsOf(paragraph.block.runs))) return 0
    const value = number ? Number(number[1]) : letter ? (letter[1] ?? 'a').charCodeAt(0) - 96 : 1
    const depth = this.#items.findLastIndex(({ x }) => row.x > x - 0.6 * row.size && row.x < x + 0.6 * row.size)
    const outer = this.#items[0]
    const isInner = depth < 0 && outer !== undefined && row.x > outer.x + 0.6 * row.size
    const level = depth >= 0 ? depth : isInner ? this.#items.length : 0
    const list = this.#lists[level]
    const ordered = bullet === undefined
    const next = list ? list.start + list.items.length : level === 0 ? this.#number + 1 : 1
    // A number that does not count on, such as a year, begins a sentence.
    if (ordered && value !== 1 && value !== next) return 0
    if (letter && value === 1 && this.#number === 0) {
      this.#notes.push({
        kind: 'assumed',
        place: `page ${row.page.number}`,
        message: 'a list by letters became one by numbers',
      })
    }
    const goesOn =
      list !== undefined && list.ordered === ordered && (!ordered || value === list.start + list.items.length)
    this.#items = this.#items.slice(0, level)
    this.#lists = this.#lists.slice(0, goesOn ? level + 1 : level)
    let open = this.#lists[level]
    if (!open) {
      open = { kind: 'list', ordered, start: ordered ? value : 1, items: [], place: `page ${row.page.number}` }
      ;(this.#items.at(-1)?.blocks ?? this.#blocks).push(open)
      this.#lists.push(open)
    }
    const words = withoutMark(rowRuns(row), mark.trim().length)
    const block: OpenParagraph = { kind: 'paragraph', runs: words }
    const blocks: OpenBlock[] = [block]
    open.items.push(blocks)
    this.#items.push({ x: row.x, textX: textBegin(row, mark.trim().length), blocks })
    this.#paragraph = { block, last: row, first: row }
    if (level === 0 && ordered) this.#number = value
    return 1
  }

  /** Rows of parts that stand under each other. */
  #table(index: number, row: Row): number {
    if (row.parts.length < 2) return 0
    const rows: Row[] = []
    let widest = Number.POSITIVE_INFINITY
    for (let next = index; next < this.#lines.length; next += 1) {
      const line = this.#lines[next]
      if (!line || !('row' in line) || line.row.page !== row.page) break
      const before = rows.at(-1)
      const gap = (before?.y ?? line.row.y) - line.row.y
      if (gap > Math.min(3.2 * this.#leading, 1.7 * widest) || gap < 0) break
      if (gap > 0) widest = rows.length > 1 ? Math.max(widest, gap) : gap
      if (line.row.parts.length < 2 && !this.#isInCell(rows, line.row)) break
      rows.push(line.row)
    }
    const full = rows.filter(({ parts }) => parts.length > 1)
    const columns = columnsOf(full)
    if (full.length < 2 || columns.length < 2) return 0
    this.#end()
    const table = this.#tableOf(rows, columns)
    const above = this.#blocks.at(-1)
    const headOf = (each: ForeignTable) => each.rows[0]?.map(wordsOf).join('|')
    // On the next page a table begins with its header again.
    if (above?.kind === 'table' && headOf(above) === headOf(table)) {
      this.#blocks[this.#blocks.length - 1] = { ...above, rows: [...above.rows, ...table.rows.slice(1)] }
    } else this.#blocks.push(table)
    const message = 'a table was put together from where its words stand: compare it'
    this.#notes.push({ kind: 'assumed', place: `page ${row.page.number}`, message })
    return rows.length
  }

  /** A single part under a table is of it when it stands in one of its columns. */
  #isInCell(rows: readonly Row[], row: Row): boolean {
    const before = rows.at(-1)
    const columns = columnsOf(rows.filter(({ parts }) => parts.length > 1))
    if (!before || before.y - row.y > 1.5 * this.#leading) return false
    const column = columns.findIndex(({ from, to }) => row.x >= from - 2 && row.x < to)
    const next = columns[column + 1]
    return column >= 0 && (next === undefined ? column > 0 : row.end < next.from)
  }

  #tableOf(rows: readonly Row[], columns: readonly { from: number; to: number }[]): ForeignTable {
    const gaps = rows.slice(1).map((row, index) => (rows[index]?.y ?? 0) - row.y)
    const [least, most] = [Math.min(...gaps), Math.max(...gaps)]
    // Lines of one cell are nearer to each other than rows are, if rows are apart at all and not the header alone.
    const middle = (least + most) / 2
    const far = gaps.flatMap((gap, index) => (gap > middle ? [index] : []))
    const isApart = most > 1.3 * least && far.length >= 0.2 * gaps.length && far.some((index) => index > 0)
    const near = isApart ? middle : 0
    const cells: ForeignRun[][][] = []
    for (const [index, row] of rows.entries()) {
      const parts = columns.map((_, column) => row.parts.filter((part) => columnOf(part, columns) === column).flat())
      const last = cells.at(-1)
      const goesOn = last && ((parts[0]?.length ?? 0) === 0 || (gaps[index - 1] ?? 0) < near)
      if (!goesOn) cells.push(parts.map((part) => runsOf(part)))
      else cells[cells.length - 1] = last.map((runs, column) => this.#joined(runs, runsOf(parts[column] ?? [])))
    }
    return {
      kind: 'table',
      hasHeader: rows[0] !== undefined && rows[0].strong && rows[1] !== undefined && !rows[1].strong,
      align: columns.map((_, column) => sideOf(rows, columns, column)),
      rows: cells,
      place: `page ${rows[0]?.page.number ?? 1}`,
    }
  }

  #sentence(row: Row): number {
    const open = this.#paragraph
    if (open && this.#goesOn(open, row)) {
      open.block.runs = this.#joined(open.block.runs, rowRuns(row))
      open.last = row
      return 1
    }
    const item = this.#items.findLast(({ textX }) => Math.abs(row.x - textX) < 0.7 * row.size)
    const left = Math.min(
      ...this.#lines.flatMap((line) => ('row' in line && line.row.page === row.page ? [line.row.x] : [])),
    )
    const isInItem = item && item.textX > left + 0.7 * row.size && item.textX > item.x + 0.3 * row.size
    const block: OpenParagraph = { kind: 'paragraph', runs: rowRuns(row) }
    if (isInItem) item.blocks.push(block)
    else {
      this.#end()
      this.#blocks.push(block)
    }
    this.#paragraph = { block, last: row, first: row }
    return 1
  }

  #goesOn({ block, last, first }: { block: OpenParagraph; last: Row; first: Row }, row: Row): boolean {
    // Code is often set a little smaller.
    const isCode = [last, row].some(({ parts }) => parts.flat().some(({ code }) => code))
    if (Math.abs(last.size - row.size) > (isCode ? 0.2 : 0.08) * row.size) return false
    const text = wordsOf(block.runs)
    const isUnfinished = !/[.:;!?»”")\]]$/.test(text)
    if (last.page !== row.page || row.y > last.y) return isUnfinished && /^[\p{Ll}(]/u.test(row.text)
    const leading = this.#isBodySize(row) || this.#isBodySize(last) ? this.#leading : 1.3 * row.size
    const right = this.#rightEdges.get(row.page) ?? row.end
    const isShort = last.end < right - 0.2 * (right - last.x)
    // A line with code in it may stand further off.
    const isMidSentence = isUnfinished && (isCode || (!isShort && /^\p{Ll}/u.test(row.text)))
    if (last.y - row.y > (isMidSentence ? 1.5 : 1.15) * leading + 0.3) return false
    const item = this.#items.at(-1)
    if (item && row.x < item.x + 0.3 * row.size) return isUnfinished && /^\p{Ll}/u.test(row.text)
    // An indent begins a paragraph, unless it is all indented.
    if (!item && row.x > last.x + 0.8 * row.size && row.x > first.x - 0.5 * row.size) return false
    return !(isShort && !isUnfinished) && !(last.strong && !row.strong && isShort)
  }

  /** A word that was parted at the end of a line is one again. */
  #joined(runs: readonly ForeignRun[], next: readonly ForeignRun[]): ForeignRun[] {
    const last = runs.at(-1)
    const [first] = next
    if (!last || !first) return [...runs, ...next]
    const [, before] = /(\p{L}+)[-\u00AD\u2010]$/u.exec(last.text) ?? []
    const [after] = /^\p{L}+/u.exec(first.text) ?? []
    if (before === undefined || after === undefined) {
      const isParted = /[\p{L}\p{N}]-$/u.test(last.text) && /^[\p{L}\p{N}]/u.test(first.text)
      return [...runs, ...(isParted ? [] : [{ text: ' ' }]), ...next]
    }
    const isOwn = this.#hyphenated.has(`${before}-${after}`.toLowerCase()) || !/^\p{Ll}/u.test(after)
    return [...runs.slice(0, -1), { ...last, text: isOwn ? last.text : last.text.slice(0, -1) }, ...next]
  }
}

const rounded = (size: number): number => Math.round(size * 2) / 2
/** As titles compare: without numbers in front, spaces and marks. */
const sameTitle = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^[\d.\s]+/, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

const isSameStyle = (a: Row, b: Row): boolean => Math.abs(a.size - b.size) < 0.3 && a.strong === b.strong
const isBelow = (above: Row | undefined, row: Row): boolean =>
  above !== undefined && above.page === row.page && above.y > row.y && above.y - row.y < 2.2 * row.size

/** A line of a table of contents: it leads to a page, whose number it ends with. */
const isContentsLine = ({ text, parts }: Row): boolean => {
  if (/(?:[.…·_]\s?){4,}\s*(?:\d{1,4}|[ivxl]+)$/i.test(text)) return true
  const words = parts.flat()
  return words.every(({ target }) => target !== undefined) && parts.length > 1 && /\d$/.test(text)
}

function rowRuns({ parts }: Row): ForeignRun[] {
  return parts.flatMap((part, index) => [...(index > 0 ? [{ text: ' ' }] : []), ...runsOf(part)])
}

function withoutMark(runs: readonly ForeignRun[], length: number): ForeignRun[] {
  let skip = length
  return runs.map((run) => {
    const text = skip > 0 ? run.text.trimStart() : run.text
    const rest = text.slice(skip)
    skip = Math.max(0, skip - text.length)
    return { ...run, text: rest }
  })
}

/** Where the words after the mark of an item begin. */
function textBegin({ parts, x }: Row, length: number): number {
  const words = parts.flat()
  const first = words[0]
  if (first && first.text.trim().length <= length) return words[1]?.x ?? x
  const share = first ? length / first.text.length : 0
  return first ? first.x + (first.end - first.x) * share : x
}

/** Stretches in which parts stand under each other. */
function columnsOf(rows: readonly Row[]): { from: number; to: number }[] {
  const columns: { from: number; to: number }[] = []
  const stretches = rows.flatMap(({ parts }) =>
    parts.map((part) => ({ from: part[0]?.x ?? 0, to: part.at(-1)?.end ?? 0 })),
  )
  for (const { from, to } of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = columns.at(-1)
    if (last && from < last.to) last.to = Math.max(last.to, to)
    else columns.push({ from, to })
  }
  return columns
}

const columnOf = (part: readonly Word[], columns: readonly { from: number; to: number }[]): number =>
  columns.findIndex(({ to }) => (part[0]?.x ?? 0) < to)

/** Numbers stand at the right: their ends are in one line, their beginnings are not. */
function sideOf(
  rows: readonly Row[],
  columns: readonly { from: number; to: number }[],
  column: number,
): 'left' | 'right' {
  const parts = rows.slice(1).flatMap((row) => row.parts.filter((part) => columnOf(part, columns) === column))
  const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values)
  if (parts.length < 2) return 'left'
  const begins = spread(parts.map((part) => part[0]?.x ?? 0))
  return begins > 3 && spread(parts.map((part) => part.at(-1)?.end ?? 0)) < 1.5 ? 'right' : 'left'
}

/** The value that most of the weight has, to half a point. */
function weightiest(values: readonly { readonly value: number; readonly weight: number }[]): number {
  const weights = new Map<number, number>()
  for (const { value, weight } of values) weights.set(rounded(value), (weights.get(rounded(value)) ?? 0) + weight)
  const [most] = [...weights].toSorted(([, a], [, b]) => b - a)
  return most?.[0] ?? 0
}
