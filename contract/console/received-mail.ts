import { RECEIVED_REASONS, RECEIVED_STATES, SENDER_PROOFS } from '#domain/mail/received-mail.ts'
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
import { keyset, nextPart } from './keyset.ts'

const mail = recordNumber('received-mail')
const mailFile = consoleObject({
  name: text(300),
  mime: text(100),
  bytes: count,
  /** The portal's rules allow no such file: it can be neither opened nor attached. */
  refused: optional(boolean),
})
const client = recordNumber('client')
const contact = recordNumber('contact')
const clientName = consoleObject({ code: client, name: text(200) })
const contactName = consoleObject({ id: contact, name: text(200) })

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
  /** The quoted mail, and the signature. */
  rest: text(200_000),
  files: list(mailFile),
  receivedAt: instant,
  /** The owner of the sender's address, if that is certain. */
  client: nullable(clientName),
  contact: nullable(contactName),
  /** The module that its text mentions. */
  module: nullable(text(100)),
  /**
   * If nobody has the sender's address: people it may be, by the address's domain or the sender's name. Nothing proves
   * it.
   */
  proposed: nullable(
    consoleObject({ client: clientName, contact: nullable(contactName), module: nullable(text(100)) }),
  ),
  /** The ticket that it names, that it joined, or that was made from it. */
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
    summary:
      'Make a ticket of a mail, for the client and contact whose address it has, else for those named; its files go with it',
    access: 'technician',
    input: consoleInput({ mail, client: optional(client), contact: optional(nullable(contact)) }),
    data: taken,
  }),
  file: endpoint({
    method: 'GET',
    path: '/console/received-mail/file',
    summary:
      'A file of a mail that is kept, by its place in the list from 0; only to save, and only of a kind that the portal allows',
    access: 'technician',
    kind: 'file',
    input: consoleInput({ mail: inAddress(mail), place: inAddress(count) }),
    data: nullable(consoleObject({})),
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
