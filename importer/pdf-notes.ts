import type { Page, Row } from './pdf-rows.ts'

/** A footnote, with its mark as in the text: «¹». */
export interface FootNote {
  readonly mark: string
  readonly rows: readonly Row[]
}

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const MARK = new RegExp(`[${RAISED}]+`, 'g')
const BEGIN = new RegExp(String.raw`^([${RAISED}]+|\d{1,2})\s?(?=[\p{L}"«“(])`, 'u')

/** Notes that a short line separates from the text, and the rows without them. `all` are the rows that may have marks. */
export function footNotesOf(
  page: Page,
  rows: readonly Row[],
  all: readonly Row[],
): { notes: FootNote[]; rows: readonly Row[] } {
  const marks = new Set(all.flatMap(({ text }) => text.match(MARK) ?? []))
  const middle = (page.top + page.bottom) / 2
  const rule = page.areas.find(({ left, right, top, bottom }) => {
    const wide = right - left
    if (top - bottom > 2 || wide < 40 || wide > 0.5 * (page.right - page.left) || top > middle) return false
    const below = rows.find(({ y }) => y < bottom)
    return below !== undefined && bottom - below.y < 3 * below.size && marks.has(markOf(below) ?? '')
  })
  if (!rule) return { notes: [], rows }
  const notes: { mark: string; rows: Row[] }[] = []
  for (const row of rows.filter(({ y }) => y < rule.bottom)) {
    const mark = markOf(row)
    if (mark !== undefined && marks.has(mark)) notes.push({ mark, rows: [row] })
    else notes.at(-1)?.rows.push(row)
  }
  return { notes, rows: rows.filter(({ y }) => y >= rule.bottom) }
}

/** The mark of a note that begins with this row, raised or not. */
const markOf = ({ text }: Row): string | undefined =>
  BEGIN.exec(text)?.[1]?.replaceAll(/\d/g, (digit) => RAISED.charAt(Number(digit)))

/** A note's text without its mark. */
export const withoutMarkOf = (text: string): string => text.replace(BEGIN, '')
