import { AGE_LIMITS } from '../report/monthly-report.ts'

/** The periods of the desk's figures: today, the last seven days and the last ninety, today included. */
export const FIGURE_PERIODS = ['today', 'week', 'quarter'] as const
export type FigurePeriod = (typeof FIGURE_PERIODS)[number]

const LENGTH: Readonly<Record<FigurePeriod, number>> = { today: 1, week: 7, quarter: 90 }

/** Days of the office, `YYYY-MM-DD`, both included. */
export interface Days {
  readonly from: string
  readonly until: string
}

/** The day that comes so many days later, or earlier. Days have no hours, so no change of clocks matters. */
export function dayAfter(day: string, days: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, date + days)).toISOString().slice(0, 10)
}

export const daysOfPeriod = (period: FigurePeriod, today: string): Days => ({
  from: dayAfter(today, 1 - LENGTH[period]),
  until: today,
})

/**
 * The parts of a period in a chart: its days or, of ninety days, its weeks from Monday. The first and the last week may
 * be cut.
 */
export function partsOfPeriod(period: FigurePeriod, today: string): readonly Days[] {
  const { from, until } = daysOfPeriod(period, today)
  const parts: Days[] = []
  for (let day = from; day <= until;) {
    const last = period === 'quarter' ? dayAfter(day, 7 - weekday(day)) : day
    parts.push({ from: day, until: last < until ? last : until })
    day = dayAfter(last, 1)
  }
  return parts
}

/** 1 for Monday, 7 for Sunday. */
const weekday = (day: string): number => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1

/** The days on which tickets of each age were raised, the youngest first. Null: no earliest day, or until now. */
export const daysOfAges = (today: string): readonly { readonly from: string | null; readonly until: string | null }[] =>
  [...AGE_LIMITS, null].map((limit, index) => {
    const younger = AGE_LIMITS[index - 1]
    return {
      from: limit === null ? null : dayAfter(today, 1 - limit),
      until: younger === undefined ? null : dayAfter(today, -younger),
    }
  })
