import { type Area, type Page, type Row, type Word, rowsOf, textOf, weightiest } from './pdf-rows.ts'

/** A table with drawn lines. */
export interface Grid {
  readonly page: Page
  readonly top: number
  /** The edges of its columns, from the left. */
  readonly edges: readonly number[]
  readonly rows: readonly (readonly GridCell[])[]
}

export interface GridCell {
  readonly lines: readonly Row[]
  readonly wide: number
  readonly high: number
}

/** Points on paper: anything thinner is a line. */
const THIN = 3
/** A page with more has a drawing. */
const MANY = 4000
/** A cell with more letters is part of the page's text. */
const LONG = 900

/** A page's tables with lines, and the words outside them. */
export function gridsOf(page: Page): { grids: Grid[]; words: readonly Word[] } {
  const high = page.top - page.bottom
  const drawn = page.areas.filter((area) => area.right - area.left < 0.98 * (page.right - page.left))
  if (drawn.length > MANY) return { grids: [], words: page.words }
  const body = weightiest(page.words.map(({ size, text }) => ({ value: size, weight: text.length })))
  const grids: Grid[] = []
  let { words } = page
  for (const group of touching(drawn)) {
    const extent = around(group)
    // Running headers are often tables.
    if (extent.bottom > page.top - 0.15 * high || extent.top < page.bottom + 0.15 * high) continue
    const found = gridOf(page, group, words, body)
    if (!found) continue
    grids.push(found.grid)
    words = words.filter((word) => !found.words.has(word))
  }
  return { grids, words }
}

function gridOf(page: Page, group: readonly Area[], words: readonly Word[], body: number) {
  const sides = group.flatMap(sidesOf)
  const [walls, floors] = [sides.filter(({ isUpright }) => isUpright), sides.filter(({ isUpright }) => !isUpright)]
  const xs = apart([...walls.map(({ at }) => at), ...floors.flatMap(({ from, to }) => [from, to])])
  // From the top.
  const ys = apart([...floors.map(({ at }) => at), ...walls.flatMap(({ from, to }) => [from, to])]).toReversed()
  const [columns, count] = [xs.length - 1, ys.length - 1]
  if (columns < 2 || count < 2 || columns * count > 2000) return null
  const isThere = (lines: readonly Side[], at: number, place: number) =>
    lines.some((line) => Math.abs(line.at - at) < 2 * THIN && line.from < place && line.to > place)
  const middle = (edges: readonly number[], index: number) => ((edges[index] ?? 0) + (edges[index + 1] ?? 0)) / 2
  const hasWall = (row: number, column: number) => isThere(walls, xs[column + 1] ?? 0, middle(ys, row))
  const hasFloor = (row: number, column: number) => isThere(floors, ys[row + 1] ?? 0, middle(xs, column))

  const taken = new Set<string>()
  const used = new Set<Word>()
  const rows: GridCell[][] = []
  let filled = 0
  let cells = 0
  let over = 0
  for (let row = 0; row < count; row += 1) {
    const line: GridCell[] = []
    for (let column = 0; column < columns; column += 1) {
      if (taken.has(`${row} ${column}`)) continue
      let wide = 1
      while (column + wide < columns && !hasWall(row, column + wide - 1)) wide += 1
      const own = Array.from({ length: wide }, (_, index) => column + index)
      let high = 1
      while (row + high < count && own.every((each) => !hasFloor(row + high - 1, each))) high += 1
      for (let down = 0; down < high; down += 1) for (const each of own) taken.add(`${row + down} ${each}`)
      const left = xs[column] ?? 0
      const right = xs[column + wide] ?? 0
      const top = ys[row] ?? 0
      const bottom = ys[row + high] ?? 0
      const inside = words.filter((word) => {
        const y = word.y + 0.3 * word.size
        return word.x > left - 1 && word.x < right - 1 && y > bottom && y < top
      })
      // Large or long texts mean that lines divide the page.
      if (inside.some(({ size }) => size > 1.3 * body) || textOf(inside).length > LONG) return null
      over += inside.filter(({ end }) => end > right + THIN).length
      for (const word of inside) used.add(word)
      cells += 1
      if (inside.length > 0) filled += 1
      line.push({ lines: rowsOf({ ...page, left, right }, inside), wide, high })
    }
    rows.push(line)
  }
  // A long word may cross a line; many words that do belong to a drawing.
  if (over > Math.max(2, 0.1 * used.size)) return null
  if (filled < 3 || filled < 0.4 * cells || rows.every((row) => row.length < 2)) return null
  const [left = 0] = xs
  return { grid: { page, top: ys[0] ?? 0, edges: xs.map((x) => x - left), rows }, words: used }
}

interface Side {
  readonly isUpright: boolean
  readonly at: number
  readonly from: number
  readonly to: number
}

/** A line is one side; a filled or framed area has four. */
function sidesOf({ left, right, bottom, top }: Area): Side[] {
  const level = (at: number): Side => ({ isUpright: false, at, from: left, to: right })
  const upright = (at: number): Side => ({ isUpright: true, at, from: bottom, to: top })
  const [isNarrow, isLow] = [right - left <= THIN, top - bottom <= THIN]
  if (isNarrow && isLow) return []
  if (isLow) return [level((top + bottom) / 2)]
  if (isNarrow) return [upright((left + right) / 2)]
  return [level(bottom), level(top), upright(left), upright(right)]
}

/** Sorted positions; nearly equal ones count once. */
function apart(places: readonly number[]): number[] {
  const result: number[] = []
  for (const place of places.toSorted((a, b) => a - b)) {
    if (place - (result.at(-1) ?? Number.NEGATIVE_INFINITY) > 2 * THIN) result.push(place)
  }
  return result
}

/** Groups of areas that touch. */
function touching(areas: readonly Area[]): Area[][] {
  const rest = new Set(areas)
  const groups: Area[][] = []
  for (const first of areas) {
    if (!rest.delete(first)) continue
    const group = [first]
    for (const each of group) {
      for (const other of rest) {
        const isNear =
          each.left < other.right + THIN &&
          other.left < each.right + THIN &&
          each.bottom < other.top + THIN &&
          other.bottom < each.top + THIN
        if (isNear && rest.delete(other)) group.push(other)
      }
    }
    groups.push(group)
  }
  return groups
}

const around = (areas: readonly Area[]): Area => ({
  left: Math.min(...areas.map(({ left }) => left)),
  right: Math.max(...areas.map(({ right }) => right)),
  bottom: Math.min(...areas.map(({ bottom }) => bottom)),
  top: Math.max(...areas.map(({ top }) => top)),
})
