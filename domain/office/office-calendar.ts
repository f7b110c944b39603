import { tzOffset } from '@date-fns/tz/tzOffset'
import * as z from 'zod/mini'
import { WEEKDAYS } from './weekdays.ts'

const timeOfDay = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/))

const openHours = z
  .strictObject({ opens: timeOfDay, closes: timeOfDay })
  .check(z.refine(({ opens, closes }) => opens < closes, 'opens must be before closes'))

/** Hours per weekday; a weekday without hours is closed. */
const week = z.partialRecord(z.enum(WEEKDAYS), openHours)

const monthAndDay = {
  month: z.int().check(z.minimum(1), z.maximum(12)),
  day: z.int().check(z.minimum(1), z.maximum(31)),
}

/** Days from Easter Sunday, bounded so that they never leave its year. */
const easterOffset = z.int().check(z.minimum(-80), z.maximum(250))

/** Yearly days are checked against a leap year, so that 29 February is valid. */
const isInMonth = z.refine<{ month: number; day: number }>(
  ({ month, day }) => day <= new Date(Date.UTC(2028, month, 0)).getUTCDate(),
  { error: 'no such day', path: ['day'] },
)

const yearDay = z.union([z.strictObject(monthAndDay).check(isInMonth), z.strictObject({ easter: easterOffset })])

const season = z.strictObject({
  name: z.enum(['normal', 'summer', 'christmas', 'easter']),
  from: z.optional(yearDay),
  to: z.optional(yearDay),
  week: z.optional(week),
})

const dayOff = z.union([
  z.strictObject({ ...monthAndDay, name: z.string() }).check(isInMonth),
  z.strictObject({ easter: easterOffset, name: z.string() }),
  z.strictObject({ date: z.iso.date(), name: z.string() }),
])

/**
 * The office's calendar as stored. A season lasts from `from` to `to`, both included, and may wrap the year. If several cover a
 * day, the later in the list wins; `normal` is the rest of the year, and replaces a season without a bound or week.
 */
export const officeCalendar = z.strictObject({
  // For a zone named like an object's inherited property, such as `toString`, the library returns that property.
  zone: z.string().check(z.refine((zone) => Number.isFinite(tzOffset(zone, new Date(0))), 'unknown time zone')),
  seasons: z
    .array(season)
    .check(z.refine((seasons) => seasons.some(({ name, week }) => name === 'normal' && week), 'no normal week')),
  daysOff: z.array(dayOff),
})

export type OfficeCalendar = z.infer<typeof officeCalendar>
export type Season = z.infer<typeof season>
export type YearDay = z.infer<typeof yearDay>
export type OpenHours = z.infer<typeof openHours>
