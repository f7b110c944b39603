/** The marks that somebody draws on a picture before sending it, in the picture's own pixels. */
export interface Mark {
  /** An opaque black rectangle, or an arrow. */
  readonly kind: 'cover' | 'arrow'
  readonly from: Point
  readonly to: Point
}

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Box extends Point, Size {}

/** Some phones' browsers have no larger canvas. */
const MOST_PIXELS = 16_000_000
const LONGEST_SIDE = 8192

/** The size in which a picture is worked on: its own, or as much of it as every browser can hold. */
export function workingSize({ width, height }: Size): Size {
  const scale = Math.min(
    1,
    LONGEST_SIDE / Math.max(width, height),
    Math.sqrt(MOST_PIXELS / Math.max(1, width * height)),
  )
  return scale === 1
    ? { width, height }
    : { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) }
}

/** The pixels between a mark's ends: whole ones, so that nothing shines through at an edge. */
export function boxOf({ from, to }: Mark, { width, height }: Size): Box {
  const x = Math.max(0, Math.floor(Math.min(from.x, to.x)))
  const y = Math.max(0, Math.floor(Math.min(from.y, to.y)))
  return {
    x,
    y,
    width: Math.min(width, Math.ceil(Math.max(from.x, to.x))) - x,
    height: Math.min(height, Math.ceil(Math.max(from.y, to.y))) - y,
  }
}

/** How thick an arrow is in a picture of this size. */
export const thicknessIn = ({ width, height }: Size): number => Math.max(3, Math.max(width, height) / 160)

/** An arrow's lines: the shaft, then the head from one barb over the tip to the other. */
export function arrowLines({ from, to }: Mark, thickness: number): readonly (readonly Point[])[] {
  const angle = Math.atan2(to.y - from.y, to.x - from.x)
  const length = Math.min(6 * thickness, Math.hypot(to.x - from.x, to.y - from.y))
  const barb = (turn: number) => ({
    x: to.x - length * Math.cos(angle + turn),
    y: to.y - length * Math.sin(angle + turn),
  })
  return [
    [from, to],
    [barb(0.5), to, barb(-0.5)],
  ]
}

/** How its lines are drawn, one above the other: red, with an edge in white, to be seen on any picture. */
export const arrowStrokes = (thickness: number) =>
  [
    { colour: '#fff', width: thickness * 1.8 },
    { colour: '#d6001c', width: thickness },
  ] as const

/** Moves a mark as a whole, within the picture. */
export function moved(mark: Mark, by: Point, size: Size): Mark {
  const { from, to } = mark
  const dx = within(by.x, -Math.min(from.x, to.x), size.width - Math.max(from.x, to.x))
  const dy = within(by.y, -Math.min(from.y, to.y), size.height - Math.max(from.y, to.y))
  return { ...mark, from: { x: from.x + dx, y: from.y + dy }, to: { x: to.x + dx, y: to.y + dy } }
}

/** Moves a mark's second end, within the picture. */
export const stretched = (mark: Mark, by: Point, size: Size): Mark => ({
  ...mark,
  to: inside({ x: mark.to.x + by.x, y: mark.to.y + by.y }, size),
})

export const inside = ({ x, y }: Point, { width, height }: Size): Point => ({
  x: within(x, 0, width),
  y: within(y, 0, height),
})

/** Too small to be meant: a slip of the finger. */
export function isSlip({ from, to }: Mark, { width, height }: Size): boolean {
  const least = Math.max(width, height) / 200
  return Math.abs(from.x - to.x) < least && Math.abs(from.y - to.y) < least
}

/** A new mark in the middle of the visible part of the picture, for people who do not draw. */
export function markIn(kind: Mark['kind'], { x, y, width, height }: Box): Mark {
  return {
    kind,
    from: { x: x + width * 0.375, y: y + height * 0.375 },
    to: { x: x + width * 0.625, y: y + height * 0.625 },
  }
}

type Marks = readonly Mark[]

/** The marks, with the earlier and later states that undo and redo return to. */
export interface MarkHistory {
  readonly past: readonly Marks[]
  readonly marks: Marks
  readonly future: readonly Marks[]
}

export const begunWith = (marks: Marks): MarkHistory => ({ past: [], marks, future: [] })

export const changedTo = ({ past, marks }: MarkHistory, next: Marks): MarkHistory => ({
  past: [...past, marks],
  marks: next,
  future: [],
})

export function undone(history: MarkHistory): MarkHistory {
  const before = history.past.at(-1)
  if (!before) return history
  return { past: history.past.slice(0, -1), marks: before, future: [history.marks, ...history.future] }
}

export function redone(history: MarkHistory): MarkHistory {
  const [after, ...future] = history.future
  return after ? { past: [...history.past, history.marks], marks: after, future } : history
}

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)
