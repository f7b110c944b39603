import { consoleInput, endpoint } from '../endpoint.ts'
import { EVENT_SUBJECTS } from '../event.ts'
import { boolean, consoleObject, count, instant, list, nullable, oneOf, optional, recordNumber, text } from '../wire.ts'
import { keyset, nextPart } from './keyset.ts'

/** The kinds of notifications, in the order of the choices. */
export const NOTIFICATION_KINDS = [
  'assigned',
  'replied',
  'claimed',
  'third-claim',
  'not-working',
  'decided',
  'undone',
  'promise-near',
  'promise-broken',
  'mentioned',
  'mail-refused',
] as const

const kinds = list(oneOf(NOTIFICATION_KINDS), NOTIFICATION_KINDS.length)

const notification = consoleObject({
  id: recordNumber('none'),
  kind: oneOf(NOTIFICATION_KINDS),
  subject: oneOf(EVENT_SUBJECTS),
  number: recordNumber('none'),
  /** The number of the record. */
  title: text(500),
  at: instant,
  read: boolean,
})

const unread = consoleObject({ unread: count, newest: nullable(notification) })

export const consoleNotifications = {
  list: endpoint({
    method: 'GET',
    path: '/console/notifications',
    summary:
      "This technician's notifications of the last 30 days, the newest first, and the kinds that they silenced or want no mail of",
    access: 'technician',
    input: consoleInput({ ...keyset }),
    data: consoleObject({
      items: list(notification),
      next: nextPart,
      silenced: kinds,
      /** The kinds that the technician does not want by mail while no console of theirs is open. */
      unmailed: kinds,
      /** Where such mails go; null without an address of their own. */
      email: nullable(text(254)),
    }),
  }),
  unread: endpoint({
    method: 'GET',
    path: '/console/notifications/unread',
    summary: 'How many of them are unread, and the newest of those; it does not count as using the session',
    access: 'technician',
    isActivity: false,
    input: consoleInput({}),
    data: unread,
  }),
  read: endpoint({
    method: 'POST',
    path: '/console/notifications/read',
    summary: 'Mark those about a record as read, or all without one',
    access: 'technician',
    input: consoleInput({
      subject: optional(nullable(oneOf(EVENT_SUBJECTS))),
      number: optional(nullable(recordNumber('none'))),
    }),
    data: unread,
  }),
  silence: endpoint({
    method: 'POST',
    path: '/console/notifications/silence',
    summary: 'Choose the kinds that this technician wants to hear nothing of',
    access: 'technician',
    input: consoleInput({ kinds }),
    data: consoleObject({ silenced: kinds }),
  }),
  unmail: endpoint({
    method: 'POST',
    path: '/console/notifications/unmail',
    summary: 'Choose the kinds that this technician wants no mail of while they have no console open',
    access: 'technician',
    input: consoleInput({ kinds }),
    data: consoleObject({ unmailed: kinds }),
  }),
}
