import { expect, test } from 'vitest'
import { mayMailLink } from './mailed-links.ts'

const NOW = new Date('2026-11-18T11:00:00Z')
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000)

test.each([
  ['nothing was mailed', 0, 0, null, true],
  ['the last one is a minute old', 1, 1, ago(60), true],
  ['the last one is younger', 1, 1, ago(59), false],
  ['two went to the person', 2, 2, ago(600), true],
  ['three went to the person', 3, 3, ago(600), false],
  ['five went to the address', 0, 5, null, true],
  ['six went to the address', 0, 6, null, false],
] as const)('if %s', (_what, toPerson, toAddress, last, may) => {
  expect(mayMailLink({ toPerson, toAddress, last }, NOW)).toBe(may)
})
