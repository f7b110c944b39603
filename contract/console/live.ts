import { consoleInput, endpoint } from '../endpoint.ts'
import { EVENT_KINDS } from '../event.ts'
import { as, count, inAddress, oneOf, optional, recordNumber, wireObject } from '../wire.ts'

export const consoleLive = {
  events: endpoint({
    method: 'GET',
    path: '/console/eventos',
    summary:
      'What happens, as it happens: which records to read again. `all`: read everything again. Last-Event-ID resumes; it does not count as using the session. `age`: also the events of so many milliseconds before, or `all`',
    access: 'technician',
    kind: 'stream',
    isActivity: false,
    input: consoleInput({ age: optional(inAddress(count)) }),
    data: wireObject({
      kind: as('tipo', oneOf([...EVENT_KINDS, 'all'])),
      ticket: as('llnumreg', optional(recordNumber('ticket'))),
      incident: as('pcnpet', optional(recordNumber('incident'))),
      development: as('desarrollo', optional(recordNumber('development'))),
      valuation: as('vinreg', optional(recordNumber('valuation'))),
    }),
  }),
}
