import * as z from 'zod/mini'
import { type OfficeCalendar, addOfficeDays, localTime, officeDaysUntil } from './office-hours.ts'
import type { Standing } from './ticket.ts'

const days = z.int().check(z.minimum(1), z.maximum(250))

/** After how many office days a closed ticket counts as accepted, and how many before that its customer is warned. */
export const silenceRules = z
  .strictObject({ officeDays: days, warningOfficeDays: days })
  .check(z.refine(({ officeDays, warningOfficeDays }) => warningOfficeDays < officeDays, 'warned before it is closed'))

export type SilenceRules = z.infer<typeof silenceRules>

/** Whether a ticket waits for nothing but its customer's yes or no: what counts as accepted in the end. */
export const countsDown = ({ state, accepted, blockingIncident }: Standing): boolean =>
  state === 'closed' && !accepted && blockingIncident === null

/** When what has waited since then counts as accepted: as the office closes on that day. Null where it never opens. */
export const silentAcceptance = (since: Date, { officeDays }: SilenceRules, calendar: OfficeCalendar): Date | null =>
  addOfficeDays(since, officeDays, calendar)

/** What counts as accepted up to this moment is warned of now. Null: the office does not open for so long. */
export const warnedUntil = (now: Date, { warningOfficeDays }: SilenceRules, calendar: OfficeCalendar): Date | null =>
  addOfficeDays(now, warningOfficeDays, calendar)

/** Whether no office day is left before it: the last warning. */
export const isLastDay = (at: Date, now: Date, calendar: OfficeCalendar): boolean =>
  officeDaysUntil(at, now, calendar) === 0

/** When the warnings of an acceptance left by mail; null: they have not. */
export interface Warnings {
  readonly first: Date | null
  readonly last: Date | null
}

/** The warning that has to leave now: the last one on the last day, and never on the day of the first. */
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

/** Nobody is taken at their silence who was not told twice. */
export const wasWarned = ({ first, last }: Warnings): boolean => first !== null && last !== null
