import { RECEIVED_REASONS, RECEIVED_STATES, SENDER_PROOFS } from '#domain/mail/received-mail.ts'
import { consoleInput, endpoint } from '../endpoint.ts'
import { ticketNumber } from '../ticket-codec.ts'
import { consoleObject, count, instant, list, nullable, oneOf, optional, recordNumber, text } from '../wire.ts'
import { keyset, nextPart } from './keyset.ts'

const mail = recordNumber('received-mail')
const mailFile = consoleObject({ name: text(300), mime: text(100), bytes: count })

/** A mail from outside, as text alone. */
export const receivedMail = consoleObject({
  id: mail,
  state: oneOf(RECEIVED_STATES),
  /** Why it waits, or was ignored. */
  reason: nullable(oneOf(RECEIVED_REASONS)),
  /** Whether the sender's domain vouches for it. */
  proof: oneOf(SENDER_PROOFS),
  sender: nullable(text(254)),
  senderName: text(300),
  subject: text(300),
  said: text(200_000),
  /** What it quotes, and its signature. */
  rest: text(200_000),
  files: list(mailFile),
  receivedAt: instant,
  /** The owner of the sender's address, if that is certain. */
  client: nullable(consoleObject({ code: recordNumber('client'), name: text(200) })),
  contact: nullable(consoleObject({ id: recordNumber('contact'), name: text(200) })),
  /** The module that it mentions. */
  module: nullable(text(100)),
  /** The ticket that it names, joined or became. */
  ticket: nullable(ticketNumber),
})

const taken = consoleObject({ ticket: ticketNumber })

export const consoleReceivedMail = {
  list: endpoint({
    method: 'GET',
    path: '/console/received-mail',
    summary: 'The mails in a state, newest first: those that wait to be sorted, if none is named',
    access: 'technician',
    input: consoleInput({ state: optional(oneOf(RECEIVED_STATES)), ...keyset }),
    data: consoleObject({ items: list(receivedMail), next: nextPart }),
  }),
  raise: endpoint({
    method: 'POST',
    path: '/console/received-mail/raise',
    summary: 'Make a ticket of a mail, for the client and contact whose address it has; its files go with it',
    access: 'technician',
    input: consoleInput({ mail }),
    data: taken,
  }),
  join: endpoint({
    method: 'POST',
    path: '/console/received-mail/join',
    summary: "Add a mail to a ticket of its sender's client as that customer's message",
    access: 'technician',
    input: consoleInput({ mail, ticket: ticketNumber }),
    data: taken,
  }),
  discard: endpoint({
    method: 'POST',
    path: '/console/received-mail/discard',
    summary: 'Put a mail away; for 30 days it can be taken back',
    access: 'technician',
    input: consoleInput({ mail }),
    data: receivedMail,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/console/received-mail/restore',
    summary: 'Let a mail wait again that was discarded or ignored',
    access: 'technician',
    input: consoleInput({ mail }),
    data: receivedMail,
  }),
}
