import { type consoleTickets, ticketAreaWord } from '#contract/console/tickets.ts'
import type { Input } from '#contract/endpoint.ts'
import { chosenUrgency } from '#contract/ticket-codec.ts'
import { as, optional, wireObject } from '#contract/wire.ts'
import { addressOf, numberInAddress, wordsInAddress } from '#browser/address.ts'
import type { View } from '../paths.ts'

type Question = Input<typeof consoleTickets.queue>

/** The filter of a view in the browser's address. */
export const queueAddress = addressOf(
  wireObject({
    text: as('texto', optional(wordsInAddress(200))),
    client: as('cliente', optional(numberInAddress('client'))),
    module: as('modulo', optional(numberInAddress('module'))),
    area: as('area', optional(ticketAreaWord)),
    urgency: as('urgencia', optional(chosenUrgency)),
    assignee: as('tecnico', optional(wordsInAddress(200))),
  }),
)

export type QueueFilter = ReturnType<typeof queueAddress.read>
export type QueueSearch = ReturnType<typeof queueAddress.kept>

/** The contract's input for one part of a list. */
export const questionOf = (view: View, filter: QueueFilter, after: string): Question => ({
  view,
  ...filter,
  ...(after !== '' && { after }),
})
