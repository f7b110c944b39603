import type { Note } from './foreign-document.ts'
import { type Box, boxesOf } from './pdf-boxes.ts'
import { type Grid, gridsOf } from './pdf-grids.ts'
import { type FootNote, footNotesOf } from './pdf-notes.ts'
import { type Page, type PlacedPicture, type Row, inColumns, rowsOf, withoutLogos, withoutRunning } from './pdf-rows.ts'

export type Line =
  | { readonly row: Row }
  | { readonly picture: PlacedPicture; readonly page: Page }
  | { readonly box: Box; readonly page: Page }
  | { readonly grid: Grid }
  | { readonly note: FootNote }

type Drawn = Exclude<Line, { readonly note: FootNote }>

/** The pages' content in reading order. */
export function linesOf(found: readonly Page[], notes: Note[]): Line[] {
  const pages = withoutLogos(found, notes)
  const parts = pages.map((page) => {
    const { grids, words } = gridsOf(page)
    return { page, grids, ...boxesOf({ ...page, words }) }
  })
  const kept = withoutRunning(
    parts.map(({ page, words }) => rowsOf(page, words)),
    notes,
  )
  return parts.flatMap(({ page, boxes, grids }, index) => {
    const inGrids = grids.flatMap((grid) => grid.rows.flat().flatMap((cell) => cell.lines))
    const text = kept[index] ?? []
    const foot = footNotesOf(page, text, [...text, ...inGrids, ...boxes.flatMap((box) => box.rows)])
    const rows = inColumns(page, foot.rows, notes)
    const apart = [...boxes.map((box) => ({ box, page })), ...grids.map((grid) => ({ grid }))]
    return withNotes(withApart(withPictures(page, rows, notes), apart), foot.notes)
  })
}

function withPictures(page: Page, rows: readonly Row[], notes: Note[]): Drawn[] {
  const lines: Drawn[] = rows.map((row) => ({ row }))
  for (const picture of page.pictures) {
    const area = (picture.wide * picture.high) / ((page.right - page.left) * (page.top - page.bottom))
    if (area > 0.9 && rows.length > 0) {
      notes.push({ kind: 'lost', place: `page ${page.number}`, message: 'the picture behind the text' })
      continue
    }
    const middle = picture.top - 0.5 * picture.high
    const at = lines.findIndex((line) => topOf(line) < middle)
    lines.splice(at < 0 ? lines.length : at, 0, { picture, page })
  }
  return lines
}

function topOf(line: Drawn): number {
  if ('row' in line) return line.row.y
  if ('picture' in line) return line.picture.top
  return 'box' in line ? line.box.top : line.grid.top
}

/** Places each note after the line with its mark. */
function withNotes(lines: readonly Drawn[], notes: readonly FootNote[]): Line[] {
  const textOf = (line: Drawn): string => {
    if ('row' in line) return line.row.text
    const rows =
      'box' in line ? line.box.rows : 'grid' in line ? line.grid.rows.flat().flatMap((cell) => cell.lines) : []
    return rows.map(({ text }) => text).join(' ')
  }
  const behind = Map.groupBy(notes, ({ mark }) => lines.findIndex((line) => textOf(line).includes(mark)))
  return lines.flatMap((line, index) => [line, ...(behind.get(index) ?? []).map((note) => ({ note }))])
}

/** Places each box and table before the text beside or below it. */
function withApart(lines: Drawn[], apart: readonly Drawn[]): Drawn[] {
  for (const each of apart.toSorted((a, b) => topOf(b) - topOf(a))) {
    const at = lines.findIndex((line) => topOf(line) < topOf(each))
    lines.splice(at < 0 ? lines.length : at, 0, each)
  }
  return lines
}
