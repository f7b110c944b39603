import { expect, test } from 'vitest'
import { meaningOf, solvedLikeness, weightAmongAll } from './alike.ts'

const MOST = 2000
const sought = [
  [{ stem: 'anticip', found: 3, weight: weightAmongAll(3, MOST, true) }],
  [{ stem: 'factur', found: 2000, weight: weightAmongAll(2000, MOST, false) }],
  [{ stem: 'mes', found: 2000, weight: weightAmongAll(2000, MOST, false) }],
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

test('another word of the same meaning tells less than the word, and both together no more than one', () => {
  const kindred = [{ stem: 'adelant', found: 1 }]
  const meaning = meaningOf({ stem: 'anticip', found: 3, isEntitled: true }, kindred, MOST)
  const asked = [meaning, ...sought.slice(1)]
  const likeness = (...said: string[]) => solvedLikeness(asked, { ...solved, said: [...said, 'factur'] })
  expect(likeness('adelant')).toBeGreaterThan(0)
  expect(likeness('adelant')).toBeLessThan(likeness('anticip'))
  expect(likeness('adelant', 'anticip')).toBe(likeness('anticip'))
  expect(solvedLikeness(asked, { ...solved, said: ['adelant', 'anticip'] })).toBe(0)
})

test('a word that no record says still has those of the same meaning', () => {
  const meaning = meaningOf({ stem: 'anticip', found: 0, isEntitled: false }, [{ stem: 'adelant', found: 7 }], MOST)
  expect(meaning.map(({ stem }) => stem)).toEqual(['adelant'])
})
