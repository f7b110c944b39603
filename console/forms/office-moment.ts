import { tzOffset } from '@date-fns/tz/tzOffset'
import { OFFICE_ZONE } from '#contract/moment.ts'
import { localTime } from '#domain/office-hours.ts'

/** An instant as a field of date and time has it: by the office's clocks, wherever the technician is. */
export function fieldOf(at: Date): string {
  const { date, time } = localTime(at, OFFICE_ZONE)
  return `${date}T${time}`
}

/** The instant that such a field means; null while it is not filled in. */
export function momentOf(field: string): Date | null {
  const clock = Date.parse(`${field}Z`)
  if (Number.isNaN(clock)) return null
  // The offset is that of the moment itself, which is known but for the offset.
  const nearly = clock - offsetAt(clock)
  return new Date(clock - offsetAt(nearly))
}

/** As `momentOf`, of a field that is known to be filled in. */
export function givenMoment(field: string): Date {
  const moment = momentOf(field)
  if (!moment) throw new Error(`not a moment: ${field}`)
  return moment
}

const offsetAt = (at: number): number => tzOffset(OFFICE_ZONE, new Date(at)) * 60_000
