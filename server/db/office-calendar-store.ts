import * as z from 'zod/mini'
import { type OfficeCalendar, officeCalendar } from '#domain/office/office-calendar.ts'
import { isOpen, nextOpening } from '#domain/office-hours.ts'
import type { Situation } from '#domain/ticket-actions.ts'
import { type Runner, plannedOnce, sql } from './sql.ts'

/** The next opening of the office; null while it is open. */
export const nextOpeningAfter = async (runner: Runner, now: Date): Promise<Date | null> =>
  nextOpeningIn(await readOfficeCalendar(runner), now)

/** The same by a calendar that has been read. */
export function nextOpeningIn(calendar: OfficeCalendar, now: Date): Date | null {
  const opening = nextOpening(now, calendar)
  // With a calendar that never opens, the answer must still say that the office is closed.
  return opening === null ? new Date(now.getTime() + YEAR_MS) : opening.getTime() === now.getTime() ? null : opening
}

/** Whether the office is open, or else its next opening; null if it never opens. */
export async function officeAt(runner: Runner, now: Date): Promise<{ open: boolean; nextOpening: Date | null }> {
  const calendar = await readOfficeCalendar(runner)
  const open = isOpen(now, calendar)
  return { open, nextOpening: open ? null : nextOpening(now, calendar) }
}

/**
 * The facts that rules may ask for besides the ticket. They are requested together with the ticket, and so cost no
 * message of their own. The calendar is parsed only if a rule asks for it.
 */
export async function situationAt(runner: Runner, now: Date): Promise<Situation> {
  const calendar = await storedCalendar(runner)
  return {
    now,
    get office() {
      return calendarIn(calendar)
    },
  }
}

const YEAR_MS = 365 * 24 * 60 * 60 * 1000

const readOfficeCalendar = async (runner: Runner): Promise<OfficeCalendar> => calendarIn(await storedCalendar(runner))

async function storedCalendar(runner: Runner): Promise<string> {
  const { calendar } = await runner.row<{ calendar: string }>(
    plannedOnce(sql`select c.calendar::text as calendar from office_calendar c`),
  )
  return calendar
}

let last: { readonly text: string; readonly calendar: OfficeCalendar } | undefined

/** The calendar of a stored text. It is read with nearly every request, and seldom changes: the last one stays parsed. */
export function calendarIn(text: string): OfficeCalendar {
  if (last?.text !== text) last = { text, calendar: z.parse(officeCalendar, JSON.parse(text)) }
  return last.calendar
}

export interface EditedCalendar {
  readonly calendar: OfficeCalendar
  /** Null: no mail can warn, so silence never counts. */
  readonly silentAfterDays: number | null
  readonly revision: number
  readonly changedAt: Date | null
  /** The technician's name. */
  readonly changedBy: string | null
}

/** The calendar and its last change, for technicians. */
export async function editedCalendar(runner: Runner): Promise<EditedCalendar> {
  const { calendar, ...edited } = await runner.row<EditedCalendar>(sql`
    select c.calendar, (select (p.silence ->> 'officeDays')::int from provider p) as silent_after_days, c.revision, c.changed_at,
      (select w.name from technician w where w.username = c.changed_by) as changed_by
    from office_calendar c`)
  return { ...edited, calendar: z.parse(officeCalendar, calendar) }
}

/** False if somebody has changed it since. */
export async function changeOfficeCalendar(
  runner: Runner,
  calendar: OfficeCalendar,
  revision: number,
  by: { readonly username: string; readonly at: Date },
): Promise<boolean> {
  const changed = await runner.maybe(sql`
    update office_calendar c set calendar = ${JSON.stringify(calendar)}::jsonb, revision = c.revision + 1,
      changed_at = ${by.at}, changed_by = ${by.username}
    where c.revision = ${revision}
    returning c.revision`)
  return changed !== undefined
}
