import type { OfficeCalendar } from '../office/office-calendar.ts'
import { officeMeter } from '../office-hours.ts'
import { type Promises, answerDue } from '../promise.ts'
import type { AnyUrgency } from '../urgency.ts'

/** `2026-11` begins on `2026-11-01` and ends before `2026-12-01`. */
export function daysOfMonth(month: string): { readonly first: string; readonly next: string } {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  return { first: `${month}-01`, next: `${next}-01` }
}

/** A ticket, and when it got its first answer, if it has one by the end of the month. */
export interface AskedTicket {
  readonly urgency: AnyUrgency
  readonly askedAt: Date
  readonly answeredAt: Date | null
}

export interface FirstAnswers {
  /** Numbers of tickets: answered in time, answered late, not answered yet. */
  readonly kept: number
  readonly late: number
  readonly awaited: number
  /** Those not answered yet whose promise is broken. */
  readonly overdue: number
  /** Half of the answers took at most so many minutes of office hours; null without an answer. */
  readonly median: number | null
}

/**
 * How the tickets of a month got their first answers, measured against the promise.
 * @param until later answers do not count
 */
export function firstAnswers(
  asked: readonly AskedTicket[],
  {
    promises,
    calendar,
    until,
  }: { readonly promises: Promises; readonly calendar: OfficeCalendar; readonly until: Date },
): FirstAnswers {
  const minutes = officeMeter(calendar)
  const found = asked.map(({ urgency, askedAt, answeredAt }) => {
    const due = answerDue(askedAt, urgency, promises, calendar)
    const isLate = due !== null && (answeredAt ?? until) > due
    return { isLate, isAnswered: answeredAt !== null, took: answeredAt && minutes(askedAt, answeredAt) }
  })
  const took = found.flatMap((each) => each.took ?? []).toSorted((one, other) => one - other)
  return {
    kept: found.filter(({ isAnswered, isLate }) => isAnswered && !isLate).length,
    late: found.filter(({ isAnswered, isLate }) => isAnswered && isLate).length,
    awaited: found.filter(({ isAnswered }) => !isAnswered).length,
    overdue: found.filter(({ isAnswered, isLate }) => !isAnswered && isLate).length,
    median: took[Math.ceil(took.length / 2) - 1] ?? null,
  }
}

/** The ages of open tickets in days: up to a week, four weeks, three months, and more. */
export const AGE_LIMITS = [7, 28, 91] as const

/** How many tickets are in each of these spans, the youngest first. */
export const inSpans = (days: readonly number[]): number[] =>
  [0, ...AGE_LIMITS].map((from, index) => {
    const to = AGE_LIMITS[index] ?? Number.POSITIVE_INFINITY
    return days.filter((each) => each >= from && each < to).length
  })

/** A delivered piece of work, and the date that was planned first. Days are `YYYY-MM-DD`. */
export interface Delivered {
  readonly deliveredOn: string
  readonly plannedOn: string | null
}

export const deliveries = (delivered: readonly Delivered[]) => ({
  total: delivered.length,
  onTime: delivered.filter(({ deliveredOn, plannedOn }) => plannedOn !== null && deliveredOn <= plannedOn).length,
  late: delivered.filter(({ deliveredOn, plannedOn }) => plannedOn !== null && deliveredOn > plannedOn).length,
  undated: delivered.filter(({ plannedOn }) => plannedOn === null).length,
})
