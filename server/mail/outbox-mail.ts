import { type MailKind, type MailSubject, asksForAct, isOfAccess, isUnwanted } from '#contract/mail.ts'
import type { Settings } from '#domain/settings.ts'
import type { OutboxMail } from '../console/mail/outbox-store.ts'
import type { Transaction } from '../db/sql.ts'
import { replyTo } from '../mail-in/reply-mark.ts'
import type { SecretBox } from '../secret-box.ts'
import type { Letter } from './mailer.ts'
import { totalOf } from '../incidents/valuation-store.ts'
import { foldedMails, mailChoiceOf, mailedValuation, mailedWork, readerOf, threadBefore } from './reader-store.ts'
import { addressLinkMail, addressNoticeMail } from './address-mail.ts'
import { type PrintReport, reportMail } from './report-mail.ts'
import { passwordLinkMail } from './password-link-mail.ts'
import { choiceAddress, linkTo, linkToken, readerToken, unsubscribeHeaders } from './mail-link.ts'
import {
  MAIL_WORDS,
  type MailFacts,
  type OfferInMail,
  type TicketMailKind,
  summaryMail,
  ticketMail,
} from './ticket-mail.ts'
import { type WrittenMail, writtenMail } from './written-mail.ts'

export interface Writing {
  readonly settings: Settings
  /** The portal's address. */
  readonly origin: string
  /** Opens the secrets of links. */
  readonly secrets: SecretBox
  /** Prints a month's report. */
  readonly printReport: PrintReport
  /** Whether the portal reads mails: then an answer to one joins its ticket. */
  readonly takesReplies?: boolean
}

/** A mail's secret opens for no other mail. */
export const aboutMail = (messageId: string): string => `mail ${messageId}`
/** The version before would send it as a password link. This keeps it from opening the secret. */
export const aboutAddress = (messageId: string): string => `address ${messageId}`

/** The reason why a mail is not written: its subject is settled, or its reader no longer wants it. */
type Withheld = 'overtaken' | 'choice'

/** Writes a mail of the outbox from the records as they are now. */
export async function writeMail(
  tx: Transaction,
  mail: OutboxMail,
  writing: Writing,
  now: Date,
): Promise<Letter | Withheld> {
  const { settings, origin, secrets } = writing
  const { client, id, language, reader, email: to, messageId } = mail
  if (mail.kind === 'password-link') return { to, messageId, ...passwordLink(mail, writing) }
  if (mail.kind === 'address-link') return { to, messageId, ...addressLink(mail, writing) }
  if (mail.kind === 'address-notice') {
    return { to, messageId, ...addressNoticeMail({ name: reader, username: null, language }, settings) }
  }
  if (mail.kind === 'report') return reportMail(tx, mail, writing, now)
  if (mail.kind === 'code') return { to, messageId, ...(await threadOf(tx, mail, origin)), ...codeMail(mail, writing) }
  const choice = await mailChoiceOf(tx, to)
  const token = mail.ticket === null ? null : linkToken(secrets, { client, mail: id })
  const address = linkTo(origin, mail.ticket) + (token === null ? '' : `#e=${token}`)
  const own = readerToken(secrets, { client, email: to })
  const below = [{ label: MAIL_WORDS[language].choose, address: choiceAddress(origin, own) }]
  const answers = writing.takesReplies === true && mail.ticket !== null
  const surroundings = { settings, language, address, byCode: token !== null, answers, below }
  const headers = asksForAct(mail.kind) ? {} : unsubscribeHeaders(origin, own)
  if (mail.kind === 'summary') {
    const wanted = (await foldedMails(tx, mail.id)).filter(({ kind }) => !isUnwanted(choice, kind))
    if (wanted.length === 0) return 'choice'
    const parts = []
    for (const part of wanted) {
      const facts = isTicketMail(part.kind) ? await factsOf(tx, { ...part, reader }) : null
      if (facts && isTicketMail(part.kind)) parts.push({ kind: part.kind, facts })
    }
    return parts.length === 0 ? 'overtaken' : { to, messageId, headers, ...summaryMail(reader, parts, surroundings) }
  }
  if (isUnwanted(choice, mail.kind)) return 'choice'
  const facts = isTicketMail(mail.kind) ? await factsOf(tx, mail) : null
  if (!facts || !isTicketMail(mail.kind)) return 'overtaken'
  return {
    to,
    messageId,
    headers,
    ...(await threadOf(tx, mail, origin)),
    ...(answers && { replyTo: replyTo(settings.contact.email, secrets, client, mail.ticket) }),
    ...ticketMail(mail.kind, facts, surroundings),
  }
}

