import { expect, test } from 'vitest'
import { formatIn } from './format.ts'

test.each([
  [0, '1 min', '1m'],
  [59 * 60, '59 min', '59m'],
  [2 * 3600, '2 h', '2h'],
  [23.6 * 3600, '1 d', '1d'],
  [26 * 24 * 3600, '26 d', '26d'],
])('a span of %i s where there is little room', (seconds, spanish, english) => {
  const found = [formatIn('es').span(seconds * 1000), formatIn('en').span(seconds * 1000)]
  expect(found.map((text) => text.replaceAll(/\s/g, ' '))).toEqual([spanish, english])
})
