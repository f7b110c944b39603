import * as z from 'zod/mini'
import type { OfficeCalendar } from '#domain/office/office-calendar.ts'
import { type Promises, answerDue, promises } from '#domain/promise.ts'
import { type AnyUrgency, URGENCIES, type Urgency, pressing } from '#domain/urgency.ts'
import { calendarIn } from './office-calendar-store.ts'
import { type Runner, sql } from './sql.ts'

export interface PromiseRules {
  readonly promises: Promises
  readonly calendar: OfficeCalendar
}

const ofAnyUrgency = z.object({ officeHours: z.record(z.string(), z.unknown()) })

/**
 * Promises from the database, which another version's servers may have written: without the hours of urgencies that only it knows. An
 * urgency that it does not know has the hours of the next below, or those of the lowest.
 */
export const keptPromises = z.pipe(
  z.transform((stored: unknown) => {
    const kept = z.safeParse(ofAnyUrgency, stored)
    if (!kept.success || typeof stored !== 'object') return stored
    const { officeHours } = kept.data
    const known = URGENCIES.filter((one) => one in officeHours)
    const nearest = (to: Urgency) => known.findLast((one) => pressing(one) <= pressing(to)) ?? known[0]
    const hours = URGENCIES.map((one) => [one, officeHours[nearest(one) ?? one]] as const)
    return { ...stored, officeHours: Object.fromEntries(hours) }
  }),
  promises,
)

/** The provider's promises, and the calendar that measures them. */
export async function readPromises(runner: Runner): Promise<PromiseRules> {
  const stored = await runner.row<{ promises: unknown; calendar: string }>(
    sql`select p.promises, c.calendar::text as calendar from provider p cross join office_calendar c`,
  )
  return { promises: z.parse(keptPromises, stored.promises), calendar: calendarIn(stored.calendar) }
}

/** When an answer is due to something that has waited since an instant. */
export async function promisedFor(runner: Runner, since: Date, urgency: AnyUrgency): Promise<Date | null> {
  const rules = await readPromises(runner)
  return answerDue(since, urgency, rules.promises, rules.calendar)
}
