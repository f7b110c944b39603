import * as z from 'zod/mini'
import { type OfficeCalendar, addOfficeTime } from './office-hours.ts'
import { type Standing, type StandingEntry, afterEntry, openingStanding, turnOf } from './ticket.ts'
import { type AnyUrgency, URGENCIES, countsAs, pressing } from './urgency.ts'

const hours = z.number().check(z.positive(), z.maximum(400))

/** Within how many hours of open office Support means to have answered, by urgency; and how near is near. */
export const promises = z.strictObject({
  officeHours: z.record(z.enum(URGENCIES), hours),
  nearHours: hours,
})
export type Promises = z.infer<typeof promises>

/**
 * Whether the customer waits for words of Support's. Not while only an incident is open: what the customer waits for then
 * is its delivery, and its planned date says when.
 */
export const awaitsAnswer = (
  standing: Pick<Standing, 'state' | 'accepted' | 'lastEntryKind' | 'blockingIncident'>,
): boolean => standing.state === 'pending' && !standing.accepted && turnOf(standing) === 'support'

/** Since when an answer has been awaited, by the whole timeline, oldest entry first; null when none is. */
export function awaitedSince(timeline: readonly StandingEntry[]): Date | null {
  let standing: Standing | null = null
  let since: Date | null = null
  for (const entry of timeline) {
    standing = standing ? afterEntry(standing, entry) : openingStanding(entry.at, entry.kind)
    since = awaitsAnswer(standing) ? (since ?? entry.at) : null
  }
  return since
}

/** Until when Support means to have answered; null where the office's calendar never opens. */
export const answerDue = (
  since: Date,
  urgency: AnyUrgency,
  { officeHours }: Promises,
  calendar: OfficeCalendar,
): Date | null => addOfficeTime(since, officeHours[countsAs(urgency)] * 60, calendar)

/** What decides how soon a ticket has to be answered. */
export interface Promised {
  readonly urgency: AnyUrgency
  readonly dueAt: Date | null
  readonly timeline: readonly (StandingEntry & { readonly id: number })[]
}

/**
 * What is promised of two tickets once the first is joined to the second: the higher urgency and the earlier promise. A
 * promise counts as kept where an answer in the other one came after what it was given for.
 */
export function joinedPromise(ticket: Promised, into: Promised): Pick<Promised, 'urgency' | 'dueAt'> {
  const urgency = pressing(countsAs(ticket.urgency)) > pressing(countsAs(into.urgency)) ? ticket.urgency : into.urgency
  const timeline = [...ticket.timeline, ...into.timeline].toSorted(
    (one, other) => one.at.getTime() - other.at.getTime() || one.id - other.id,
  )
  const since = awaitedSince(timeline)
  const owed = [ticket, into].flatMap(({ dueAt, timeline: own }) => {
    const ownSince = awaitedSince(own)
    return dueAt && since && ownSince && ownSince >= since ? [dueAt.getTime()] : []
  })
  return { urgency, dueAt: owed.length > 0 ? new Date(Math.min(...owed)) : null }
}

/** Until which due date a promise counts as near, or already missed. */
export const nearUntil = (now: Date, { nearHours }: Promises, calendar: OfficeCalendar): Date | null =>
  addOfficeTime(now, nearHours * 60, calendar)
