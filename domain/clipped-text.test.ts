import { expect, test } from 'vitest'
import { clippedText } from './clipped-text.ts'

const FAMILY = '👨‍👩‍👧'

test.each([
  ['a text that fits', 'abc', 3, 'abc'],
  ['letters', 'abcd', 3, 'abc'],
  ['a character of two units', 'ab😀', 3, 'ab'],
  ['an emoji of several, joined', `ab${FAMILY}`, 2 + 3, 'ab'],
  ['the end of a joined emoji', `ab${FAMILY}c`, 2 + FAMILY.length, `ab${FAMILY}`],
  ['an emoji with its colour of skin', 'ab👍🏽', 4, 'ab'],
  ['a flag', 'ab🇪🇸', 4, 'ab'],
  ['a letter with its accent behind it', 'abe\u0301', 3, 'ab'],
  ['a letter with more accents than there is room for', `a${'\u0301'.repeat(9)}`, 4, 'a\u0301\u0301\u0301'],
  ['an emoji that there is no room for', '😀', 1, ''],
])('%s is not cut inside', (_what, text, units, clipped) => {
  expect(clippedText(text, units)).toBe(clipped)
})
