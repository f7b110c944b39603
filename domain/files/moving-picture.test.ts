import { expect, test } from 'vitest'
import { isMovingPng } from './moving-picture.ts'

const chunk = (type: string, length: number): number[] => [
  0,
  0,
  0,
  length,
  ...Array.from(type, (letter) => letter.charCodeAt(0)),
  ...Array.from({ length: length + 4 }, () => 0),
]
const png = (...chunks: number[][]) => Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, ...chunks.flat()])

test.each([
  ['one frame', png(chunk('IHDR', 13), chunk('IDAT', 9), chunk('IEND', 0)), false],
  ['several', png(chunk('IHDR', 13), chunk('acTL', 8), chunk('IDAT', 9)), true],
  ['the word within its pixels', png(chunk('IHDR', 13), chunk('IDAT', 9), chunk('acTL', 8)), false],
  ['a length beyond its end', png([255, 255, 255, 255, 73, 72, 68, 82], chunk('acTL', 8)), false],
  ['nothing', new Uint8Array(), false],
])('%s', (_name, bytes, moves) => {
  expect(isMovingPng(bytes)).toBe(moves)
})
