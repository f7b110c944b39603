import { expect, test } from 'vitest'
import { fieldOf, momentOf } from './office-moment.ts'

test.each([
  ['2026-11-24T10:40', '2026-11-24T09:40:00.000Z'],
  ['2026-07-01T00:00', '2026-06-30T22:00:00.000Z'],
  // The hour after the clocks go forward, and the one before.
  ['2026-03-29T03:30', '2026-03-29T01:30:00.000Z'],
  ['2026-03-29T01:30', '2026-03-29T00:30:00.000Z'],
  ['2026-10-25T12:00', '2026-10-25T11:00:00.000Z'],
])('%s by the clocks of the office is %s', (field, instant) => {
  expect(momentOf(field)?.toISOString()).toBe(instant)
  expect(fieldOf(new Date(instant))).toBe(field)
})

test('a field that is not filled in gives no moment', () => {
  expect(momentOf('')).toBeNull()
})
