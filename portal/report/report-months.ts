import { addressOf } from '#browser/address.ts'
import { month } from '#contract/report.ts'
import { as, optional, wireObject } from '#contract/wire.ts'

/** The report's month in the address. */
export const reportAddress = addressOf(wireObject({ month: as('periodo', optional(month)) }))

/** The number of months on offer: two years, and the current month. */
const MONTHS = 25

/** `YYYY-MM`, this month first. */
export function lastMonths(today: string): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return Array.from({ length: MONTHS }, (_, ago) =>
    new Date(Date.UTC(year, month - 1 - ago, 1)).toISOString().slice(0, 7),
  )
}

/** The month that the address names, else the last one that has ended. */
export const chosenMonth = (named: string | undefined, months: readonly string[]): string =>
  months.find((each) => each === named) ?? months[1] ?? ''
