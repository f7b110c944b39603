import { expect, test } from 'vitest'
import { solvedLikeness, weightAmongAll } from './alike.ts'

const MOST = 2000
const sought = [
  { stem: 'anticip', found: 3, weight: weightAmongAll(3, MOST, true) },
  { stem: 'factur', found: 2000, weight: weightAmongAll(2000, MOST, false) },
  { stem: 'mes', found: 2000, weight: weightAmongAll(2000, MOST, false) },
]
const solved = { said: ['anticip', 'factur'], inTitle: [], isOfModule: false }

test('a rare word weighs more than one of many records, and one of the title more than one of the text', () => {
  expect(weightAmongAll(3, MOST, false)).toBeGreaterThan(4 * weightAmongAll(2000, MOST, false))
  expect(weightAmongAll(3, MOST, true)).toBe(1.5 * weightAmongAll(3, MOST, false))
  expect(weightAmongAll(MOST, MOST, false)).toBeGreaterThan(0)
})

test('a ticket that says only one word, or only what many say, is not like it', () => {
  expect(solvedLikeness(sought, { ...solved, said: ['anticip'] })).toBe(0)
  expect(solvedLikeness(sought, { ...solved, said: ['factur', 'mes'] })).toBe(0)
})

test('title and module decide between two that say the same', () => {
  const plain = solvedLikeness(sought, solved)
  expect(plain).toBeGreaterThan(0)
  expect(solvedLikeness(sought, { ...solved, inTitle: ['anticip'] })).toBeGreaterThan(plain)
  expect(solvedLikeness(sought, { ...solved, isOfModule: true })).toBeGreaterThan(plain)
})
