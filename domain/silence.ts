import * as z from 'zod/mini'
import { type OfficeCalendar, addOfficeDays, officeDaysUntil } from './office-hours.ts'
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
