import { expect, test } from 'vitest'
import { termsOf } from './question-terms.ts'

test('only so many words are searched for slips, found or not', () => {
  const searched: string[] = []
  const nonsense = Array.from({ length: 40 }, (_, place) => `xqzt${place}`)
  const terms = termsOf(
    { text: nonsense.join(' '), previous: 'wvkp', language: 'es' },
    {
      isUnknown: (word) => word !== 'xqzt0',
      repair: (word) => {
        searched.push(word)
        return []
      },
    },
  )
  expect(terms).toHaveLength(41)
  expect(searched).toEqual(nonsense.slice(1, 11))
})

test('shorthand and the numbers of people say nothing', () => {
  const terms = termsOf(
    { text: 'xq q tb se devuelve la fianza, 12345678Z, 612345678, ES9121000418450200051332', language: 'es' },
    { isUnknown: () => false, repair: () => [] },
  )
  expect(terms.map(({ stems }) => [...stems.keys()][0])).toEqual(['devuelv', 'fianz'])
})
