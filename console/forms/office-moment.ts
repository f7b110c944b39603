import { tzOffset } from '@date-fns/tz/tzOffset'
import { OFFICE_ZONE } from '#contract/moment.ts'
import { localTime } from '#domain/office-hours.ts'

/** An instant as the value of a date-and-time field: by the office's clock, wherever the technician is. */
export function fieldOf(at: Date): string {
  const { date, time } = localTime(at, OFFICE_ZONE)
  return `${date}T${time}`
}

/** The instant in such a field; null while it is incomplete. */
export function momentOf(field: string): Date | null {
  const clock = Date.parse(`${field}Z`)
  if (Number.isNaN(clock)) return null
  // The offset is found in two steps, because it depends on the instant, and the instant on it.
  const nearly = clock - offsetAt(clock)
  return new Date(clock - offsetAt(nearly))
}

/** As `momentOf`, for a complete field. */
export function givenMoment(field: string): Date {
  const moment = momentOf(field)
  if (!moment) throw new Error(`not a moment: ${field}`)
  return moment
}

/** The first and the last moment of some office days, both days included. Either may be left open. */
export function spanOfDays(first: string | undefined, last: string | undefined) {
  const from = first === undefined ? null : momentOf(`${first}T00:00`)
  const until = last === undefined ? null : momentOf(`${dayAfter(last)}T00:00`)
  return { ...(from && { from }), ...(until && { until }) }
}

const dayAfter = (day: string): string => new Date(Date.parse(day) + 24 * 3600_000).toISOString().slice(0, 10)

const offsetAt = (at: number): number => tzOffset(OFFICE_ZONE, new Date(at)) * 60_000
