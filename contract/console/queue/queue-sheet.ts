import { consoleInput, endpoint } from '../../endpoint.ts'
import { consoleObject, inAddress, nullable, oneOf, optional } from '../../wire.ts'
import { ticketNumber } from '../../ticket-codec.ts'
import { VIEWS, queueFilter, queueOrder } from './queue-filter.ts'

/** Apart from the queue's other calls: the console loads it with the button that needs it. */
export const consoleQueueSheet = {
  download: endpoint({
    method: 'GET',
    path: '/console/ticket-sheet',
    summary: 'All tickets of a list, filtered and ordered, as a sheet for Excel (xlsx); 20,000 at the most',
    access: 'technician',
    kind: 'file',
    input: consoleInput({
      view: optional(oneOf(VIEWS)),
      /** A ticket's number or that of one of its replies. */
      number: optional(inAddress(ticketNumber)),
      ...queueFilter,
      order: queueOrder,
    }),
    data: nullable(consoleObject({})),
  }),
}
