import * as z from 'zod/mini'
import { consoleInput, endpoint } from '../endpoint.ts'
import { consoleObject, count, identity, instant, list, nullable, oneOf, optional, text } from '../wire.ts'
import { changedMeanwhile, revision } from './revision.ts'

const whole = identity('none', z.int())
const timeOfDay = text(5)

/** Opening and closing time, `HH:MM`, in the office's zone; `24:00` closes at midnight. */
const hours = consoleObject({ opens: timeOfDay, closes: timeOfDay })

/** By ISO weekday, Monday is 1; a missing weekday is closed. */
const week = consoleObject({
  1: optional(hours),
  2: optional(hours),
  3: optional(hours),
  4: optional(hours),
  5: optional(hours),
  6: optional(hours),
  7: optional(hours),
})

/** A day of every year: `month` and `day`, or `easter`, the days from Easter Sunday. */
const yearDayFields = {
  month: optional(whole),
  day: optional(whole),
  easter: optional(whole),
}
const yearDay = consoleObject(yearDayFields)

/** The calendar of `domain/office-hours.ts`, with its rules. */
export const officeCalendar = consoleObject({
  zone: text(100),
  seasons: list(
    consoleObject({
      name: oneOf(['normal', 'summer', 'christmas', 'easter']),
      from: optional(yearDay),
      to: optional(yearDay),
      week: optional(week),
    }),
    20,
  ),
  /** Days of every year or, with `date` (YYYY-MM-DD), of one year. */
  daysOff: list(consoleObject({ ...yearDayFields, date: optional(text(10)), name: text(100) }), 400),
})

export const editedCalendar = consoleObject({
  calendar: officeCalendar,
  /** The number of office days after which silence counts as acceptance; null: never, because no mail can warn of it. */
  silentAfterDays: nullable(count),
  revision,
  changedAt: nullable(instant),
  changedBy: nullable(text(200)),
})

export const consoleOfficeCalendar = {
  view: endpoint({
    method: 'GET',
    path: '/console/office-calendar',
    summary: 'When the office is open',
    access: 'technician',
    input: consoleInput({}),
    data: editedCalendar,
  }),
  change: endpoint({
    method: 'POST',
    path: '/console/office-calendar/change',
    summary:
      'Change when the office is open, from the next request on; 409 with the current calendar if somebody has changed it',
    access: 'supervisor',
    input: consoleInput({ calendar: officeCalendar, revision }),
    data: editedCalendar,
  }),
}

export const calendarNow = changedMeanwhile(editedCalendar)
