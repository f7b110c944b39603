import {
  HAPPENINGS,
  type QueueOrder,
  type QueueSort,
  TICKET_MARKS,
  waitingMinutes,
} from '#contract/console/queue/queue-filter.ts'
import { type consoleTickets, kindWord, ticketAreaWord } from '#contract/console/tickets.ts'
import type { Input } from '#contract/endpoint.ts'
import { chosenUrgency } from '#contract/ticket-codec.ts'
import { as, coded, count, day, oneOf, optional, wireObject } from '#contract/wire.ts'
import { addressOf, digits, numberInAddress, wordsInAddress } from '#browser/address.ts'
import type { View } from '../paths.ts'

type Question = Input<typeof consoleTickets.queue>

/** Each order's name in an address; a minus is downwards. */
const ORDERS = {
  numero: 'number',
  '-numero': 'number-down',
  cliente: 'client',
  '-cliente': 'client-down',
  urgencia: 'urgency',
  '-urgencia': 'urgency-down',
  espera: 'waiting',
  '-espera': 'waiting-down',
  compromiso: 'promise',
  '-compromiso': 'promise-down',
} as const satisfies Readonly<Record<string, QueueOrder>>

/** The filter and order of a view in the browser's address. */
export const queueAddress = addressOf(
  wireObject({
    text: as('texto', optional(wordsInAddress(200))),
    client: as('cliente', optional(numberInAddress('client'))),
    module: as('modulo', optional(numberInAddress('module'))),
    area: optional(ticketAreaWord),
    urgency: as('urgencia', optional(chosenUrgency)),
    assignee: as('tecnico', optional(wordsInAddress(200))),
    kind: as('tipo', optional(kindWord)),
    version: optional(wordsInAddress(20)),
    from: as('desde', optional(day)),
    until: as('hasta', optional(day)),
    waitingMinutes: as('espera', optional(digits(waitingMinutes))),
    happened: as('paso', optional(oneOf(HAPPENINGS))),
    happenedFrom: as('pasodesde', optional(day)),
    happenedUntil: as('pasohasta', optional(day)),
    rating: as('valoracion', optional(digits(count))),
    mark: as('marca', optional(oneOf(TICKET_MARKS))),
    order: as('orden', optional(coded(ORDERS))),
    /** The saved view that this list comes from. */
    saved: as('guardada', optional(numberInAddress('saved-view'))),
  }),
)

export type ListSearch = ReturnType<typeof queueAddress.read>
/** The parameters that narrow a list, without its order and its origin. */
export type QueueFilter = Omit<ListSearch, 'order' | 'saved'>
export type QueueSearch = ReturnType<typeof queueAddress.kept>

export const filterOf = ({ order: _order, saved: _saved, ...filter }: ListSearch): QueueFilter => filter

/** The contract's input for one part of a list. */
export const questionOf = (view: View, { saved: _saved, ...asked }: ListSearch, after: string): Question => ({
  view,
  ...asked,
  ...(after !== '' && { after }),
})

export type Direction = 'up' | 'down'

/** Whether a list is sorted by a column, and which way. */
export const directionOf = (order: QueueOrder | undefined, sort: QueueSort): Direction | null =>
  order === sort ? 'up' : order === `${sort}-down` ? 'down' : null

/** Pressing a column sorts by it, then the other way round, then in the view's order. */
export const nextOrder = (order: QueueOrder | undefined, sort: QueueSort): QueueOrder | undefined =>
  ({ none: sort, up: `${sort}-down` as const, down: undefined })[directionOf(order, sort) ?? 'none']
