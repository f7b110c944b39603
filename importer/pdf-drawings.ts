import { OPS, type PDFPageProxy } from 'unpdf/pdfjs'
import type { Note } from './foreign-document.ts'
import type { Area, PlacedPicture } from './pdf-rows.ts'
import { pointsAsPng } from './picture-bytes.ts'

/** A stroke is one line of a chart or frame; a page with more has a drawing. */
const MANY_STROKES = 300
/** Points on paper, a third of an inch: anything smaller is an icon or a rule. */
const SMALL = 24

/** In one picture; pdf.js silently skips larger ones. */
export const MAX_POINTS = 100_000_000

type Matrix = readonly [number, number, number, number, number, number]

/** A picture's pixels and its place on the page. */
interface Tile extends Area {
  readonly width: number
  readonly height: number
  /** Per pixel one byte for grey, three for colours, four with opacity. */
  readonly points: Uint8Array | Uint8ClampedArray
}

/** A page's pictures, and its framed or filled areas. */
export async function drawingsOf(
  page: PDFPageProxy,
): Promise<{ pictures: PlacedPicture[]; areas: Area[]; notes: Note[] }> {
  const { fnArray, argsArray } = await page.getOperatorList()
  const tiles: Tile[] = []
  const areas: Area[] = []
  const stack: Matrix[] = []
  let matrix: Matrix = [1, 0, 0, 1, 0, 0]
  let failed = 0
  for (const [index, operation] of fnArray.entries()) {
    const args: readonly unknown[] = Array.isArray(argsArray[index]) ? argsArray[index] : []
    if (operation === OPS.save) stack.push(matrix)
    else if (operation === OPS.restore) matrix = stack.pop() ?? matrix
    else if (operation === OPS.transform) matrix = product(matrix, args)
    else if (operation === OPS.paintFormXObjectBegin) {
      stack.push(matrix)
      if (Array.isArray(args[0])) matrix = product(matrix, args[0])
    } else if (operation === OPS.paintFormXObjectEnd) matrix = stack.pop() ?? matrix
    else if (operation === OPS.constructPath) {
      // A path that is not painted clips the next drawing.
      const extent = args[0] === OPS.endPath ? [] : numbersIn(args[2])
      if (extent.length === 4) areas.push(placed(matrix, extent))
    } else if (operation === OPS.paintImageXObject || operation === OPS.paintInlineImageXObject) {
      const area = placed(matrix, [0, 0, 1, 1])
      if (area.right - area.left < SMALL && area.top - area.bottom < SMALL) continue
      const tile = tileOf(typeof args[0] === 'string' ? await objectOf(page, args[0]) : args[0], area)
      if (tile) tiles.push(tile)
      else failed += 1
    }
  }
  const notes: Note[] = []
  const lost = (message: string) => notes.push({ kind: 'lost', place: `page ${page.pageNumber}`, message })
  if (failed > 0) lost(`pictures of a kind that cannot be read: ${failed}`)
  if (areas.length > MANY_STROKES) lost('a drawing of lines and areas, such as a chart')
  const pictures = joined(tiles).flatMap(({ left, right, top, bottom, width, height, points }) => {
    const [wide, high] = [right - left, top - bottom]
    if (wide < SMALL || high < SMALL) return []
    return [{ bytes: pointsAsPng(width, height, points), x: left, top, bottom, wide, high }]
  })
  return { pictures, areas, notes }
}

/** Adjacent tiles are one picture: some printers cut pictures into stripes or squares. */
function joined(tiles: readonly Tile[]): Tile[] {
  const groups: Tile[][] = []
  for (const tile of tiles) {
    const touching = groups.filter((group) => group.some((each) => doTouch(each, tile)))
    const rest = groups.filter((group) => !touching.includes(group))
    groups.splice(0, groups.length, ...rest, [...touching.flat(), tile])
  }
  return groups.flatMap((group) => composed(group) ?? group)
}

