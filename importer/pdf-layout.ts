import {
  type ForeignBlock,
  type ForeignRun,
  type ForeignTable,
  MERGED_CELLS,
  type Note,
  depthOf,
  isCaption,
  isContentsTitle,
  sameTitle,
  wordsOf,
} from './foreign-document.ts'
import type { Grid, GridCell } from './pdf-grids.ts'
import { type Line, linesOf } from './pdf-lines.ts'
import { withoutMarkOf } from './pdf-notes.ts'
import { type Measures, type Title, extentOf, isBelow, isBodySize, measured } from './pdf-measures.ts'
import { BULLET, type Page, type Row, rounded, runsOf } from './pdf-rows.ts'
import { columnOf, columnsOf, headOf, sideOf, sideOfParts } from './pdf-tables.ts'
import { flatRows, headDepth } from './table-rows.ts'

/** Turns words on pages into headings, paragraphs, lists and tables. */
export function blocksOf(
  found: readonly Page[],
  bookmarks: readonly Title[],
): { blocks: ForeignBlock[]; notes: Note[] } {
  const notes: Note[] = []
  const lines = linesOf(found, notes)
  const measures = measured(
    lines.flatMap((line) => ('row' in line ? [line.row] : [])),
    bookmarks,
  )
  const layout = new Layout(lines, measures, notes)
  const blocks = layout.blocks()
  if (layout.boldHeadings > 0) {
    const message = `lines in bold that were taken for headings: ${layout.boldHeadings}`
    notes.push({ kind: 'assumed', place: '', message })
  }
  return { blocks, notes }
}

const NUMBER = /^(\d{1,2})[.)]\s+(?=\S)/
const LETTER = /^([a-z])[.)]\s+(?=\S)/

interface OpenItem {
  readonly x: number
  /** The left edge of its words, after the mark. */
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
  readonly #measures: Measures
  /** Anchors that wait for the block at their place. */
  #anchors: { page: number; y: number; name: string }[]
  readonly #blocks: OpenBlock[] = []
  #paragraph: { block: OpenParagraph; last: Row; first: Row } | undefined
  #items: OpenItem[] = []
  #lists: OpenList[] = []
  /** The last number of a list that a paragraph or picture may have interrupted. */
  #number = 0
  boldHeadings = 0
  /** The last table with lines. */
  #grid: Grid | undefined
  /** Boxes and notes that follow the sentence in progress. */
  #apart: OpenBlock[] = []

