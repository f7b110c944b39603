import { endpoint, query } from './endpoint.ts'
import { developmentNumber } from './incident-codec.ts'
import { ticketNumber } from './ticket-codec.ts'
import { as, count, inAddress, lettered, optional, recordNumber, wireObject } from './wire.ts'

/** A customer's view of an event. `seen`: this person has seen the ticket. `all`: too many events to send one by one. */
const NEWS = ['answer', 'message', 'claim', 'change', 'seen', 'all'] as const
export type News = (typeof NEWS)[number]

const news = lettered(NEWS, {
  answer: 'respuesta',
  message: 'mensaje',
  claim: 'reclamacion',
  change: 'cambio',
  seen: 'leido',
  all: 'todo',
})

/**
 * The longest time in which the request for a stream may be answered. After a slower answer the page reads everything
 * again.
 */
export const LONGEST_OPENING_MS = 10_000

export const live = {
  events: endpoint({
    method: 'GET',
    path: '/eventos',
    summary:
      'What happens, as it happens: which records to read again. `todo`: read everything again. Last-Event-ID resumes; it does not count as using the session. `edad`: also the events of so many milliseconds before, or `todo`',
    kind: 'stream',
    isActivity: false,
    input: query({ age: as('edad', optional(inAddress(count))) }),
    data: wireObject({
      news: as('tipo', news),
      ticket: as('llnumreg', optional(ticketNumber)),
      incident: as('pcnpet', optional(recordNumber('incident'))),
      development: as('desarrollo', optional(developmentNumber)),
      valuation: as('vinreg', optional(recordNumber('valuation'))),
    }),
  }),
}
