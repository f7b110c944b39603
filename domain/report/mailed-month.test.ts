import { expect, test } from 'vitest'
import { monthOfNumber, monthToMail, numberOfMonth } from './mailed-month.ts'

test.each([
  ['2026-11-01', '2026-10'],
  ['2026-11-10', '2026-10'],
  ['2026-11-11', null],
  ['2026-11-30', null],
  ['2027-01-01', '2026-12'],
  ['2024-03-01', '2024-02'],
])('on %s the report of %s is mailed', (day, month) => {
  expect(monthToMail(day)).toBe(month)
})

test.each(['2026-01', '2026-10', '2026-12'])('the month %s is the same after its number', (month) => {
  expect(monthOfNumber(numberOfMonth(month))).toBe(month)
})
