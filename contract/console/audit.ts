import { consoleInput, endpoint } from '../endpoint.ts'
import { ticketNumber } from '../ticket-codec.ts'
import {
  as,
  boolean,
  inAddress,
  instant,
  integer,
  list,
  nullable,
  optional,
  recordNumber,
  text,
  wireObject,
} from '../wire.ts'
import { keyset, nextPart } from './keyset.ts'
import { technicianName } from './session.ts'

export const auditLine = wireObject({
  id: as('id', integer),
  at: as('at', instant),
  /** Who did or read it; `name` is null for the portal's own jobs. */
  technician: as(
    'technician',
    wireObject({ username: as('username', text(100)), name: as('name', nullable(text(200))) }),
  ),
  /** The address of the call below `/api`, such as `/console/ticket/answer`. */
  act: as('act', text(200)),
  client: as(
    'client',
    nullable(wireObject({ code: as('code', recordNumber('client')), name: as('name', nullable(text(200))) })),
  ),
  ticket: as('ticket', nullable(ticketNumber)),
  /** Further details, by name. */
  details: as(
    'details',
    list(
      wireObject({
        name: as('name', text(200)),
        value: as('value', text(100_000)),
        /** With `value` it is JSON; otherwise the typed or chosen text. */
        structured: as('structured', optional(boolean)),
      }),
    ),
  ),
})

export const consoleAudit = {
  list: endpoint({
    method: 'GET',
    path: '/console/audit',
    summary: 'What was done and read at the console, newest first; this reading is noted as well',
    access: 'supervisor',
    input: consoleInput({
      client: as('client', optional(inAddress(recordNumber('client')))),
      ticket: as('ticket', optional(inAddress(ticketNumber))),
      technician: as('technician', optional(technicianName)),
      /** As in `act` of a line. */
      act: as('act', optional(text(200))),
      /** From this moment on. */
      from: as('from', optional(instant)),
      /** Until just before this one. */
      until: as('until', optional(instant)),
      ...keyset,
    }),
    data: wireObject({ items: as('items', list(auditLine)), next: nextPart }),
  }),
}
