import { localTime } from '#domain/office-hours.ts'
import type { MailChoice } from '#domain/personal-data.ts'
import type { Warnings } from '#domain/silence.ts'
import { WORK_KINDS } from '#domain/work.ts'

/** The occasions of a mail. */
export const MAIL_KINDS = [
  /** A ticket was registered: the receipt. */
  'registered',
  'answer',
  /** Closed: asks whether the customer agrees. */
  'closing',
  /** Somebody else claimed the answer. */
  'claim',
  /** The work on an incident or a development was delivered, or installed in the test database: the latter asks for a try. */
  'delivered',
  'installed-in-test',
  'date-moved',
  /** A valuation waits for a yes or no. */
  'valuation',
  /** Silence will count as a yes: an early warning, and one on the last day. */
  'silence',
  'silence-last-day',
  /** The ticket waits for its reader; only sent by hand. */
  'reminder',
  /** A problem of the product that the reader meets is mended. */
  'mended',
  /** The month's report, with the PDF. */
  'report',
  /** Several mails in one. */
  'summary',
  'password-link',
  /** The one-time code that opens a mail's ticket. */
  'code',
  /** Asks the reader to confirm a changed address. */
  'address-link',
  /** Tells the old address about the change. */
  'address-notice',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** The occasions of a mail to a technician. */
export const TECHNICIAN_MAIL_KINDS = [
  'password-link',
  /** Notifications that came while the technician had no console open. */
  'notifications',
  /** Asks the reader to confirm a changed address. */
  'address-link',
  /** Tells the old address about the change. */
  'address-notice',
] as const
export type TechnicianMailKind = (typeof TECHNICIAN_MAIL_KINDS)[number]

/**
 * `possibly-sent`: the mail server received it but did not answer, so it is not sent again.
 * `suppressed`: not sent on purpose, or part of a summary.
 */
export const MAIL_STATES = ['queued', 'sending', 'sent', 'possibly-sent', 'failed', 'suppressed'] as const

/** The subjects of a mail other than a ticket. */
export const MAIL_SUBJECTS = [...WORK_KINDS, 'valuation', 'problem', 'report'] as const
export type MailSubject = (typeof MAIL_SUBJECTS)[number]

/** The mails of the two warnings before silence counts as a yes. */
export const WARNING_MAILS = { first: 'silence', last: 'silence-last-day' } as const satisfies Record<
  keyof Warnings,
  MailKind
>

const ACTS: readonly MailKind[] = ['closing', 'installed-in-test', 'valuation', 'silence', 'silence-last-day']

/** Whether the mail asks its reader to do something: then the reader's choice never holds it back. */
export const asksForAct = (kind: MailKind): boolean => ACTS.includes(kind)

/** Whether the reader's choice holds the mail back altogether. */
export const isUnwanted = (choice: MailChoice, kind: MailKind): boolean =>
  choice === 'acts' && !asksForAct(kind) && !isOfAccess(kind)

const SECRETS = ['password-link', 'code', 'address-link'] as const satisfies readonly MailKind[]

/**
 * Whether the mail holds a secret that its reader waits for. Such a mail leaves first, alone, and without regard to the
 * limits.
 */
export const isSecretMail = (kind: MailKind): kind is (typeof SECRETS)[number] => SECRETS.some((each) => each === kind)

/** Whether the mail concerns its reader's access, and no ticket's news. */
export const isOfAccess = (kind: MailKind): kind is (typeof SECRETS)[number] | 'address-notice' =>
  isSecretMail(kind) || kind === 'address-notice'

/** The facts that decide whether a mail may be sent again. */
interface Resendable {
  readonly kind: MailKind
  readonly state: (typeof MAIL_STATES)[number]
  readonly resentAt: Date | null
  readonly resentTimes: number
}

export type ResendRefusal = 'secret-gone' | 'withheld' | 'being-sent' | 'resent-just-now' | 'resent-too-often'

/**
 * Why a mail may not be sent again; null: it may. A secret is deleted once its mail has left. Nobody sends by hand a
 * mail that was held back on purpose, or that is part of a summary.
 */
export function resendRefusal({ kind, state, resentAt, resentTimes }: Resendable, now: Date): ResendRefusal | null {
  if (state === 'sending') return 'being-sent'
  if (state === 'suppressed') return 'withheld'
  if (isSecretMail(kind) && state !== 'queued') return 'secret-gone'
  if (resentAt && now.getTime() - resentAt.getTime() < RESEND_PAUSE_MS) return 'resent-just-now'
  return resentTimes >= MOST_RESENT ? 'resent-too-often' : null
}

/** Whether the mail to a technician holds a link, which is deleted once it has left. */
export const isTechnicianLink = (kind: TechnicianMailKind): kind is 'password-link' | 'address-link' =>
  kind === 'password-link' || kind === 'address-link'

interface ResendableToTechnician extends Omit<Resendable, 'kind'> {
  /**
   * Whether its reader may still get one: either they may enter and have an address, or an address waits to be
   * confirmed.
   */
  readonly isWanted: boolean
}

/** The same for a technician's mail. A link that is gone is replaced by a new one. */
export function technicianResendRefusal(
  { isWanted, ...mail }: ResendableToTechnician,
  now: Date,
): ResendRefusal | null {
  return isWanted ? resendRefusal({ ...mail, kind: 'summary' }, now) : 'withheld'
}

const MINUTE_MS = 60_000
const RESEND_PAUSE_MS = 10 * MINUTE_MS
const MOST_RESENT = 5
const HOUR_MS = 60 * MINUTE_MS
/** The pauses before the next attempts, over a day in all. */
const PAUSES_MINUTES = [1, 2, 5, 10, 20, 40, 60, 120, 240, 240, 240, 240, 240, 240]

/** When a mail is tried again after this many failed attempts; null: never by itself. */
export function nextTry(attempts: number, now: Date): Date | null {
  const minutes = PAUSES_MINUTES[attempts - 1]
  return minutes === undefined ? null : new Date(now.getTime() + minutes * MINUTE_MS)
}

const DIGEST_HOUR = '08:00'

/** When the next daily summary leaves: in the morning, in the office's time zone. */
export function nextDigest(now: Date, zone: string): Date {
  const hour = (at: Date) => localTime(at, zone).time.slice(0, 3) + '00'
  let at = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS)
  do at = new Date(at.getTime() + HOUR_MS)
  while (hour(at) !== DIGEST_HOUR)
  return at
}
