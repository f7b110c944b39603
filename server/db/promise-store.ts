import * as z from 'zod/mini'
import type { OfficeCalendar } from '#domain/office-hours.ts'
import { type Promises, answerDue, promises } from '#domain/promise.ts'
import type { AnyUrgency } from '#domain/urgency.ts'
import { calendarIn } from './office-calendar-store.ts'
import { type Runner, sql } from './sql.ts'

export interface PromiseRules {
  readonly promises: Promises
  readonly calendar: OfficeCalendar
}

/** The provider's promises, and the calendar that measures them. */
export async function readPromises(runner: Runner): Promise<PromiseRules> {
  const stored = await runner.row<{ promises: unknown; calendar: string }>(
    sql`select p.promises, c.calendar::text as calendar from provider p cross join office_calendar c`,
  )
  return { promises: z.parse(promises, stored.promises), calendar: calendarIn(stored.calendar) }
}

/** When an answer is due to something that has waited since an instant. */
export async function promisedFor(runner: Runner, since: Date, urgency: AnyUrgency): Promise<Date | null> {
  const rules = await readPromises(runner)
  return answerDue(since, urgency, rules.promises, rules.calendar)
}