  constructor(lines: readonly Line[], measures: Measures, notes: Note[]) {
    this.#lines = lines
    this.#notes = notes
    this.#measures = measures
    const words = lines.flatMap((line) => ('row' in line ? line.row.parts.flat() : []))
    const targets = words.flatMap(({ target }) => target ?? [])
    this.#anchors = [...new Set(targets)].flatMap((name) => {
      const [, page, y] = /^page (\d+) at (-?\d+)$/.exec(name) ?? []
      return page === undefined ? [] : [{ page: Number(page), y: Number(y), name }]
    })
  }

  blocks(): ForeignBlock[] {
    for (let index = 0; index < this.#lines.length;) index += this.#line(index)
    this.#end()
    return this.#blocks
  }

  /** Consumes one line, or several that belong together; returns how many. */
  #line(index: number): number {
    const line = this.#lines[index]
    if (!line) return 1
    if ('picture' in line) {
      const { picture, page } = line
      this.#end()
      this.#blocks.push({ kind: 'image', alt: '', bytes: picture.bytes, place: `page ${page.number}` })
      return 1
    }
    if ('box' in line) {
      const inner = new Layout(
        line.box.rows.map((row) => ({ row })),
        this.#measures,
        this.#notes,
      )
      const blocks = inner.blocks().map(asText)
      this.#apart.push({ kind: 'aside', tone: null, blocks, place: `page ${line.page.number}` })
      if (!this.#paragraph) this.#end()
      return 1
    }
    if ('note' in line) {
      const words = line.note.rows.reduce<ForeignRun[]>((runs, row) => this.#joined(runs, rowRuns(row)), [])
      const text = `${line.note.mark} ${withoutMarkOf(wordsOf(words))}`
      this.#apart.push({ kind: 'paragraph', runs: [{ text }] })
      if (!this.#paragraph) this.#end()
      return 1
    }
    if ('grid' in line) return this.#drawnTable(line.grid)
    const { row } = line
    if (this.#measures.contents.has(row)) {
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
    for (let before = this.#blocks.at(-1); before; before = this.#blocks.at(-1)) {
      if (!('runs' in before) || !isContentsTitle(wordsOf(before.runs))) break
      this.#blocks.pop()
    }
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
    this.#blocks.push(...this.#apart)
    this.#apart = []
  }

  #heading(index: number, row: Row): number {
    const rows = [row]
    for (let next = index + 1; next < this.#lines.length && rows.length < 4; next += 1) {
      const line = this.#lines[next]
      if (!line || !('row' in line) || !isSameStyle(row, line.row) || !isBelow(rows.at(-1), line.row)) break
      rows.push(line.row)
    }
    for (let count = rows.length; count > 0; count -= 1) {
      const depth = this.#measures.outline.get(
        sameTitle(
          rows
            .slice(0, count)
            .map(({ text }) => text)
            .join(' '),
        ),
      )
      const isApart = row.size > 1.05 * this.#measures.body || this.#isApart(index)
      if (depth === undefined || !isApart) continue
      return this.#addHeading(rows.slice(0, count), (this.#measures.isNumbered ? depthOf(row.text) : null) ?? depth)
    }
    if (this.#measures.title.has(row)) return this.#addTitle(row)
    const level = this.#measures.sizes.indexOf(rounded(row.size)) + 1
    const isOnCover = row.page.number === 1 && this.#measures.covers.has(row.page)
    if (level > 0 && !isOnCover && /\p{L}{2}/u.test(row.text)) {
      if (this.#measures.outline.size === 0) return this.#addHeading(rows, level)
      // A table of contents may omit the deeper headings.
      if (this.#measures.isOfContents)
        return this.#addHeading(rows, Math.max(...this.#measures.outline.values()) + level)
    }
    if (this.#measures.outline.size > 0 || !this.#isBoldHeading(index, row)) return 0
    this.boldHeadings += 1
    return this.#addHeading([row], this.#measures.sizes.length + 1)
  }

  /** A bold line with space above it and regular text below. */
  #isBoldHeading(index: number, row: Row): boolean {
    const next = this.#lines[index + 1]
    const isFollowed = next !== undefined && !('row' in next && next.row.strong)
    const isShort = row.text.length <= 90 && /\p{L}{2}/u.test(row.text) && !/[.;,:]$/.test(row.text)
    return (
      row.strong &&
      isBodySize(row, this.#measures.body) &&
      row.parts.length === 1 &&
      isShort &&
      isFollowed &&
      this.#isApart(index) &&
      !BULLET.test(row.text) &&
      !isCaption(row.text)
    )
  }

  /** Whether the space above exceeds the space between lines. */
  #isApart(index: number): boolean {
    const line = this.#lines[index]
    const before = this.#lines[index - 1]
    if (!line || !('row' in line) || !before || !('row' in before)) return true
    return before.row.page !== line.row.page || before.row.y - line.row.y > 1.25 * this.#measures.leading
  }

  /** Takes the whole title where it begins, whatever stands between its lines. */
  #addTitle(row: Row): number {
    const [first] = this.#measures.title
    this.#end()
    if (row === first) {
      const words = [...this.#measures.title].reduce<ForeignRun[]>(
        (runs, each) => this.#joined(runs, rowRuns(each)),
        [],
      )
      this.#blocks.push({ kind: 'title', runs: [{ text: wordsOf(words) }] })
    }
    return 1
  }

  #addHeading(rows: readonly Row[], level: number): number {
    this.#end()
    this.#number = 0
    const words = rows.reduce<ForeignRun[]>((runs, row) => this.#joined(runs, rowRuns(row)), [])
    const place = `page ${rows[0]?.page.number ?? 1}`
    this.#blocks.push({ kind: 'heading', level, runs: [{ text: wordsOf(words) }], place })
    return rows.length
  }

  /** The beginning of a list item. */
  #item(row: Row): number {
    const first = row.parts[0]?.[0]
    // A hollow bullet is often a letter in a typewriter font.
    const isHollow = (first?.text.trim() === 'o' && first.code) || /^o\s+\p{Lu}/u.test(row.text)
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
    // A number out of sequence, such as a year, begins a sentence.
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

  /** Rows of parts in common columns. */
  #table(index: number, row: Row): number {
    if (row.parts.length < 2) return 0
    const rows: Row[] = []
    let widest = Number.POSITIVE_INFINITY
    for (let next = index; next < this.#lines.length; next += 1) {
      const line = this.#lines[next]
      if (!line || !('row' in line) || line.row.page !== row.page) break
      const before = rows.at(-1)
      const gap = (before?.y ?? line.row.y) - line.row.y
      if (gap > Math.min(3.2 * this.#measures.leading, 1.7 * widest) || gap < 0) break
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
    // On the next page a table repeats its header.
    if (above?.kind === 'table' && headOf(above) === headOf(table)) {
      this.#blocks[this.#blocks.length - 1] = { ...above, rows: [...above.rows, ...table.rows.slice(1)] }
    } else this.#blocks.push(table)
    const message = 'a table was put together from where its words stand: compare it'
    this.#notes.push({ kind: 'assumed', place: `page ${row.page.number}`, message })
    return rows.length
  }

  #drawnTable(grid: Grid): number {
    this.#end()
    const cells = grid.rows.map((row) =>
      row.map(({ lines, wide, high }) => ({ runs: this.#cellRuns(lines), wide, high })),
    )
    const isStrong = (row: readonly GridCell[] = []) => row.every(({ lines }) => lines.every(({ strong }) => strong))
    const heads = headDepth(cells, isStrong(grid.rows[0]) && !isStrong(grid.rows[1]) ? 1 : 0)
    const rows = flatRows(cells, heads)
    const place = `page ${grid.page.number}`
    if (cells.flat().some(({ wide, high }) => wide > 1 || high > 1))
      this.#notes.push({ kind: 'assumed', place, message: MERGED_CELLS })
    const align = grid.edges.slice(1).map((_, column) =>
      sideOfParts(
        grid.rows.slice(Math.max(1, heads)).flatMap((row) => {
          const lines = row.length === grid.edges.length - 1 ? (row[column]?.lines ?? []) : []
          return lines.map(({ parts }) => parts.flat())
        }),
      ),
    )
    const table: ForeignTable = { kind: 'table', hasHeader: heads > 0, align, rows, place }
    const [above, before] = [this.#blocks.at(-1), this.#grid]
    const isNext =
      before?.page.number === grid.page.number - 1 &&
      before.edges.length === grid.edges.length &&
      before.edges.every((edge, index) => Math.abs(edge - (grid.edges[index] ?? 0)) < 3)
    if (above?.kind === 'table' && isNext) {
      const isAgain = headOf(above) === headOf(table)
      this.#blocks[this.#blocks.length - 1] = { ...above, rows: [...above.rows, ...rows.slice(isAgain ? 1 : 0)] }
    } else this.#blocks.push(table)
    this.#grid = grid
    return 1
  }

  /** A cell's lines as one; items of a list in it stay apart. */
  #cellRuns(lines: readonly Row[]): ForeignRun[] {
    return lines.reduce<ForeignRun[]>((runs, line, index) => {
      const mark = BULLET.exec(`${line.text} `)?.[0]
      if (mark === undefined || line.text.length <= mark.trim().length) return this.#joined(runs, rowRuns(line))
      const item = withoutMark(rowRuns(line), mark.trim().length)
      return index === 0 ? item : [...runs, { text: ' · ' }, ...item]
    }, [])
  }

  /** A single part under a table belongs to it if it lies within a column. */
  #isInCell(rows: readonly Row[], row: Row): boolean {
    const before = rows.at(-1)
    const columns = columnsOf(rows.filter(({ parts }) => parts.length > 1))
    if (!before || before.y - row.y > 1.5 * this.#measures.leading) return false
    const column = columns.findIndex(({ from, to }) => row.x >= from - 2 && row.x < to)
    const next = columns[column + 1]
    return column >= 0 && (next === undefined ? column > 0 : row.end < next.from)
  }

  #tableOf(rows: readonly Row[], columns: readonly { from: number; to: number }[]): ForeignTable {
    const gaps = rows.slice(1).map((row, index) => (rows[index]?.y ?? 0) - row.y)
    const [least, most] = [Math.min(...gaps), Math.max(...gaps)]
    // Lines within a cell are closer together than rows, unless only the header is set apart.
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
    const left = this.#measures.leftEdges.get(row.page) ?? row.x
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
    const leading =
      isBodySize(row, this.#measures.body) || isBodySize(last, this.#measures.body)
        ? this.#measures.leading
        : 1.3 * row.size
    const right = this.#measures.rightEdges.get(extentOf(row.page)) ?? row.end
    const isShort = last.end < right - 0.2 * (right - last.x)
    // A line with code may be further away.
    const isMidSentence = isUnfinished && (isCode || (!isShort && /^\p{Ll}/u.test(row.text)))
    if (last.y - row.y > (isMidSentence ? 1.5 : 1.15) * leading + 0.3) return false
    const item = this.#items.at(-1)
    if (item && row.x < item.x + 0.3 * row.size) return isUnfinished && /^\p{Ll}/u.test(row.text)
    // An indented line begins a paragraph, unless all of it is indented.
    const isIndented = !item && row.x > last.x + 0.8 * row.size && row.x > first.x - 0.5 * row.size
    if (isIndented && !isMidSentence) return false
    // A short line ended on purpose. If something new begins after it, such as an item with a drawn mark, the two stay
    // apart.
    return !(isShort && (!isUnfinished || /^[\p{Lu}\d]/u.test(row.text) || (last.strong && !row.strong)))
  }

  /** Rejoins a word that was hyphenated at the end of a line. */
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
    const isOwn = this.#measures.hyphenated.has(`${before}-${after}`.toLowerCase()) || !/^\p{Ll}/u.test(after)
    return [...runs.slice(0, -1), { ...last, text: isOwn ? last.text : last.text.slice(0, -1) }, ...next]
  }
}

/** A box's heading does not belong to the document's outline. */
const asText = (block: ForeignBlock): ForeignBlock =>
  block.kind === 'heading' || block.kind === 'title'
    ? { kind: 'paragraph', runs: block.runs.map((run) => ({ ...run, strong: true })) }
    : block

const isSameStyle = (a: Row, b: Row): boolean => Math.abs(a.size - b.size) < 0.3 && a.strong === b.strong
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

/** Where the words after an item's mark begin. */
function textBegin({ parts, x }: Row, length: number): number {
  const words = parts.flat()
  const first = words[0]
  if (first && first.text.trim().length <= length) return words[1]?.x ?? x
  const share = first ? length / first.text.length : 0
  return first ? first.x + (first.end - first.x) * share : x
}
