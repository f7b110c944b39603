import { addMail, type Reader } from '../console/mail/outbox-store.ts'
import { addTechnicianMail } from '../console/mail/technician-mail-store.ts'
import type { Runner, Transaction } from '../db/sql.ts'
import type { SecretBox } from '../secret-box.ts'
import { newMessageId } from './event-mails.ts'
import { aboutMail } from './outbox-mail.ts'

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

/** Puts the link with which an administrator of a client sets a password into the outbox, sealed until it leaves. */
export async function mailPasswordLink(tx: Transaction, link: MailedLink, mailing: Mailing, now: Date): Promise<void> {
  const { reader, username, expiresAt } = link
  const messageId = newMessageId(new URL(mailing.origin).hostname)
  await addMail(
    tx,
    {
      kind: 'password-link',
      cause: `password link ${messageId}`,
      ticket: null,
      about: null,
      reader,
      messageId,
      endsAt: expiresAt,
      username,
      secret: mailing.secrets.seal(Buffer.from(link.token), aboutMail(messageId)),
      folds: false,
      dueAt: now,
      suppressed: null,
    },
    now,
  )
}

/** The same for a technician. */
export async function mailTechnicianLink(tx: Runner, link: MailedLink, mailing: Mailing, now: Date): Promise<void> {
  const { reader, username, expiresAt } = link
  const messageId = newMessageId(new URL(mailing.origin).hostname)
  const secret = mailing.secrets.seal(Buffer.from(link.token), aboutMail(messageId))
  const { email, language } = reader
  await addTechnicianMail(tx, { username, email, language, messageId, endsAt: expiresAt, secret }, now)
}
