import { MAIL_KINDS, MAIL_STATES, MAIL_SUBJECTS, TECHNICIAN_MAIL_KINDS } from '../mail.ts'
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
import { technicianName } from './session/open-session.ts'

const mail = recordNumber('mail')
const client = recordNumber('client')

/** A mail as supervisors see it: its subject and its fate, never its text or its secret. */
export const outboxMail = consoleObject({
  id: mail,
  client: consoleObject({ code: client, name: text(200) }),
  kind: oneOf(MAIL_KINDS),
  ticket: nullable(ticketNumber),
  /** The work or valuation that the mail is about. */
  about: nullable(consoleObject({ subject: oneOf(MAIL_SUBJECTS), number: count })),
  reader: text(1000),
  email: text(1000),
  state: oneOf(MAIL_STATES),
  /** Why it was not sent, or the mail server's last answer. */
  reason: text(300),
  attempts: count,
  createdAt: instant,
  /** While it waits: the next try. */
  nextAt: nullable(instant),
  /** When its state became final. */
  settledAt: nullable(instant),
  resentAt: nullable(instant),
  /** Whether it may be sent again now. */
  mayResend: boolean,
})

/** The same for a mail to a technician. */
export const technicianMail = consoleObject({
  id: mail,
  kind: oneOf(TECHNICIAN_MAIL_KINDS),
  username: technicianName,
  reader: text(200),
  email: text(254),
  state: oneOf(MAIL_STATES),
  reason: text(300),
  attempts: count,
  createdAt: instant,
  nextAt: nullable(instant),
  settledAt: nullable(instant),
  resentAt: nullable(instant),
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
  listToTechnicians: endpoint({
    method: 'GET',
    path: '/console/outbox/technicians',
    summary: 'The mails to technicians of the last 90 days, sent or not, newest first',
    access: 'supervisor',
    input: consoleInput({
      /** A part of the address, the user name or the name. */
      search,
      state: optional(oneOf(MAIL_STATES)),
      kind: optional(oneOf(TECHNICIAN_MAIL_KINDS)),
      from: optional(instant),
      until: optional(instant),
      ...keyset,
    }),
    data: consoleObject({ items: list(technicianMail), next: nextPart }),
  }),
  resendToTechnician: endpoint({
    method: 'POST',
    path: '/console/outbox/technicians/resend',
    summary:
      "Send a technician's mail once more, or try one that waits now. A mail with a link is made anew: its old link is no longer valid",
    access: 'supervisor',
    input: consoleInput({ mail }),
    /** The mail that leaves now. */
    data: technicianMail,
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
