import { ENTRY_KINDS } from '#domain/ticket.ts'
import { WORK_EVENTS } from '#domain/work.ts'

/** What happened: an entry of a timeline, a step of the work, or one of the others. Told once, in its own transaction. */
export const EVENT_KINDS = [
  ...ENTRY_KINDS,
  ...WORK_EVENTS,
  /** The customer put a transcription right. */
  'correction',
  'file',
  /** Something of a record that no other kind tells. */
  'change',
  'assignment',
  'internal-note',
  /** Who has a ticket open, or writes in it, is another now. */
  'presence',
  /** A closed ticket's customer was told that silence will count as a yes. */
  'silence-warning',
  /** An incident, a development or a valuation is there. */
  'opened',
  /** A customer said yes or no to a valuation. */
  'decision',
  /** Somebody has seen a ticket; for their own browsers. */
  'seen',
  /** A technician has a notification more, or has read some; for their own browsers. */
  'notification',
] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/** Kinds that are Support's own affair: no customer learns of them. */
export const INTERNAL_EVENTS: readonly EventKind[] = ['assignment', 'internal-note', 'presence']

/** What an event is about. */
export const EVENT_SUBJECTS = ['ticket', 'incident', 'development', 'valuation'] as const
export type EventSubject = (typeof EVENT_SUBJECTS)[number]

export const EVENT_ACTORS = ['customer', 'technician', 'portal'] as const