/** Side by side or stacked along most of the shorter side, with the same resolution. */
function doTouch(a: Tile, b: Tile): boolean {
  const share = (from: number, to: number, low: number, high: number) =>
    (Math.min(to, high) - Math.max(from, low)) / Math.min(to - from, high - low)
  const isNear = (one: number, other: number) => Math.abs(one - other) < 1
  const isBeside = (isNear(a.right, b.left) || isNear(b.right, a.left)) && share(a.bottom, a.top, b.bottom, b.top) > 0.8
  const isUnder = (isNear(a.top, b.bottom) || isNear(b.top, a.bottom)) && share(a.left, a.right, b.left, b.right) > 0.8
  const fineness = ({ width, left, right }: Tile) => width / (right - left)
  const isAlike = Math.abs(fineness(a) / fineness(b) - 1) < 0.1
  return (isBeside || isUnder) && isAlike
}

/** Several tiles as one picture, unless it would be too large. */
function composed(tiles: readonly Tile[]): Tile | null {
  if (tiles.length === 1) return null
  const [left, right] = [Math.min(...tiles.map((tile) => tile.left)), Math.max(...tiles.map((tile) => tile.right))]
  const [bottom, top] = [Math.min(...tiles.map((tile) => tile.bottom)), Math.max(...tiles.map((tile) => tile.top))]
  const fineness = Math.max(...tiles.map((tile) => tile.width / (tile.right - tile.left)))
  const [width, height] = [Math.round((right - left) * fineness), Math.round((top - bottom) * fineness)]
  if (width * height > MAX_POINTS) return null
  const points = new Uint8Array(width * height * 3).fill(255)
  for (const tile of tiles) {
    const channels = tile.points.length / (tile.width * tile.height)
    const [x, y] = [Math.round((tile.left - left) * fineness), Math.round((top - tile.top) * fineness)]
    const wide = Math.min(width - x, Math.round((tile.right - tile.left) * fineness))
    const high = Math.min(height - y, Math.round((tile.top - tile.bottom) * fineness))
    for (let line = 0; line < high; line += 1) {
      for (let column = 0; column < wide; column += 1) {
        const from =
          (Math.floor((line * tile.height) / high) * tile.width + Math.floor((column * tile.width) / wide)) * channels
        const to = ((y + line) * width + x + column) * 3
        for (let colour = 0; colour < 3; colour += 1)
          points[to + colour] = tile.points[from + (channels < 3 ? 0 : colour)] ?? 255
      }
    }
  }
  return { left, right, top, bottom, width, height, points }
}

function tileOf(image: unknown, area: Area): Tile | null {
  if (typeof image !== 'object' || image === null || !('width' in image) || !('height' in image)) return null
  const width = Number(image.width)
  const height = Number(image.height)
  const points: unknown = 'data' in image ? image.data : null
  if (!(points instanceof Uint8Array || points instanceof Uint8ClampedArray)) return null
  return [1, 3, 4].includes(points.length / (width * height)) ? { ...area, width, height, points } : null
}

function objectOf(page: PDFPageProxy, id: string): Promise<unknown> {
  const objects = id.startsWith('g_') ? page.commonObjs : page.objs
  return new Promise((resolve) => {
    // A picture that could not be decoded may never arrive.
    const timer = setTimeout(() => resolve(null), 10_000)
    objects.get(id, (value: unknown) => {
      clearTimeout(timer)
      resolve(value)
    })
  })
}

const numbersIn = (value: unknown): number[] =>
  Array.isArray(value) || value instanceof Float32Array ? Array.from<unknown, number>(value, Number) : []

/** A rectangle's place on the page; if it is rotated, the smallest upright one around it. */
function placed([a, b, c, d, e, f]: Matrix, [x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]): Area {
  const corners = [x1, x2].flatMap((x) => [y1, y2].map((y) => ({ x: a * x + c * y + e, y: b * x + d * y + f })))
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  return { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) }
}

function product([a, b, c, d, e, f]: Matrix, right: readonly unknown[]): Matrix {
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = right.map(Number)
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}
