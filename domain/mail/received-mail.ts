import { mayAddInformation, mayReject, mayReply } from '../ticket-actions.ts'
import type { EntryKind, Standing } from '../ticket.ts'
import { isEmail } from '../contact-details.ts'

/** DMARC's verdict on a mail's sender. `none`: the domain publishes no policy. */
export const SENDER_PROOFS = ['pass', 'fail', 'none'] as const
export type SenderProof = (typeof SENDER_PROOFS)[number]

/** Where a received mail is. `ignored`: a program wrote it, and nobody has to read it. */
export const RECEIVED_STATES = ['waiting', 'joined', 'raised', 'discarded', 'ignored'] as const

/** Why a mail waits for somebody, or was ignored. */
export const RECEIVED_REASONS = [
  /** It names no ticket: the usual new mail. */
  'new',
  /** Nothing proves that its sender sent it. */
  'unproven',
  /** Its sender does not belong to the ticket that it names. */
  'not-theirs',
  /** It names tickets of two clients. */
  'contradictory',
  /** The sender's address cannot be one. */
  'odd-sender',
  /** The ticket is closed, and it does not say «No conforme» with a reason. */
  'ticket-closed',
  'ticket-over',
  'no-words',
  'too-large',
  'unreadable',
  /** Its sender writes more than people do. */
  'too-many',
  'auto-reply',
  'bounce',
  /** One of our own mails that has come back. */
  'loop',
  /** The same mail arrived before. */
  'duplicate',
] as const
export type ReceivedReason = (typeof RECEIVED_REASONS)[number]

/** The reasons for which nobody has to read a mail. */
export type AutomaticReason = Extract<ReceivedReason, 'auto-reply' | 'bounce' | 'loop' | 'duplicate'>

/** Mails of one address in an hour: beyond the first limit they wait for somebody, beyond the second they are ignored. */
export const MOST_JOINED_PER_HOUR = 30
export const MOST_READ_PER_HOUR = 100

export interface MailFacts {
  readonly automatic: AutomaticReason | null
  /** The mail cannot be read, or not be trusted at all. */
  readonly obstacle: Extract<
    ReceivedReason,
    'too-large' | 'unreadable' | 'unproven' | 'odd-sender' | 'contradictory'
  > | null
  /** The ticket that it names by one of our own addresses or mails. */
  readonly ticket: Standing | null
  /** The sender is in that ticket's record. */
  readonly isTheirs: boolean
  readonly proof: SenderProof
  readonly said: string
  readonly files: number
  /** The sender's mails of the last hour, this one not counted. */
  readonly received: number
  readonly joined: number
}

/** The acts that a mail may become in its ticket. */
export type JoinedKind = Extract<EntryKind, 'reply' | 'note' | 'rejection'>

export type MailDecision =
  | { readonly is: 'joined'; readonly as: JoinedKind; readonly text: string }
  | { readonly is: 'waiting'; readonly reason: ReceivedReason }
  | { readonly is: 'ignored'; readonly reason: ReceivedReason }

/**
 * Decides what becomes of a mail. It joins a ticket only if it names the ticket, its sender is in the ticket's record, and the
 * sender's domain vouches for it. It then becomes an entry that its sender may add there now.
 */
export function mailDecision(mail: MailFacts): MailDecision {
  if (mail.automatic) return { is: 'ignored', reason: mail.automatic }
  if (mail.received >= MOST_READ_PER_HOUR) return { is: 'ignored', reason: 'too-many' }
  if (mail.obstacle) return waiting(mail.obstacle)
  if (!mail.ticket) return waiting('new')
  if (!mail.isTheirs) return waiting('not-theirs')
  if (mail.proof !== 'pass') return waiting('unproven')
  if (mail.joined >= MOST_JOINED_PER_HOUR) return waiting('too-many')
  return inTicket(mail.ticket, mail)
}

const waiting = (reason: ReceivedReason): MailDecision => ({ is: 'waiting', reason })

function inTicket(ticket: Standing, { said, files }: MailFacts): MailDecision {
  if (ticket.accepted) return waiting('ticket-over')
  if (said === '' && files === 0) return waiting('no-words')
  if (mayReply(ticket).allowed) return { is: 'joined', as: 'reply', text: said }
  const objection = objectionIn(said)
  if (objection !== null && ticket.state === 'closed' && mayReject(ticket).allowed) {
    return objection === '' ? waiting('no-words') : { is: 'joined', as: 'rejection', text: objection }
  }
  if (mayAddInformation(ticket).allowed) return { is: 'joined', as: 'note', text: said }
  return waiting('ticket-closed')
}

