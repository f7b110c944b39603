import { expect, test } from 'vitest'
import {
  type Mark,
  arrowLines,
  begunWith,
  boxOf,
  changedTo,
  isSlip,
  markIn,
  moved,
  redone,
  stretched,
  undone,
  workingSize,
} from './marks.ts'

const SIZE = { width: 400, height: 300 }
const cover = (x: number, y: number, toX: number, toY: number): Mark => ({
  kind: 'cover',
  from: { x, y },
  to: { x: toX, y: toY },
})

test.each([
  ['from the left', cover(10.6, 20.2, 30.1, 40.9), { x: 10, y: 20, width: 21, height: 21 }],
  ['from the right', cover(30.1, 40.9, 10.6, 20.2), { x: 10, y: 20, width: 21, height: 21 }],
  ['to the edges', cover(0, 0, 400, 300), { x: 0, y: 0, width: 400, height: 300 }],
  ['beyond the edges', cover(-5, -5, 405, 305), { x: 0, y: 0, width: 400, height: 300 }],
])('a rectangle drawn %s covers whole pixels', (_how, mark, box) => {
  expect(boxOf(mark, SIZE)).toEqual(box)
})

test.each([
  [
    { width: 1280, height: 800 },
    { width: 1280, height: 800 },
  ],
  [
    { width: 4000, height: 4000 },
    { width: 4000, height: 4000 },
  ],
  [
    { width: 12_000, height: 1000 },
    { width: 8192, height: 682 },
  ],
  [
    { width: 12_000, height: 9000 },
    { width: 4618, height: 3464 },
  ],
  [
    { width: 1, height: 60_000 },
    { width: 1, height: 8192 },
  ],
])('a picture of %j is worked on as %j', (size, expected) => {
  expect(workingSize(size)).toEqual(expected)
})

test('a mark that is moved stays whole within the picture, and one that is stretched ends at its edge', () => {
  expect(moved(cover(10, 10, 50, 40), { x: 5, y: -3 }, SIZE)).toEqual(cover(15, 7, 55, 37))
  expect(moved(cover(50, 40, 10, 10), { x: -30, y: 900 }, SIZE)).toEqual(cover(40, 300, 0, 270))
  expect(stretched(cover(10, 10, 50, 40), { x: 900, y: -5 }, SIZE)).toEqual(cover(10, 10, 400, 35))
})

test('a slip of the finger is no mark; a thin line is one', () => {
  expect(isSlip(cover(10, 10, 11, 11), SIZE)).toBe(true)
  expect(isSlip(cover(10, 10, 300, 10), SIZE)).toBe(false)
})

test('a mark for people who do not draw is in the middle of the visible part', () => {
  expect(markIn('cover', { x: 100, y: 0, width: 200, height: 100 })).toEqual(cover(175, 37.5, 225, 62.5))
})

test('the head of an arrow stands at its end, and is no longer than the arrow', () => {
  const [, head] = arrowLines({ kind: 'arrow', from: { x: 0, y: 50 }, to: { x: 100, y: 50 } }, 4)
  expect(head?.map(({ x, y }) => [Math.round(x), Math.round(y)])).toEqual([
    [79, 38],
    [100, 50],
    [79, 62],
  ])
  const [, short] = arrowLines({ kind: 'arrow', from: { x: 0, y: 0 }, to: { x: 10, y: 0 } }, 4)
  expect(Math.min(...(short ?? []).map(({ x }) => x))).toBeGreaterThan(0)
})

test('undo and redo return to earlier and later marks, and a new mark ends redoing', () => {
  const [one, two, three] = [cover(0, 0, 9, 9), cover(9, 9, 18, 18), cover(18, 18, 27, 27)]
  let history = changedTo(changedTo(begunWith([]), [one]), [one, two])
  history = undone(history)
  expect(history.marks).toEqual([one])
  expect(redone(history).marks).toEqual([one, two])
  history = undone(history)
  expect(undone(history)).toBe(history)
  expect(redone(redone(history)).marks).toEqual([one, two])
  history = changedTo(history, [three])
  expect(redone(history)).toBe(history)
  expect(undone(history).marks).toEqual([])
})
