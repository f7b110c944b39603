import { ENTRY_KINDS } from '#domain/ticket.ts'
import { WORK_EVENTS } from '#domain/work.ts'

/** The kinds of events: an entry of a timeline, a step of the work, or one of those below. Each act has one, in its own transaction. */
export const EVENT_KINDS = [
  ...ENTRY_KINDS,
  ...WORK_EVENTS,
  /** The customer corrected a transcription. */
  'correction',
  'file',
  /** A change of a record that has no kind of its own. */
  'change',
  'assignment',
  'internal-note',
  /** Somebody opened or left a ticket, or began or stopped writing in it. */
  'presence',
  /** The customer of a closed ticket was warned that silence will count as a yes. */
  'silence-warning',
  /** An incident, a development or a valuation is new. */
  'opened',
  /** A customer said yes or no to a valuation. */
  'decision',
  /** They took that back. */
  'decision-undone',
  /** Support changed what a valuation offers. */
  'revision',
  /** Somebody has seen a ticket; only for their own browsers. */
  'seen',
  /** A technician got a notification, or has read some; only for their own browsers. */
  'notification',
] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/** Support's internal kinds: no customer learns of them. */
export const INTERNAL_EVENTS: readonly EventKind[] = ['assignment', 'internal-note', 'presence']

/** The kinds of an event's subject. */
export const EVENT_SUBJECTS = ['ticket', 'incident', 'development', 'valuation'] as const
export type EventSubject = (typeof EVENT_SUBJECTS)[number]

export const EVENT_ACTORS = ['customer', 'technician', 'portal'] as const
