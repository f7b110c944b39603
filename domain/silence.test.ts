import { describe, expect, test } from 'vitest'
import stored from '#content/office-calendar.json' with { type: 'json' }
import { type OfficeCalendar, officeCalendar } from './office/office-calendar.ts'
import {
  countsDown,
  isLastDay,
  silenceRules,
  silentAcceptance,
  warnedUntil,
  warningToSend,
  wasWarned,
} from './silence.ts'
import { mayUndoSilence } from './ticket-actions.ts'
import { type Standing, type StandingEntry, openingStanding, standingOf } from './ticket.ts'

const calendar = officeCalendar.parse(stored)
const rules = { officeDays: 15, warningOfficeDays: 5 }
const never: OfficeCalendar = { ...calendar, seasons: [{ name: 'normal', week: {} }] }

describe('silence counts as a yes', () => {
  test.each([
    ['three weeks without a holiday', '2026-02-02T11:00:00Z', '2026-02-23T17:00:00Z'],
    ['over a holiday', '2026-11-18T11:00:00Z', '2026-12-10T17:00:00Z'],
    ['as the office closes on a Friday', '2026-02-06T11:00:00Z', '2026-02-27T13:30:00Z'],
    ['from a Saturday', '2026-02-07T11:00:00Z', '2026-02-27T13:30:00Z'],
    ['from late in the evening, which is the next day in the office', '2026-02-02T23:30:00Z', '2026-02-24T17:00:00Z'],
    ['over Christmas', '2026-12-18T11:00:00Z', '2027-01-13T17:00:00Z'],
    ['into summer time', '2026-03-20T11:00:00Z', '2026-04-14T16:00:00Z'],
  ])('%s', (_case, since, at) => {
    expect(silentAcceptance(new Date(since), rules, calendar)).toEqual(new Date(at))
  })

  test('never, where the office never opens', () => {
    expect(silentAcceptance(new Date('2026-02-02T11:00:00Z'), rules, never)).toBe(null)
    expect(warnedUntil(new Date('2026-02-02T11:00:00Z'), rules, never)).toBe(null)
  })

  test('is preceded by a warning', () => {
    expect(warnedUntil(new Date('2026-12-02T08:00:00Z'), rules, calendar)).toEqual(new Date('2026-12-10T17:00:00Z'))
    expect(silenceRules.safeParse(rules).success).toBe(true)
    expect(silenceRules.safeParse({ officeDays: 5, warningOfficeDays: 5 }).success).toBe(false)
    expect(silenceRules.safeParse({ officeDays: 0, warningOfficeDays: 0 }).success).toBe(false)
  })

  test.each([
    ['the day before', '2026-12-09T17:00:00Z', false],
    ['the day itself, from midnight on', '2026-12-09T23:00:00Z', true],
    ['the very moment', '2026-12-10T17:00:00Z', true],
  ])('the last day: %s', (_case, now, expected) => {
    expect(isLastDay(new Date('2026-12-10T17:00:00Z'), new Date(now), calendar)).toBe(expected)
  })

  test('a Sunday before a Monday is not the last day', () => {
    expect(isLastDay(new Date('2026-02-23T17:00:00Z'), new Date('2026-02-22T11:00:00Z'), calendar)).toBe(false)
  })
})

const hour = (count: number) => new Date(Date.parse('2026-02-02T11:00:00Z') + count * 3_600_000)
const entry = (kind: StandingEntry['kind'], at: number, closes = false): StandingEntry => ({
  kind,
  at: hour(at),
  closes,
})
const query = entry('query', 0)
const closing = entry('answer', 1, true)

describe('the tickets that count down', () => {
  test.each<[string, Standing, boolean]>([
    ['pending', openingStanding(hour(0)), false],
    ['closed', standingOf([query, closing], null), true],
    ['closed with an incident in the way', standingOf([query, closing], 7), false],
    ['accepted', standingOf([query, closing, entry('acceptance', 2)], null), false],
    ['accepted by silence', standingOf([query, closing, entry('silence', 2)], null), false],
    ['rejected', standingOf([query, closing, entry('rejection', 2)], null), false],
    ['withdrawn', standingOf([query, entry('withdrawal', 2)], null), false],
    [
      'disputed and closed anew',
      standingOf([query, closing, entry('silence', 2), entry('rejection', 3), entry('answer', 4, true)], null),
      true,
    ],
  ])('%s', (_case, standing, expected) => {
    expect(countsDown(standing)).toBe(expected)
  })
})

describe('silence is disputed', () => {
  const silent = standingOf([query, closing, entry('silence', 2)], null)
  test.each<[string, Standing, Date, string | null]>([
    ['at once', silent, hour(2), null],
    ['to the end of the thirtieth day', silent, hour(2 + 30 * 24), null],
    ['no more after it', silent, new Date(hour(2 + 30 * 24).getTime() + 1), 'silence-final'],
    [
      'not where it was accepted',
      standingOf([query, closing, entry('acceptance', 2)], null),
      hour(3),
      'not-by-silence',
    ],
    ['not where it is closed alone', standingOf([query, closing], null), hour(3), 'not-by-silence'],
    [
      'not twice',
      standingOf([query, closing, entry('silence', 2), entry('rejection', 3)], null),
      hour(4),
      'not-by-silence',
    ],
  ])('%s', (_case, standing, now, reason) => {
    const verdict = mayUndoSilence(standing, { now })
    expect(verdict.allowed ? null : verdict.reason).toBe(reason)
  })
})

describe('the warnings of a silence', () => {
  const at = new Date('2026-12-10T17:00:00Z')
  const first = new Date('2026-12-02T08:00:00Z')
  test.each([
    ['not before its time', { first: null, last: null }, '2026-12-01T17:00:00Z', null],
    ['the first, five office days before', { first: null, last: null }, '2026-12-02T08:00:00Z', 'first'],
    ['the first also late', { first: null, last: null }, '2026-12-10T16:59:59Z', 'first'],
    ['none in between', { first, last: null }, '2026-12-09T22:59:59Z', null],
    ['the last on the last day, from midnight on', { first, last: null }, '2026-12-09T23:00:00Z', 'last'],
    ['never both on one day', { first: new Date('2026-12-10T08:00:00Z'), last: null }, '2026-12-10T16:00:00Z', null],
    ['none once both have left', { first, last: new Date('2026-12-10T08:00:00Z') }, '2026-12-10T16:00:00Z', null],
    ['none at the moment itself', { first, last: null }, '2026-12-10T17:00:00Z', null],
  ])('%s', (_case, warnings, now, expected) => {
    expect(warningToSend(at, warnings, new Date(now), rules, calendar)).toBe(expected)
  })

  test('count only if both were sent', () => {
    expect(wasWarned({ first, last: at })).toBe(true)
    expect(wasWarned({ first, last: null })).toBe(false)
    expect(wasWarned({ first: null, last: null })).toBe(false)
  })
})
