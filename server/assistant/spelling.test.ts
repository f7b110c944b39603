import { expect, test } from 'vitest'
import { spellingOf } from './spelling.ts'

const { repair } = spellingOf(
  new Map([
    ['remesa', 12],
    ['conciliacion', 8],
    ['arrendamiento', 5],
    ['certificacion', 30],
    ['certificaciones', 9],
    ['subcontrata', 6],
  ]),
)

test.each([
  ['rmesa', 'remesa'],
  ['remsea', 'remesa'],
  ['remessa', 'remesa'],
  ['tremesa', 'remesa'],
  ['conciliasion', 'conciliacion'],
  ['Arendamiento', 'arrendamiento'],
  ['arrendamienot', 'arrendamiento'],
  ['subocntrata', 'subcontrata'],
])('%s is taken for %s', (typed, meant) => {
  expect(repair(typed)[0]).toBe(meant)
})

test.each(['remesa', 'Conciliación', 'vacaciones', 'garantia', 'de', 'AM05', 'x'.repeat(40)])(
  '%s is left as it is',
  (typed) => {
    expect(repair(typed)).toEqual([])
  },
)

test('a word of the language that the corpus does not have is not forced into one of its words', () => {
  expect(spellingOf(new Map([['ocasiones', 3]])).repair('vacasiones')[0]).toBe('vacaciones')
})

test('a word that resembles none is not corrected', () => {
  expect(repair('xqzwvkpt')).toEqual([])
})
