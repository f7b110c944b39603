import * as z from 'zod/mini'
import type { OfficeCalendar } from './office/office-calendar.ts'
import { addOfficeDays, localTime, officeDaysUntil } from './office-hours.ts'
import type { Standing } from './ticket.ts'

const days = z.int().check(z.minimum(1), z.maximum(250))

/** The working days after which a closed ticket counts as accepted, and how long before that its customer is warned. */
export const silenceRules = z
  .strictObject({ officeDays: days, warningOfficeDays: days })
  .check(z.refine(({ officeDays, warningOfficeDays }) => warningOfficeDays < officeDays, 'warned before it is closed'))

export type SilenceRules = z.infer<typeof silenceRules>

/** Whether a ticket waits for nothing but its customer's yes or no, so that silence may accept it. */
export const countsDown = ({ state, accepted, blockingIncident }: Standing): boolean =>
  state === 'closed' && !accepted && blockingIncident === null

/** When a ticket that has waited since then counts as accepted: at the office's closing that day. Null if it never opens. */
export const silentAcceptance = (since: Date, { officeDays }: SilenceRules, calendar: OfficeCalendar): Date | null =>
  addOfficeDays(since, officeDays, calendar)

/**
 * Tickets that will count as accepted before this moment need their warning now. Null: the office does not open often
 * enough.
 */
export const warnedUntil = (now: Date, { warningOfficeDays }: SilenceRules, calendar: OfficeCalendar): Date | null =>
  addOfficeDays(now, warningOfficeDays, calendar)

/** Whether no working day is left before it, so that the last warning is due. */
export const isLastDay = (at: Date, now: Date, calendar: OfficeCalendar): boolean =>
  officeDaysUntil(at, now, calendar) === 0

/** When the two warnings left by mail; null: not yet. */
export interface Warnings {
  readonly first: Date | null
  readonly last: Date | null
}

/** The warning that must leave now. The last one leaves on the last day, but never on the same day as the first. */
export function warningToSend(
  at: Date,
  { first, last }: Warnings,
  now: Date,
  rules: SilenceRules,
  calendar: OfficeCalendar,
): keyof Warnings | null {
  if (at <= now) return null
  const until = warnedUntil(now, rules, calendar)
  if (first === null) return until === null || at <= until ? 'first' : null
  const isAnotherDay = localTime(first, calendar.zone).date < localTime(now, calendar.zone).date
  return last === null && isAnotherDay && isLastDay(at, now, calendar) ? 'last' : null
}

/** Silence only counts after two warnings. */
export const wasWarned = ({ first, last }: Warnings): boolean => first !== null && last !== null
