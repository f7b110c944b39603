import { createHash } from 'node:crypto'
import { type ForeignRun, type Note, wordsOf } from './foreign-document.ts'

/** Words as placed on a page: lengths in points, from the left and from below. */
export interface Word {
  readonly text: string
  readonly x: number
  readonly end: number
  readonly y: number
  readonly size: number
  readonly strong: boolean
  readonly emphasis: boolean
  readonly code: boolean
  /** `page 3 at 700`, the target of a link. */
  readonly target?: string
}

/** A rectangle on a page. */
export interface Area {
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly top: number
}

export interface PlacedPicture {
  readonly bytes: Buffer
  readonly x: number
  readonly top: number
  readonly bottom: number
  readonly wide: number
  readonly high: number
}

export interface Page extends Area {
  readonly number: number
  readonly words: readonly Word[]
  readonly pictures: readonly PlacedPicture[]
  /** Framed and filled areas. */
  readonly areas: readonly Area[]
}

/** Parts at the same height, separated by more than a word space. */
export interface Row {
  readonly page: Page
  readonly parts: readonly (readonly Word[])[]
  readonly text: string
  readonly x: number
  readonly end: number
  readonly y: number
  readonly size: number
  readonly strong: boolean
}

export const BULLET = /^[•◦▪‣●○■□➢➤✓✔❖»·–—\uE000-\uF8FF-]\s+/

