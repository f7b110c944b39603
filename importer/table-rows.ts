import { type ForeignRun, wordsOf } from './foreign-document.ts'

/** A cell with its spans of columns and rows. */
export interface Cell {
  readonly runs: readonly ForeignRun[]
  readonly wide: number
  readonly high: number
}

/**
 * How many rows form the header: as many as the document says, or as far as the header goes on dividing its columns.
 */
export function headDepth(rows: readonly (readonly Cell[])[], said: number): number {
  const [first = []] = rows
  const down = first.some(({ wide }) => wide > 1) ? Math.max(...first.map(({ high }) => high)) : 1
  const count = Math.max(said, down > 1 ? down : 0)
  return count < rows.length && count <= 3 ? count : Math.min(1, said)
}

/** One cell per column: a row span repeats its words in each row, and the header becomes one row. */
export function flatRows(rows: readonly (readonly Cell[])[], heads: number): ForeignRun[][][] {
  // Cells that span into the rows below, by column: how many rows remain, and their words.
  const reach: { rows: number; runs: readonly ForeignRun[] }[] = []
  const flat = rows.map((row, y) => {
    const line: (readonly ForeignRun[])[] = []
    const skip = () => {
      for (let over = reach[line.length]; over && over.rows > 0; over = reach[line.length]) {
        over.rows -= 1
        line.push(over.runs)
      }
    }
    for (const { runs, wide, high } of row) {
      skip()
      for (let column = 0; column < wide; column += 1) {
        // The words of a spanning header belong to each column, other words to the first.
        const own = column === 0 || y < heads ? runs : []
        reach[line.length] = { rows: high - 1, runs: own }
        line.push(own)
      }
    }
    skip()
    return line.map((runs) => [...runs])
  })
  return heads > 1 ? [inOneRow(flat.slice(0, heads)), ...flat.slice(heads)] : flat
}

/** Merges the header's rows: for each column the words above, then those below. */
const inOneRow = (rows: readonly (readonly ForeignRun[][])[]): ForeignRun[][] =>
  (rows[0] ?? []).map((_, column) => {
    const said = new Map(rows.map((row) => [wordsOf(row[column] ?? []), row[column] ?? []]))
    return inOneLine([...said.values()].filter((runs) => wordsOf(runs) !== ''))
  })

export const inOneLine = (lines: readonly (readonly ForeignRun[])[]): ForeignRun[] =>
  lines.flatMap((line, index) => (index === 0 ? line : [{ text: ' · ' }, ...line]))
