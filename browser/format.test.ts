import { expect, test } from 'vitest'
import { momentIn } from '#contract/moment.ts'
import { formatIn } from './format.ts'

test.each([
  [0, '1 min', '1m'],
  [59 * 60, '59 min', '59m'],
  [2 * 3600, '2 h', '2h'],
  [23.6 * 3600, '23 h', '23h'],
  [7.7 * 24 * 3600, '7 d', '7d'],
  [26 * 24 * 3600, '26 d', '26d'],
])('a span of %i s where there is little room', (seconds, spanish, english) => {
  const found = [formatIn('es').span(seconds * 1000), formatIn('en').span(seconds * 1000)]
  expect(found.map((text) => text.replaceAll(/\s/g, ' '))).toEqual([spanish, english])
})

test.each([
  [40_000, 'hace 1 min'],
  [2.9 * 3_600_000, 'hace 2 h'],
  [23.9 * 3_600_000, 'hace 23 h'],
  [36 * 3_600_000, 'hace 1 día'],
  [7.6 * 86_400_000, 'hace 7 días'],
])('what was %i ms ago counts the units that have passed', (ms, spanish) => {
  const now = new Date('2026-11-27T21:54:00Z')
  expect(formatIn('es').ago(new Date(now.getTime() - ms), now)).toBe(spanish)
})

test('an hour has one form, in a column, beside its date and in a sentence', () => {
  const at = new Date('2026-11-05T07:30:00Z')
  const { date, time, dateTime, day } = formatIn('es')
  expect([date(at), day('2026-11-05'), time(at), dateTime(at)]).toEqual([
    '05/11/2026',
    '05/11/2026',
    '08:30',
    '05/11/2026, 08:30',
  ])
  expect(momentIn('es', at)).toBe('el jueves 5 de noviembre a las 08:30')
})
