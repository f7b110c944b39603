/** That many days before the day of loading, at a time of day in UTC; or that many minutes before the loading itself. */
export type Moment = readonly [days: number, time: string] | { readonly minutes: number }

/** The instant of a moment. Nobody works at weekends: what would fall on one happened on the Friday before. */
export function instantOf(moment: Moment, now: Date): Date {
  if ('minutes' in moment) return new Date(now.getTime() - moment.minutes * 60_000)
  const [days, time] = moment
  return new Date(`${dayBefore(now, days)}T${time}:00Z`)
}

/** The working day that lies so many days before, as `YYYY-MM-DD`; a negative number lies ahead. */
export function dayBefore(now: Date, days: number): string {
  const day = new Date(now)
  day.setUTCDate(day.getUTCDate() - days)
  const sinceFriday = (day.getUTCDay() + 2) % 7
  if (sinceFriday <= 2) day.setUTCDate(day.getUTCDate() - sinceFriday)
  return day.toISOString().slice(0, 10)
}
