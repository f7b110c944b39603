import { consoleInput, endpoint } from '../endpoint.ts'
import { ticketNumber } from '../ticket-codec.ts'
import {
  boolean,
  consoleObject,
  inAddress,
  instant,
  integer,
  list,
  nullable,
  optional,
  recordNumber,
  text,
} from '../wire.ts'
import { keyset, nextPart } from './keyset.ts'
import { technicianName } from './session/open-session.ts'

export const auditLine = consoleObject({
  id: integer,
  at: instant,
  /** Who acted or read; `name` is null for the portal's own jobs. */
  technician: consoleObject({ username: text(100), name: nullable(text(200)) }),
  /** The address of the call below `/api`, such as `/console/ticket/answer`. */
  act: text(200),
  client: nullable(consoleObject({ code: recordNumber('client'), name: nullable(text(200)) })),
  ticket: nullable(ticketNumber),
  /** Further details, by name. */
  details: list(
    consoleObject({
      name: text(200),
      value: text(100_000),
      /** With `value` it is JSON; otherwise the typed or chosen text. */
      structured: optional(boolean),
    }),
  ),
})

export const consoleAudit = {
  list: endpoint({
    method: 'GET',
    path: '/console/audit',
    summary: 'All acts and readings at the console, newest first; this reading is recorded as well',
    access: 'supervisor',
    input: consoleInput({
      client: optional(inAddress(recordNumber('client'))),
      ticket: optional(inAddress(ticketNumber)),
      technician: optional(technicianName),
      /** An act, as in a line's `act`. */
      act: optional(text(200)),
      /** From this moment on. */
      from: optional(instant),
      /** Until just before this one. */
      until: optional(instant),
      ...keyset,
    }),
    data: consoleObject({ items: list(auditLine), next: nextPart }),
  }),
}
