import * as z from 'zod/mini'
import { AREAS, TICKET_KINDS } from '#domain/ticket.ts'
import { moduleNumber, urgency } from '../../ticket-codec.ts'
import { count, day, identity, oneOf, optional, orItsText, recordNumber, text } from '../../wire.ts'
import { technicianName } from '../session/open-session.ts'

export const VIEWS = [
  'mine',
  'unassigned',
  'waiting-for-us',
  'waiting-for-customer',
  'claimed',
  'third-claim',
  'near-promise',
  'open',
  'closed',
  /** Open and finished ones. */
  'all',
] as const

/**
 * The columns that can sort a list, besides the order of its view. Each has one index for open tickets and one for the
 * others.
 */
export const QUEUE_SORTS = ['number', 'client', 'urgency', 'waiting', 'promise'] as const
export type QueueSort = (typeof QUEUE_SORTS)[number]

export type QueueOrder = QueueSort | `${QueueSort}-down`
export const QUEUE_ORDERS = QUEUE_SORTS.flatMap((sort) => [sort, `${sort}-down`] as const)

/** Minutes, of two years at the most. */
export const waitingMinutes = identity('none', z.int().check(z.minimum(1), z.maximum(1_051_200)))

/** Happenings of a ticket: claimed, rejected, answered within or after the promise, rated. */
export const HAPPENINGS = ['claimed', 'returned', 'kept', 'late', 'rated'] as const

/** Properties of a ticket: its promise is broken now, it has minutes of calls, it has no module. */
export const TICKET_MARKS = ['overdue', 'called', 'without-module'] as const

/** The filter of a view, in an address or in a saved view. */
export const queueFilter = {
  client: optional(orItsText(recordNumber('client'))),
  /** Words of the client's name, the title or the timeline; accents, case and inflection do not matter. */
  text: optional(text(200)),
  assignee: optional(technicianName),
  area: optional(oneOf(AREAS)),
  module: optional(orItsText(moduleNumber)),
  urgency: optional(urgency),
  kind: optional(oneOf(TICKET_KINDS)),
  /** The version that the ticket was raised with. */
  version: optional(text(20)),
  /** Raised on these office days, both included. */
  from: optional(day),
  until: optional(day),
  /** Nothing has been written for at least this long. */
  waitingMinutes: optional(orItsText(waitingMinutes)),
  /** It happened on these office days, both included; both must be given. */
  happened: optional(oneOf(HAPPENINGS)),
  happenedFrom: optional(day),
  happenedUntil: optional(day),
  rating: optional(orItsText(count)),
  mark: optional(oneOf(TICKET_MARKS)),
}

export const queueOrder = optional(oneOf(QUEUE_ORDERS))
