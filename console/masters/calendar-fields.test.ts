import { describe, expect, test } from 'vitest'
import stored from '#content/office-calendar.json' with { type: 'json' }
import { officeCalendar } from '#domain/office/office-calendar.ts'
import { type Calendar, calendarFields, calendarOf, calendarProblems } from './calendar-fields.ts'

const calendar: Calendar = officeCalendar.parse(stored)
const fields = calendarFields(calendar)

test('the calendar that comes with the portal goes through the form unchanged', () => {
  expect(calendarOf(fields)).toEqual(calendar)
  expect(calendarProblems(fields).size).toBe(0)
})

describe('a problem is reported at its place', () => {
  const [season] = fields.seasons
  if (!season) throw new Error('no season')
  const withMonday = (opens: string, closes: string) =>
    calendarProblems({ ...fields, seasons: [{ ...season, week: { ...season.week, 1: { opens, closes } } }] })

  test.each([
    ['9:00', '18:00', `${season.key} 1 opens`, 'time'],
    ['09:00', '25:00', `${season.key} 1 closes`, 'time'],
    ['09:00', '', `${season.key} 1 closes`, 'time'],
    ['18:00', '09:00', `${season.key} 1 closes`, 'order'],
  ])('from %s to %s', (opens, closes, where, what) => {
    expect([...withMonday(opens, closes)]).toEqual([[where, what]])
  })

  test('a day without hours is closed', () => {
    expect(withMonday('', '').size).toBe(0)
    expect(withMonday('00:00', '24:00').size).toBe(0)
  })

  test.each([
    ['yearly', { month: '2', day: '29' }, 0],
    ['yearly', { month: '2', day: '30' }, 1],
    ['yearly', { month: '4', day: '31' }, 1],
    ['yearly', { month: '4', day: '' }, 1],
    ['easter', { easter: '-3' }, 0],
    ['easter', { easter: '-' }, 1],
    ['once', { date: '2026-12-24' }, 0],
    ['once', { date: '' }, 1],
  ] as const)('a day off, %s, on %o', (kind, day, problems) => {
    const off = { key: 'one', name: 'Fiesta', kind, month: '1', day: '1', easter: '0', date: '', ...day }
    expect(calendarProblems({ ...fields, daysOff: [off] }).size).toBe(problems)
  })
})
