import { expect, test } from 'vitest'
import { nextDigest, nextTry } from './mail.ts'

const NOON = new Date('2026-11-18T11:00:00Z')

test('a mail that cannot leave is tried with growing pauses for more than a day', () => {
  let now = NOON
  const pauses: number[] = []
  for (let attempts = 1; ; attempts++) {
    const next = nextTry(attempts, now)
    if (next === null) break
    pauses.push(next.getTime() - now.getTime())
    now = next
  }
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other))
  expect(pauses[0]).toBe(60_000)
  expect(now.getTime() - NOON.getTime()).toBeGreaterThan(24 * 3_600_000)
})

test.each([
  ['2026-11-18T06:59:59Z', '2026-11-18T07:00:00.000Z'],
  ['2026-11-18T07:00:00Z', '2026-11-19T07:00:00.000Z'],
  ['2026-03-28T12:00:00Z', '2026-03-29T06:00:00.000Z'],
  ['2026-10-24T12:00:00Z', '2026-10-25T07:00:00.000Z'],
])('the daily summary leaves at eight by the office, also when the clocks change: %s', (now, at) => {
  expect(nextDigest(new Date(now), 'Europe/Madrid').toISOString()).toBe(at)
})
