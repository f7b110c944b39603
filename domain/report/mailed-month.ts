/** A month's report is mailed within this many days of its end. A portal that was down for longer skips that month. */
export const MAILED_FOR_DAYS = 10

/** The month whose report is mailed on a day of the office, `YYYY-MM-DD`; null: its time is over. */
export function monthToMail(day: string): string | null {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  if (date > MAILED_FOR_DAYS) return null
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`
}

/** How a mail names a month: `2026-11` is 202611. */
export const numberOfMonth = (month: string): number => Number(month.replace('-', ''))

export const monthOfNumber = (number: number): string =>
  `${Math.floor(number / 100)}-${String(number % 100).padStart(2, '0')}`
