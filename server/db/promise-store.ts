import * as z from 'zod/mini'
import type { OfficeCalendar } from '#domain/office-hours.ts'
import { type Promises, answerDue, promises } from '#domain/promise.ts'
import { type AnyUrgency, URGENCIES } from '#domain/urgency.ts'
import { calendarIn } from './office-calendar-store.ts'
import { type Runner, sql } from './sql.ts'

export interface PromiseRules {
  readonly promises: Promises
  readonly calendar: OfficeCalendar
}

const ofAnyUrgency = z.object({ officeHours: z.record(z.string(), z.unknown()) })

/** Promises from the database, without hours of urgencies that only another version's servers know. */
export const keptPromises = z.pipe(
  z.transform((stored: unknown) => {
    const kept = z.safeParse(ofAnyUrgency, stored)
    if (!kept.success || typeof stored !== 'object') return stored
    const { officeHours } = kept.data
    const known = URGENCIES.flatMap((one) => (one in officeHours ? [[one, officeHours[one]]] : []))
    return { ...stored, officeHours: Object.fromEntries(known) }
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
