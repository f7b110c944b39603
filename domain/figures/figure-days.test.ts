import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FIGURE_PERIODS, dayAfter, daysOfAges, daysOfPeriod, partsOfPeriod } from './figure-days.ts'

test.each([
  ['2026-03-29', 1, '2026-03-30'],
  ['2026-10-25', -1, '2026-10-24'],
  ['2024-02-28', 1, '2024-02-29'],
  ['2026-01-01', -1, '2025-12-31'],
])('%s and %i days are %s', (day, days, then) => {
  expect(dayAfter(day, days)).toBe(then)
})

test('a period ends today', () => {
  expect(daysOfPeriod('today', '2026-10-25')).toEqual({ from: '2026-10-25', until: '2026-10-25' })
  expect(daysOfPeriod('week', '2026-10-25')).toEqual({ from: '2026-10-19', until: '2026-10-25' })
  expect(daysOfPeriod('quarter', '2026-11-26')).toEqual({ from: '2026-08-29', until: '2026-11-26' })
})

test('ninety days are shown by weeks from Monday, the others by days', () => {
  const weeks = partsOfPeriod('quarter', '2026-11-26')
  // 29 August 2026 is a Saturday, 26 November a Thursday.
  expect(weeks.slice(0, 2)).toEqual([
    { from: '2026-08-29', until: '2026-08-30' },
    { from: '2026-08-31', until: '2026-09-06' },
  ])
  expect(weeks.at(-1)).toEqual({ from: '2026-11-23', until: '2026-11-26' })
  expect(partsOfPeriod('week', '2026-11-26').map(({ from }) => from)).toEqual([
    '2026-11-20',
    '2026-11-21',
    '2026-11-22',
    '2026-11-23',
    '2026-11-24',
    '2026-11-25',
    '2026-11-26',
  ])
})

test('the parts of a period are all of its days, each once', () => {
  const days = fc.integer({ min: 0, max: 5000 }).map((after) => dayAfter('2020-01-01', after))
  fc.assert(
    fc.property(fc.constantFrom(...FIGURE_PERIODS), days, (period, today) => {
      const { from, until } = daysOfPeriod(period, today)
      const parts = partsOfPeriod(period, today)
      expect([parts[0]?.from, parts.at(-1)?.until]).toEqual([from, until])
      for (const [index, part] of parts.entries()) {
        expect(part.from <= part.until).toBe(true)
        const next = parts[index + 1]
        if (next) expect(next.from).toBe(dayAfter(part.until, 1))
      }
    }),
  )
})

test('each day belongs to one age', () => {
  expect(daysOfAges('2026-11-26')).toEqual([
    { from: '2026-11-20', until: null },
    { from: '2026-10-30', until: '2026-11-19' },
    { from: '2026-08-28', until: '2026-10-29' },
    { from: null, until: '2026-08-27' },
  ])
})
