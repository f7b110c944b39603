import { tzOffset } from '@date-fns/tz/tzOffset'
import type { OfficeCalendar, OpenHours, Season, YearDay } from './office/office-calendar.ts'
import { WEEKDAYS } from './office/weekdays.ts'

/** Whether the office is open: from the opening until just before the closing. */
export function isOpen(at: Date, calendar: OfficeCalendar): boolean {
  const { date, time } = localTime(at, calendar.zone)
  const hours = hoursOn(date, calendar)
  return hours !== null && hours.opens <= time && time < hours.closes
}

/** The first instant from `after` on when the office is open (`after` itself if it is); null if it stays closed for a year. */
export function nextOpening(after: Date, calendar: OfficeCalendar): Date | null {
  const today = localTime(after, calendar.zone).date
  for (let days = 0; days <= 366; days++) {
    const opening = openingOn(daysFrom(today, days), after.getTime(), calendar)
    if (opening !== null) return new Date(opening)
  }
  return null
}

/**
 * The instant when so many minutes of open office have passed since `from`, which may be outside office hours. It is the
 * closing itself if they end with it; null if the office opens for less within two years.
 */
export function addOfficeTime(from: Date, minutes: number, calendar: OfficeCalendar): Date | null {
  const today = localTime(from, calendar.zone).date
  let left = minutes * 60_000
  for (let days = 0; days <= 2 * 366; days++) {
    for (const { first, end } of openSpansOn(daysFrom(today, days), from.getTime(), calendar)) {
      if (left <= end - first) return new Date(first + left)
      left -= end - first
    }
  }
  return null
}

/** Measures the minutes of open office from one instant to another; a whole day is looked up once for all measurements. */
export function officeMeter(calendar: OfficeCalendar): (from: Date, to: Date) => number {
  const wholeDays = new Map<string, number>()
  const openOn = (date: string, from: number, to: number) =>
    openSpansOn(date, from, calendar).reduce((sum, { first, end }) => sum + Math.max(0, Math.min(end, to) - first), 0)
  const openAllDay = (date: string): number => {
    const known = wholeDays.get(date) ?? openOn(date, -Infinity, Infinity)
    wholeDays.set(date, known)
    return known
  }
  return (from, to) => {
    const first = localTime(from, calendar.zone).date
    const last = localTime(to, calendar.zone).date
    let open = 0
    for (let date = first; date <= last; date = daysFrom(date, 1)) {
      open += date === first || date === last ? openOn(date, from.getTime(), to.getTime()) : openAllDay(date)
    }
    return open / 60_000
  }
}

/**
 * When the office closes on the nth working day after the day of `from`; null if it opens on fewer than n days within two
 * years.
 */
export function addOfficeDays(from: Date, days: number, calendar: OfficeCalendar): Date | null {
  const today = localTime(from, calendar.zone).date
  let left = days
  for (let ahead = 1; ahead <= 2 * 366; ahead++) {
    const closing = openSpansOn(daysFrom(today, ahead), -Infinity, calendar).at(-1)
    if (!closing) continue
    left -= 1
    if (left <= 0) return new Date(closing.end)
  }
  return null
}

/** The number of working days after today, up to and including the day of `until`. */
export function officeDaysUntil(until: Date, now: Date, calendar: OfficeCalendar): number {
  const last = localTime(until, calendar.zone).date
  let days = 0
  for (let date = localTime(now, calendar.zone).date; date < last;) {
    date = daysFrom(date, 1)
    if (hoursOn(date, calendar)) days += 1
  }
  return days
}

/** An instant on a zone's clocks: `YYYY-MM-DD` and `HH:MM`. */
export function localTime(at: Date, zone: string): { date: string; time: string } {
  const clock = new Date(at.getTime() + offsetAt(at.getTime(), zone)).toISOString()
  return { date: clock.slice(0, 10), time: clock.slice(11, 16) }
}

/** Easter Sunday as `YYYY-MM-DD`, by the anonymous Gregorian computus (Meeus, Jones, Butcher). */
export function easterSunday(year: number): string {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const yearOfCentury = year % 100
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - moonCorrection + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7
  const lateMoon = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const daysFromMarch = epact + weekday - 7 * lateMoon + 114
  return dateOf(year, Math.floor(daysFromMarch / 31), (daysFromMarch % 31) + 1)
}

function hoursOn(date: string, { seasons, daysOff }: OfficeCalendar): OpenHours | null {
  if (daysOff.some((off) => ('date' in off ? off.date : dateInYear(off, yearOf(date))) === date)) return null
  const current = seasons.findLast((season) => covers(season, date))
  const week = current?.week ?? seasons.find(({ name }) => name === 'normal')?.week
  return week?.[weekdayOf(date)] ?? null
}

function covers({ from, to }: Season, date: string): boolean {
  if (!from || !to) return false
  const first = dateInYear(from, yearOf(date))
  const last = dateInYear(to, yearOf(date))
  return first <= last ? first <= date && date <= last : first <= date || date <= last
}

const dateInYear = (day: YearDay, year: number): string =>
  'easter' in day ? daysFrom(easterSunday(year), day.easter) : dateOf(year, day.month, day.day)

/** The first instant of a local day, not before `from`, at which the office is open. */
const openingOn = (date: string, from: number, calendar: OfficeCalendar): number | null =>
  openSpansOn(date, from, calendar)[0]?.first ?? null

/** The open intervals of a local day from `from` on, in order: one, or two if a change of clocks splits it. */
function openSpansOn(date: string, from: number, calendar: OfficeCalendar): { first: number; end: number }[] {
  const hours = hoursOn(date, calendar)
  if (!hours) return []
  const opens = Date.parse(`${date}T${hours.opens}Z`)
  const closes = Date.parse(`${date}T${hours.closes}Z`)
  return offsetSpans(date, calendar.zone)
    .map(({ offset, start, end }) => ({
      first: Math.max(from, opens - offset, start),
      end: Math.min(closes - offset, end),
    }))
    .filter(({ first, end }) => first < end)
}

interface OffsetSpan {
  readonly offset: number
  readonly start: number
  readonly end: number
}

/** The offsets from UTC of a local day, in order: one, or two on the day of a change of clocks. */
function offsetSpans(date: string, zone: string): OffsetSpan[] {
  // Zones lie between 14 hours before UTC and 12 behind.
  let before = Date.parse(date) - 14 * HOUR_MS
  let after = Date.parse(date) + (24 + 12) * HOUR_MS
  const offset = offsetAt(before, zone)
  const nextOffset = offsetAt(after, zone)
  if (offset === nextOffset) return [{ offset, start: -Infinity, end: Infinity }]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsetAt(middle, zone) === offset) before = middle
    else after = middle
  }
  return [
    { offset, start: -Infinity, end: after },
    { offset: nextOffset, start: after, end: Infinity },
  ]
}

const HOUR_MS = 60 * 60 * 1000

const offsetAt = (at: number, zone: string): number => tzOffset(zone, new Date(at)) * 60 * 1000

const daysFrom = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 24 * HOUR_MS).toISOString().slice(0, 10)

const dateOf = (year: number, month: number, day: number): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

const yearOf = (date: string): number => Number(date.slice(0, 4))

const weekdayOf = (date: string) => WEEKDAYS[(new Date(date).getUTCDay() + 6) % 7] ?? '7'
