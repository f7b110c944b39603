/** This many days before the load, at a time of day in UTC; or this many minutes before it. */
export type Moment = readonly [days: number, time: string] | { readonly minutes: number }

/** The instant of a moment. Nobody works at weekends: a date there moves to the Friday before. */
export function instantOf(moment: Moment, now: Date): Date {
  if ('minutes' in moment) return new Date(now.getTime() - moment.minutes * 60_000)
  const [days, time] = moment
  return new Date(`${dayBefore(now, days)}T${time}:00Z`)
}

/** The working day this many days before, as `YYYY-MM-DD`; negative numbers lie in the future. */
export function dayBefore(now: Date, days: number): string {
  const day = new Date(now)
  day.setUTCDate(day.getUTCDate() - days)
  const sinceFriday = (day.getUTCDay() + 2) % 7
  if (sinceFriday <= 2) day.setUTCDate(day.getUTCDate() - sinceFriday)
  return day.toISOString().slice(0, 10)
}