function passwordLink(
  { messageId, secret, reader, username, endsAt, language }: OutboxMail,
  writing: Writing,
): WrittenMail {
  const token = secret && writing.secrets.open(secret, aboutMail(messageId))
  if (!token || username === null || endsAt === null) throw new Error('The secret of the mail cannot be opened')
  const address = passwordLinkAddress(writing.origin, token.toString())
  return passwordLinkMail({ name: reader, username, address, expiresAt: endsAt, language }, writing.settings)
}

function addressLink({ messageId, secret, reader, endsAt, language }: OutboxMail, writing: Writing): WrittenMail {
  const token = secret && writing.secrets.open(secret, aboutAddress(messageId))
  if (!token || endsAt === null) throw new Error('The secret of the mail cannot be opened')
  const address = `${writing.origin}/public/direccion#t=${encodeURIComponent(token.toString())}`
  return addressLinkMail({ name: reader, username: null, address, expiresAt: endsAt, language }, writing.settings)
}

function codeMail({ messageId, secret, language, reader }: OutboxMail, { secrets, settings }: Writing): WrittenMail {
  const code = secret && secrets.open(secret, aboutMail(messageId))
  if (!code) throw new Error('The secret of the mail cannot be opened')
  const words = MAIL_WORDS[language]
  return writtenMail(
    {
      language,
      subject: words.code.subject,
      paragraphs: [words.greeting(reader), words.code.body(code.toString()), words.code.lasts],
      closing: [words.code.notAsked, words.signature(settings)],
    },
    settings,
  )
}

export const passwordLinkAddress = (origin: string, token: string): string =>
  `${origin}/public/contrasena#t=${encodeURIComponent(token)}`

const isTicketMail = (kind: MailKind): kind is TicketMailKind =>
  kind !== 'summary' && kind !== 'report' && !isOfAccess(kind)

interface About {
  readonly kind: MailKind
  readonly ticket: number | null
  readonly subject: MailSubject | null
  readonly number: number | null
  readonly reader: string
  readonly endsAt: Date | null
}

async function factsOf(
  tx: Transaction,
  { ticket, subject, number, reader, endsAt: at }: About,
): Promise<MailFacts | null> {
  const about = subject === null || number === null ? null : await mailedWork(tx, subject, number)
  if (subject !== null && !about) return null
  const known = ticket === null ? null : await readerOf(tx, ticket)
  const offered = subject === 'valuation' && number !== null ? await offerOf(tx, number) : null
  // The valuation was decided or closed meanwhile.
  if (subject === 'valuation' && !offered) return null
  // It was joined to another ticket, which has mails of its own.
  if (ticket !== null && !known) return null
  // Somebody has written meanwhile, or the period has started again.
  if (at !== null && known?.silentAcceptanceAt?.getTime() !== at.getTime()) return null
  return {
    number: ticket,
    title: known?.title ?? '',
    reader,
    at,
    work:
      about && number !== null && (subject === 'incident' || subject === 'development')
        ? { ...about, kind: subject, number }
        : null,
    valuation: offered && about && number !== null ? { ...offered, number, title: about.title } : null,
    problem: about && number !== null && subject === 'problem' ? { ...about, number } : null,
  }
}

async function offerOf(tx: Transaction, number: number): Promise<OfferInMail | null> {
  const found = await mailedValuation(tx, number)
  return found && !found.isOver
    ? { version: found.version, total: totalOf(found.lines), validUntil: found.validUntil }
    : null
}

/** The mails of a ticket form one conversation in their reader's mail client, even if the first one never arrived. */
async function threadOf(tx: Transaction, { ticket, email, id }: OutboxMail, origin: string): Promise<Partial<Letter>> {
  if (ticket === null) return {}
  const before = await threadBefore(tx, ticket, email, id)
  const references = [
    `<ticket-${ticket}@${new URL(origin).hostname}>`,
    ...before.map(({ messageId }) => messageId).toReversed(),
  ]
  return { inReplyTo: references.at(-1), references }
}
