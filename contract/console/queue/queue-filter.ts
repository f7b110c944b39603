import * as z from 'zod/mini'
import { AREAS, TICKET_KINDS } from '#domain/ticket.ts'
import { moduleNumber, urgency } from '../../ticket-codec.ts'
import { day, identity, oneOf, optional, orItsText, recordNumber, text } from '../../wire.ts'
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
] as const

/** What a list can be sorted by, beside the order of its view. Each has an index for the open tickets and one for the others. */
export const QUEUE_SORTS = ['number', 'client', 'urgency', 'waiting', 'promise'] as const
export type QueueSort = (typeof QUEUE_SORTS)[number]

export type QueueOrder = QueueSort | `${QueueSort}-down`
export const QUEUE_ORDERS = QUEUE_SORTS.flatMap((sort) => [sort, `${sort}-down`] as const)

/** Minutes, of two years at the most. */
export const waitingMinutes = identity('none', z.int().check(z.minimum(1), z.maximum(1_051_200)))

/** What narrows a view, in an address and in a saved view. */
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
  /** Nothing was written for at least so long. */
  waitingMinutes: optional(orItsText(waitingMinutes)),
}

export const queueOrder = optional(oneOf(QUEUE_ORDERS))
