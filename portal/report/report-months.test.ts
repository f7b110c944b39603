import { expect, test } from 'vitest'
import { chosenMonth, lastMonths, reportAddress } from './report-months.ts'

test('this month and the two years before it are on offer, across the turn of the year', () => {
  const months = lastMonths('2026-01-31')
  expect(months.slice(0, 3)).toEqual(['2026-01', '2025-12', '2025-11'])
  expect([months.length, months.at(-1)]).toEqual([25, '2024-01'])
})

test.each([
  [{ periodo: '2025-12' }, '2025-12'],
  [{}, '2025-12'],
  [{ periodo: '2026-01' }, '2026-01'],
  [{ periodo: '2031-01' }, '2025-12'],
  [{ periodo: 'x' }, '2025-12'],
])('%j shows %s', (search, shown) => {
  expect(chosenMonth(reportAddress.read(search).month, lastMonths('2026-01-15'))).toBe(shown)
})
