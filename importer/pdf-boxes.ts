import { type Area, type Page, type Row, type Word, rowsOf, textOf, weightiest } from './pdf-rows.ts'

/** Words in a frame or on a background of their own, beside the text or between paragraphs. */
export interface Box {
  readonly top: number
  readonly rows: readonly Row[]
}

/**
 * A page's boxes, and the words outside them. Frames of tables, pictures, headings, the page itself and anything at its very
 * edges do not count.
 */
export function boxesOf(page: Page): { boxes: Box[]; words: readonly Word[] } {
  const body = weightiest(page.words.map(({ size, text }) => ({ value: size, weight: text.length })))
  const high = page.top - page.bottom
  const isFit = (area: Area) =>
    area.right - area.left > 60 &&
    area.top - area.bottom > 1.5 * body &&
    (area.right - area.left) * (area.top - area.bottom) < 0.4 * high * (page.right - page.left) &&
    area.top > page.bottom + 0.1 * high &&
    area.bottom < page.top - 0.1 * high
  const areas = withoutTwins(page.areas.filter(isFit))
  const alone = areas.filter(
    (area) =>
      !page.areas.some((other) => doMeet(area, other)) &&
      !areas.some((other) => other !== area && contains(other, area)) &&
      areas.filter((other) => contains(area, other)).length < 3,
  )
  const boxes: Box[] = []
  let words = page.words
  for (const area of alone.toSorted((a, b) => b.top - a.top)) {
    const isIn = ({ x, end, y }: Word) => x > area.left - 1 && end < area.right + 1 && y > area.bottom && y < area.top
    const inside = words.filter(isIn)
    const outside = words.filter((word) => !isIn(word))
    const rows = rowsOf({ ...page, left: area.left, right: area.right }, inside)
    const isText = rows.length > 1 && rows.filter(({ size }) => size < 1.12 * body).length > 0.5 * rows.length
    const isTable = rows.filter(({ parts }) => parts.length > 1).length > 0.2 * rows.length
    // A coloured table column has cells of the next one beside it, not sentences.
    const cells = rows.filter(({ y }) => {
      const beside = outside.filter((word) => Math.abs(word.y - y) < 1)
      return beside.length > 0 && textOf(beside).length < 35
    })
    if (!isText || isTable || cells.length > 0.6 * rows.length) continue
    boxes.push({ top: area.top, rows })
    words = outside
  }
  return { boxes, words }
}

/** A box that is filled and then framed is one box. */
function withoutTwins(areas: readonly Area[]): Area[] {
  const kept: Area[] = []
  for (const area of areas) {
    const isTwin = (other: Area) =>
      (['left', 'right', 'top', 'bottom'] as const).every((side) => Math.abs(area[side] - other[side]) < 4)
    if (!kept.some(isTwin)) kept.push(area)
  }
  return kept
}

const contains = (outer: Area, inner: Area): boolean =>
  outer.left < inner.left + 4 &&
  outer.right > inner.right - 4 &&
  outer.top > inner.top - 4 &&
  outer.bottom < inner.bottom + 4

/** Whether two areas touch or overlap without one containing the other: then they are table cells. */
const doMeet = (a: Area, b: Area): boolean =>
  !contains(a, b) &&
  !contains(b, a) &&
  a.left < b.right + 3 &&
  b.left < a.right + 3 &&
  a.bottom < b.top + 3 &&
  b.bottom < a.top + 3