/** The rows of words from the top; slightly raised words, such as a note's mark, belong to their row. */
export function rowsOf(page: Page, words: readonly Word[]): Row[] {
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
  const words = withoutTwice(found).map((word) => {
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

/** Removes letters printed twice: at the edges of stripes, or shifted a little to look bold. */
function withoutTwice(words: readonly Word[]): Word[] {
  const result: Word[] = []
  for (const word of words) {
    const last = result.at(-1)
    const over = last ? last.end - word.x : 0
    const letter = (word.end - word.x) / word.text.length
    const isWithin = last !== undefined && word.end < last.end + 0.4 * letter && last.text.includes(word.text)
    const count = last && over > 0.4 * letter ? sharedBy(last.text, word.text, over / letter) : 0
    if (isWithin && over > 0) result[result.length - 1] = { ...last, strong: last.strong || count > 3 }
    else if (!last || count === 0) result.push(word)
    else result.push({ ...word, text: word.text.slice(count), x: last.end })
  }
  return result
}

/** How many letters end one text and begin the other: about this many. */
function sharedBy(before: string, after: string, about: number): number {
  for (let count = Math.min(before.length, after.length, Math.ceil(about + 1)); count > 0; count -= 1) {
    if (count >= about - 1 && before.endsWith(after.slice(0, count))) return count
  }
  return 0
}

export const textOf = (words: readonly Word[]): string => wordsOf(runsOf(words))

export function runsOf(words: readonly Word[]): ForeignRun[] {
  return words.map(({ text, x, size, strong, emphasis, code, target }, index) => {
    const before = words[index - 1]
    const apart = before && x - before.end > 0.13 * size ? ' ' : ''
    const style = { ...(strong && { strong }), ...(emphasis && { emphasis }), ...(code && { code }) }
    return { ...style, ...(target !== undefined && { target }), text: apart + text }
  })
}

/** Removes page numbers, and rows that repeat at the top or bottom of pages. */
export function withoutRunning(pages: readonly (readonly Row[])[], notes: Note[]): Row[][] {
  const edges = pages.map((rows) => rows.filter((row) => edgeOf(row) < 0.2))
  const often = Math.max(2, 0.4 * pages.length)
  const keys = counted(edges.map((rows) => rows.map(runningKey)))
  const inPlace = (row: Row) => `${runningKey(row)} ${rounded(row.y)}`
  const places = counted(edges.map((rows) => rows.map(inPlace)))
  // Headers stand at a height of their own. If there are also sentences at that height, the text begins there.
  const isHeightOfRunning = (row: Row): boolean => {
    const there = edges.flat().filter(({ y }) => rounded(y) === rounded(row.y))
    const again = there.filter((each) => (keys.get(runningKey(each)) ?? 0) >= 2 || offsetsIn(each).length > 0)
    return there.length >= Math.max(3, 0.4 * pages.length) && again.length >= 0.8 * there.length
  }
  // A number that grows with the pages is a page number, whatever stands beside it.
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

/** A row's distance from the nearer edge of its page: from 0 to a half. */
const edgeOf = ({ page, y }: Row): number => Math.min(y - page.bottom, page.top - y) / (page.top - page.bottom)

const runningKey = ({ text, y, page }: Row): string =>
  `${y - page.bottom > page.top - y ? 'top' : 'bottom'} ${text.toLowerCase().replaceAll(/\d+/g, '#')}`

/** The differences between the numbers at either end of a row and the page's number. */
const offsetsIn = ({ text, page }: Row): number[] =>
  [/^\d{1,4}(?=\s)/, /(?<=\s)\d{1,4}$/].flatMap((place) => {
    const number = place.exec(text)?.[0]
    return number === undefined ? [] : [page.number - Number(number)]
  })

/** Two columns of text are read one after the other; anything across both separates them. */
export function inColumns(page: Page, rows: readonly Row[], notes: Note[]): Row[] {
  const gutter = gutterOf(rows)
  if (gutter === null) return [...rows]
  notes.push({ kind: 'assumed', place: `page ${page.number}`, message: 'two columns were read one after the other' })
  const result: Row[] = []
  // Each column becomes a page of its own, because the text continues as it does from page to page.
  const [leftPage, rightPage] = [
    { ...page, right: gutter },
    { ...page, left: gutter },
  ]
  let left: Word[] = []
  let right: Word[] = []
  const end = () => {
    result.push(...rowsOf(leftPage, left), ...rowsOf(rightPage, right))
    left = []
    right = []
  }
  /** Before a part across both columns: its heading, if short enough for a column, is last on the left. */
  const endAbove = (y: number) => {
    const lowest = Math.min(...right.map((word) => word.y))
    const below = rowsOf(leftPage, left).filter((row) => row.y < lowest - 0.5 * row.size)
    const tail = below.findIndex((row, index) => (below[index - 1]?.y ?? lowest) - row.y > 1.6 * row.size)
    const heads = tail < 0 || right.length === 0 ? [] : below.slice(tail)
    const isHead = heads.length > 0 && heads.length < 4 && (heads.at(-1)?.y ?? 0) - y < 4 * (heads[0]?.size ?? 0)
    const words = isHead ? heads.flatMap(({ parts }) => parts.flat()) : []
    left = left.filter((word) => !words.some((each) => each.y === word.y && each.x === word.x))
    end()
    result.push(...rowsOf(page, words))
  }
  for (const row of rows) {
    const words = row.parts.flat()
    if (row.parts.some((part) => (part[0]?.x ?? 0) < gutter && (part.at(-1)?.end ?? 0) > gutter)) {
      endAbove(row.y)
      result.push(row)
    } else {
      left.push(...words.filter(({ end }) => end <= gutter))
      right.push(...words.filter(({ end }) => end > gutter))
    }
  }
  end()
  return result
}

/** The empty strip between prose on either side. */
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

/** A picture repeated on page after page is not part of the text. */
export function withoutLogos(pages: readonly Page[], notes: Note[]): Page[] {
  const hashOf = ({ bytes }: PlacedPicture) => createHash('sha256').update(bytes).digest('hex')
  const hashes = new Map(
    pages.flatMap(({ pictures }) => pictures.map((picture) => [picture, hashOf(picture)] as const)),
  )
  const counts = counted(pages.map(({ pictures }) => pictures.map((picture) => hashes.get(picture))))
  const logos = [...counts].filter(([, times]) => times >= Math.max(3, 0.5 * pages.length))
  for (const [, times] of logos) {
    notes.push({ kind: 'lost', place: '', message: `a picture that is on ${times} pages, such as a logo` })
  }
  const isLogo = (picture: PlacedPicture) => logos.some(([hash]) => hash === hashes.get(picture))
  return pages.map((page) => ({ ...page, pictures: page.pictures.filter((picture) => !isLogo(picture)) }))
}

/** On how many pages each value occurs. */
function counted<T>(pages: readonly (readonly T[])[]): ReadonlyMap<T, number> {
  const counts = new Map<T, number>()
  for (const values of pages) for (const value of new Set(values)) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

export const rounded = (size: number): number => Math.round(size * 2) / 2

/** The value with the most weight, to half a point. */
export function weightiest(values: readonly { readonly value: number; readonly weight: number }[]): number {
  const weights = new Map<number, number>()
  for (const { value, weight } of values) weights.set(rounded(value), (weights.get(rounded(value)) ?? 0) + weight)
  const [most] = [...weights].toSorted(([, a], [, b]) => b - a)
  return most?.[0] ?? 0
}
