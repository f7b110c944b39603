import { MAIL_KINDS, MAIL_STATES, MAIL_SUBJECTS } from '../mail.ts'
import { consoleInput, endpoint } from '../endpoint.ts'
import { ticketNumber } from '../ticket-codec.ts'
import {
  boolean,
  consoleObject,
  count,
  inAddress,
  instant,
  list,
  nullable,
  oneOf,
  optional,
  recordNumber,
  text,
} from '../wire.ts'
import { keyset, nextPart, search } from './keyset.ts'

const mail = recordNumber('mail')
const client = recordNumber('client')

/** A mail as supervisors see it: its subject and its fate, never its text or its secret. */
export const outboxMail = consoleObject({
  id: mail,
  client: consoleObject({ code: client, name: text(200) }),
  kind: oneOf(MAIL_KINDS),
  ticket: nullable(ticketNumber),
  /** The work or valuation that it tells of. */
  about: nullable(consoleObject({ subject: oneOf(MAIL_SUBJECTS), number: count })),
  reader: text(1000),
  email: text(1000),
  state: oneOf(MAIL_STATES),
  /** Why it was not sent, or the mail server's last answer. */
  reason: text(300),
  attempts: count,
  createdAt: instant,
  /** While it waits: when it is tried next. */
  nextAt: nullable(instant),
  /** When its state became final. */
  settledAt: nullable(instant),
  resentAt: nullable(instant),
  /** Whether it may be sent again now. */
  mayResend: boolean,
})

export const consoleOutbox = {
  list: endpoint({
    method: 'GET',
    path: '/console/outbox',
    summary: 'The mails of the last 90 days, sent or not, newest first',
    access: 'supervisor',
    input: consoleInput({
      /** A part of the reader's address or name. */
      search,
      client: optional(inAddress(client)),
      ticket: optional(inAddress(ticketNumber)),
      state: optional(oneOf(MAIL_STATES)),
      kind: optional(oneOf(MAIL_KINDS)),
      /** From this moment on. */
      from: optional(instant),
      /** Until just before this one. */
      until: optional(instant),
      ...keyset,
    }),
    data: consoleObject({ items: list(outboxMail), next: nextPart }),
  }),
  resend: endpoint({
    method: 'POST',
    path: '/console/outbox/resend',
    summary: 'Send a mail once more, or try one that waits now: to the address that the record holds today',
    access: 'supervisor',
    input: consoleInput({ client, mail }),
    data: outboxMail,
  }),
  retryAddress: endpoint({
    method: 'POST',
    path: '/console/outbox/retry-address',
    summary:
      'Try an address again that was refused: what was held back of it in the last three days leaves in one mail',
    access: 'technician',
    input: consoleInput({ client, email: text(1000) }),
    data: nullable(consoleObject({})),
  }),
}