const OBJECTION = /^\s*[«"“]?(?:no conforme|no estoy conforme|not satisfied)[»"”]?[\s.,:;!–—-]*/i

/**
 * The reason that follows «No conforme» at the beginning of a mail, perhaps empty; null if the mail does not begin with
 * these words.
 */
export function objectionIn(said: string): string | null {
  const begins = OBJECTION.exec(said)
  return begins ? said.slice(begins[0].length).trim() : null
}

/** A header's value, by its name in lower case; undefined without one. */
export type Headers = (name: string) => string | undefined

interface Envelope {
  readonly header: Headers
  readonly sender: string | null
  /** Our own address, without a ticket's tag. */
  readonly own: string
  /** Its Message-ID is one of ours. */
  readonly isOurs: boolean
}

/** Whether a program wrote it: by the headers that programs add (RFC 3834) and the forms of those that do not. */
export function automaticKind({ header, sender, own, isOurs }: Envelope): AutomaticReason | null {
  const value = (name: string) => (header(name) ?? '').slice(0, 1000).trim().toLowerCase()
  if (isOurs || (sender !== null && withoutTag(sender) === own.toLowerCase())) return 'loop'
  const type = value('content-type')
  if (type.startsWith('multipart/report') && /report-type\s*=\s*"?delivery-status/.test(type)) return 'bounce'
  const local = (sender ?? '').split('@')[0]?.toLowerCase() ?? ''
  if (local === 'mailer-daemon' || (local === 'postmaster' && value('return-path') === '<>')) return 'bounce'
  if (type.startsWith('multipart/report')) return 'auto-reply'
  const submitted = value('auto-submitted')
  if (submitted !== '' && !/^no\b/.test(submitted)) return 'auto-reply'
  if (/^(bulk|junk|auto_reply)$/.test(value('precedence'))) return 'auto-reply'
  const marks = [
    'x-autoreply',
    'x-autorespond',
    'x-auto-reply',
    'x-autogenerated',
    'x-mail-autoreply',
    'x-autoresponder',
  ]
  if (marks.some((name) => !['', 'no'].includes(value(name)))) return 'auto-reply'
  return value('return-path') === '<>' ? 'auto-reply' : null
}

/** `name+tag@host` without its tag, in lower case. */
export const withoutTag = (address: string): string => address.toLowerCase().replace(/\+[^@]*@/, '@')

/** The most addresses or mails of a list that are examined. */
const MOST_NAMED = 50

/** The only address in a From header; null if there is none, several, or an impossible one. */
export function soleSender(addresses: readonly string[]): string | null {
  const [only, ...others] = addresses
  return only !== undefined && others.length === 0 && isEmail(only) ? only.toLowerCase() : null
}

/**
 * Why a mail without a sole sender has none. With two addresses one may be forged; otherwise the address is impossible.
 */
export const noSender = (addresses: readonly string[]): 'unproven' | 'odd-sender' =>
  addresses.length > 1 ? 'unproven' : 'odd-sender'

/** The Message-IDs in References and In-Reply-To, the nearest last. */
export const mailNames = (...values: readonly (string | undefined)[]): string[] =>
  [...new Set(values.flatMap((value) => (value ?? '').slice(-20_000).match(/<[^<>\s]{3,250}>/g) ?? []))].slice(
    -MOST_NAMED,
  )

const TAG = /^t(\d{1,15})\.([a-z2-7]{20})$/

/** The reply address of a ticket: our own with a tag, `soporte+t123.mac@example.com`. */
export const replyAddress = (own: string, ticket: number, mac: string): string =>
  own.replace('@', `+t${ticket}.${mac}@`)

/** The tickets named by tagged addresses of ours, with their marks; the server checks each mark. */
export function namedByAddress(own: string, addresses: readonly string[]): { ticket: number; mac: string }[] {
  return addresses.slice(0, MOST_NAMED).flatMap((address) => {
    if (address.length > 320 || withoutTag(address) !== own.toLowerCase()) return []
    const [, number, mac = ''] = TAG.exec(/\+([^@]*)@/.exec(address.toLowerCase())?.[1] ?? '') ?? []
    return number === undefined ? [] : [{ ticket: Number(number), mac }]
  })
}
