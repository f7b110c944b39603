import * as z from 'zod/mini'
import { consoleInput, endpoint } from '../endpoint.ts'
import { as, count, identity, instant, list, nullable, oneOf, optional, text, wireObject } from '../wire.ts'
import { changedMeanwhile, revision } from './revision.ts'

const whole = identity('none', z.int())
const timeOfDay = text(5)

/** Opening and closing time, `HH:MM`, in the office's zone; `24:00` closes at midnight. */
const hours = wireObject({ opens: as('opens', timeOfDay), closes: as('closes', timeOfDay) })

/** By ISO weekday, Monday is 1; a weekday that is not there is closed. */
const week = wireObject({
  1: as('1', optional(hours)),
  2: as('2', optional(hours)),
  3: as('3', optional(hours)),
  4: as('4', optional(hours)),
  5: as('5', optional(hours)),
  6: as('6', optional(hours)),
  7: as('7', optional(hours)),
})

/** A day of every year: `month` and `day`, or `easter`, the days from Easter Sunday. */
const yearDayFields = {
  month: as('month', optional(whole)),
  day: as('day', optional(whole)),
  easter: as('easter', optional(whole)),
}
const yearDay = wireObject(yearDayFields)

/** The calendar of `domain/office-hours.ts`, held to its rules. */
export const officeCalendar = wireObject({
  zone: as('zone', text(100)),
  seasons: as(
    'seasons',
    list(
      wireObject({
        name: as('name', oneOf(['normal', 'summer', 'christmas', 'easter'])),
        from: as('from', optional(yearDay)),
        to: as('to', optional(yearDay)),
        week: as('week', optional(week)),
      }),
      20,
    ),
  ),
  /** Days of every year or, with `date` (YYYY-MM-DD), of one year. */
  daysOff: as(
    'daysOff',
    list(wireObject({ ...yearDayFields, date: as('date', optional(text(10))), name: as('name', text(100)) }), 400),
  ),
})

export const editedCalendar = wireObject({
  calendar: as('calendar', officeCalendar),
  /** The number of office days after which silence counts as acceptance; null: never, because no mail can warn of it. */
  silentAfterDays: as('silentAfterDays', nullable(count)),
  revision,
  changedAt: as('changedAt', nullable(instant)),
  changedBy: as('changedBy', nullable(text(200))),
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
    summary: 'Change when the office is open, from the next request on; 409 with the calendar when somebody changed it',
    access: 'supervisor',
    form: 'session',
    input: consoleInput({ calendar: as('calendar', officeCalendar), revision }),
    data: editedCalendar,
  }),
}

export const calendarNow = changedMeanwhile(editedCalendar)
