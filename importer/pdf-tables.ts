import { type ForeignTable, wordsOf } from './foreign-document.ts'
import type { Row, Word } from './pdf-rows.ts'

export const headOf = (table: ForeignTable): string | undefined => table.rows[0]?.map(wordsOf).join('|')

/** Horizontal ranges in which parts stand below each other. */
export function columnsOf(rows: readonly Row[]): { from: number; to: number }[] {
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

export const columnOf = (part: readonly Word[], columns: readonly { from: number; to: number }[]): number =>
  columns.findIndex(({ to }) => (part[0]?.x ?? 0) < to)

export function sideOf(
  rows: readonly Row[],
  columns: readonly { from: number; to: number }[],
  column: number,
): 'left' | 'right' {
  return sideOfParts(rows.slice(1).flatMap((row) => row.parts.filter((part) => columnOf(part, columns) === column)))
}

/** Numbers are right-aligned: their ends line up, their beginnings do not. */
export function sideOfParts(parts: readonly (readonly Word[])[]): 'left' | 'right' {
  const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values)
  if (parts.length < 2) return 'left'
  const begins = spread(parts.map((part) => part[0]?.x ?? 0))
  return begins > 3 && spread(parts.map((part) => part.at(-1)?.end ?? 0)) < 1.5 ? 'right' : 'left'
}
