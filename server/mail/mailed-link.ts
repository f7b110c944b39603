import { addMail, type NewMail, type Reader } from '../console/mail/outbox-store.ts'
import { addTechnicianMail } from '../console/mail/technician-mail-store.ts'
import { addressLinkCause } from '../console/masters/contact-address-store.ts'
import type { Runner, Transaction } from '../db/sql.ts'
import type { SecretBox } from '../secret-box.ts'
import { newMessageId } from './event-mails.ts'
import { aboutAddress, aboutMail } from './outbox-mail.ts'
import { languageOf } from './reader-store.ts'

interface MailedLink {
  readonly reader: Pick<Reader, 'name' | 'email' | 'language'>
  readonly username: string
  readonly token: string
  readonly expiresAt: Date
}

interface Mailing {
  /** The portal's address. */
  readonly origin: string
  readonly secrets: SecretBox
}

/**
 * Puts the mail into the outbox whose link lets an administrator of a client set a password. The link stays sealed
 * until the mail leaves.
 */
export async function mailPasswordLink(tx: Transaction, link: MailedLink, mailing: Mailing, now: Date): Promise<void> {
  const { reader, username, expiresAt } = link
  const messageId = newMessageId(new URL(mailing.origin).hostname)
  await addAccessMail(
    tx,
    {
      kind: 'password-link',
      cause: `password link ${messageId}`,
      reader,
      messageId,
      endsAt: expiresAt,
      username,
      secret: mailing.secrets.seal(Buffer.from(link.token), aboutMail(messageId)),
    },
    now,
  )
}

type AccessMail = Omit<NewMail, 'ticket' | 'about' | 'folds' | 'dueAt' | 'suppressed'>

/** A mail about its reader's access. It belongs to no ticket and leaves at once. */
const addAccessMail = (tx: Transaction, mail: AccessMail, now: Date) =>
  addMail(tx, { ...mail, ticket: null, about: null, folds: false, dueAt: now, suppressed: null }, now)

/** The same for a technician. */
export async function mailTechnicianLink(tx: Runner, link: MailedLink, mailing: Mailing, now: Date): Promise<void> {
  const { reader, username, expiresAt } = link
  const messageId = newMessageId(new URL(mailing.origin).hostname)
  const secret = mailing.secrets.seal(Buffer.from(link.token), aboutMail(messageId))
  const { email, language } = reader
  await addTechnicianMail(
    tx,
    { kind: 'password-link', username, email, language, messageId, endsAt: expiresAt, secret },
    now,
  )
}

interface ChangedAddress {
  readonly username: string
  readonly email: string
  readonly token: string
  readonly expiresAt: Date
}

/** Mails the link that confirms a technician's changed address to that address. */
export async function mailAddressLink(tx: Runner, changed: ChangedAddress, mailing: Mailing, now: Date): Promise<void> {
  const { username, email, token, expiresAt: endsAt } = changed
  const messageId = newMessageId(new URL(mailing.origin).hostname)
  const secret = mailing.secrets.seal(Buffer.from(token), aboutAddress(messageId))
  await addTechnicianMail(tx, { kind: 'address-link', username, email, language: null, messageId, endsAt, secret }, now)
}

/** Tells a technician's present address that it will be replaced or removed. */
export async function mailAddressNotice(
  tx: Runner,
  { username, email }: Pick<ChangedAddress, 'username' | 'email'>,
  { origin }: Pick<Mailing, 'origin'>,
  now: Date,
): Promise<void> {
  const messageId = newMessageId(new URL(origin).hostname)
  await addTechnicianMail(
    tx,
    { kind: 'address-notice', username, email, language: null, messageId, endsAt: null, secret: null },
    now,
  )
}

interface ContactsAddress {
  readonly contact: number
  readonly name: string
  readonly email: string
  readonly token: string
  readonly expiresAt: Date
}

/** The same for a contact of a client. */
export async function mailContactsAddressLink(
  tx: Transaction,
  { contact, name, email, token, expiresAt: endsAt }: ContactsAddress,
  mailing: Mailing,
  now: Date,
): Promise<void> {
  const messageId = newMessageId(new URL(mailing.origin).hostname)
  const secret = mailing.secrets.seal(Buffer.from(token), aboutAddress(messageId))
  const reader = { name, email, language: await languageOf(tx, email) }
  const cause = addressLinkCause(contact) + messageId
  await addAccessMail(tx, { kind: 'address-link', cause, reader, messageId, endsAt, secret }, now)
}

export async function mailContactsAddressNotice(
  tx: Transaction,
  { name, email }: Pick<ContactsAddress, 'name' | 'email'>,
  { origin }: Pick<Mailing, 'origin'>,
  now: Date,
): Promise<void> {
  const messageId = newMessageId(new URL(origin).hostname)
  const reader = { name, email, language: await languageOf(tx, email) }
  await addAccessMail(tx, { kind: 'address-notice', cause: `address notice ${messageId}`, reader, messageId }, now)
}
