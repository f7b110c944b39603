import * as z from 'zod/mini'
import type { OfficeCalendar } from './office/office-calendar.ts'
import { addOfficeTime } from './office-hours.ts'
import { type Standing, type StandingEntry, afterEntry, openingStanding, turnOf } from './ticket.ts'
import { type AnyUrgency, URGENCIES, countsAs, pressing } from './urgency.ts'

const hours = z.number().check(z.positive(), z.maximum(400))

/** The office hours within which Support answers, by urgency, and the time from which a promise is near. */
export const promises = z.strictObject({
  officeHours: z.record(z.enum(URGENCIES), hours),
  nearHours: hours,
})
export type Promises = z.infer<typeof promises>

/**
 * Whether the customer waits for Support's words. An open incident alone does not count: its planned date says when it is
 * delivered.
 */
export const awaitsAnswer = (
  standing: Pick<Standing, 'state' | 'accepted' | 'lastEntryKind' | 'blockingIncident'>,
): boolean => standing.state === 'pending' && !standing.accepted && turnOf(standing) === 'support'

/** Since when an answer has been awaited, from the whole timeline, oldest entry first; null if none is. */
export function awaitedSince(timeline: readonly StandingEntry[]): Date | null {
  let standing: Standing | null = null
  let since: Date | null = null
  for (const entry of timeline) {
    standing = standing ? afterEntry(standing, entry) : openingStanding(entry.at, entry.kind)
    since = awaitsAnswer(standing) ? (since ?? entry.at) : null
  }
  return since
}

/** When an answer is due; null if the office's calendar never opens. */
export const answerDue = (
  since: Date,
  urgency: AnyUrgency,
  { officeHours }: Promises,
  calendar: OfficeCalendar,
): Date | null => addOfficeTime(since, officeHours[countsAs(urgency)] * 60, calendar)

/** The facts that determine when a ticket's answer is due. */
export interface Promised {
  readonly urgency: AnyUrgency
  readonly dueAt: Date | null
  readonly timeline: readonly (StandingEntry & { readonly id: number })[]
}

/** The promise of two tickets that become one. */
export interface JoinedPromise extends Pick<Promised, 'urgency' | 'dueAt'> {
  /** When a question that no promise covers was asked: the time to answer it counts from this moment. */
  readonly anewSince: Date | null
}

/**
 * The promise after the first ticket joins the second: the higher urgency and the earlier due date. A promise counts as
 * kept if the other ticket got an answer after the question that it was given for. A later question gets a promise of
 * its own.
 */
export function joinedPromise(ticket: Promised, into: Promised): JoinedPromise {
  const urgency = pressing(countsAs(ticket.urgency)) > pressing(countsAs(into.urgency)) ? ticket.urgency : into.urgency
  const timeline = [...ticket.timeline, ...into.timeline].toSorted(
    (one, other) => one.at.getTime() - other.at.getTime() || one.id - other.id,
  )
  const since = awaitedSince(timeline)
  const owed = [ticket, into].flatMap(({ dueAt, timeline: own }) => {
    const ownSince = awaitedSince(own)
    return dueAt && since && ownSince && ownSince >= since ? [dueAt.getTime()] : []
  })
  return owed.length > 0
    ? { urgency, dueAt: new Date(Math.min(...owed)), anewSince: null }
    : { urgency, dueAt: null, anewSince: since }
}

/** Until which due date a promise counts as near, or already missed. */
export const nearUntil = (now: Date, { nearHours }: Promises, calendar: OfficeCalendar): Date | null =>
  addOfficeTime(now, nearHours * 60, calendar)

/** How long tickets of one kind took, in minutes of office hours. */
export interface Pace {
  /** Half of the cases took at most this long. */
  readonly median: number
  /** Four of five cases took at most this long. */
  readonly mostly: number
}

/** Fewer cases give no figure: it would show chance, or reveal a single client's case. */
export const FEWEST_CASES = 20
/** Only cases that ended within so many days count. */
export const PACE_DAYS = 90

/** The pace of some cases, by the nearest rank, so that each figure is the time of a real case. Null for too few. */
export function paceOf(minutes: readonly number[]): Pace | null {
  if (minutes.length < FEWEST_CASES) return null
  const sorted = minutes.toSorted((one, other) => one - other)
  const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0)
  return { median: at(0.5), mostly: at(0.8) }
}
