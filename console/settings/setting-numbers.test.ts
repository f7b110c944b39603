import { expect, test } from 'vitest'
import { numbersIn, readNumber, withNumbers, written } from './setting-numbers.ts'

test('bytes are shown in MB, and keep their exact value if nobody touches them', () => {
  expect(written('limits.attachmentBytes', 20_971_520)).toBe('20')
  expect(written('limits.storage.staged', 1_000_000)).toBe('0.95')
  expect(readNumber('limits.storage.staged', '0.95', 1_000_000)).toBe(1_000_000)
  expect(readNumber('limits.attachmentBytes', '2,5', 20_971_520)).toBe(2_621_440)
  expect(readNumber('limits.attachments', 'diez', 10)).toBe(0)
  expect(readNumber('limits.attachments', '-3', 10)).toBe(0)
})

test('numbers are found by their path, and put back in the same places', () => {
  const limits = { attachments: 10, storage: { staged: 5 } }
  expect(numbersIn(limits, 'limits')).toEqual([
    ['limits.attachments', 10],
    ['limits.storage.staged', 5],
  ])
  expect(withNumbers(limits, 'limits', (path, before) => before + path.length)).toEqual({
    attachments: 28,
    storage: { staged: 26 },
  })
})
