import { plainMailText } from '#domain/mail/mail-text.ts'
import type { MailboxTrouble, MailboxTroubleKind } from '#domain/mail/mailbox-trouble.ts'
import { NearlyFull } from '../db/room.ts'

/** Why the mailbox could not be read. Its message is for the log, and holds neither address nor password. */
export class MailboxUnread extends Error {
  override readonly name = 'MailboxUnread'
  readonly trouble: MailboxTrouble

  constructor(trouble: MailboxTrouble, cause?: unknown) {
    super([`The mailbox cannot be read (${trouble.kind})`, trouble.said].filter(Boolean).join(': '), { cause })
    this.trouble = trouble
  }
}

/**
 * The error of a step that asks the mail server. Without this class it could be taken for the database's, whose
 * connections fail in the same words.
 */
export function asUnread(error: unknown): MailboxUnread {
  if (error instanceof MailboxUnread) return error
  const trouble = mailboxTrouble(error)
  return new MailboxUnread(trouble, trouble.said === '' ? error : undefined)
}

const LONGEST = 300

/** The meaning of a failed step of reading the mailbox. */
export function mailboxTrouble(error: unknown): MailboxTrouble {
  if (error instanceof MailboxUnread) return error.trouble
  if (error instanceof NearlyFull) return { kind: 'no-room', said: '' }
  if (!(error instanceof Error)) return { kind: 'other', said: '' }
  const told: Told = error
  return { kind: kindOf(told), said: wordsOf(told) }
}

/** The facts that imapflow, TLS and sockets give about an error. */
interface Told {
  readonly message: string
  readonly code?: unknown
  readonly authenticationFailed?: unknown
  readonly tlsFailed?: unknown
  readonly responseStatus?: unknown
  readonly responseText?: unknown
  readonly serverResponseCode?: unknown
}

const INSECURE =
  /^(ERR_(SSL|TLS)_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO$|STARTTLS_INJECTION$|UPGRADE_TIMEOUT$)/
const UNREACHABLE =
  /^(E(CONN|HOST|NET|NOTFOUND|AI_|PIPE|TIMEOUT|TIMEDOUT)|NoConnection$|ClosedAfter|(CONNECT|GREETING)_TIMEOUT$)/

function kindOf({ code, authenticationFailed, tlsFailed, serverResponseCode }: Told): MailboxTroubleKind {
  const name = typeof code === 'string' ? code : ''
  if (tlsFailed === true || INSECURE.test(name)) return 'insecure'
  if (UNREACHABLE.test(name)) return 'unreachable'
  // RFC 5530: UNAVAILABLE is no verdict on the password.
  if (authenticationFailed === true) return serverResponseCode === 'UNAVAILABLE' ? 'unreachable' : 'refused'
  return serverResponseCode === 'NONEXISTENT' || serverResponseCode === 'TRYCREATE' ? 'missing' : 'other'
}

/**
 * The server's answer, or else the connection's report. An error of the portal's own gives nothing, because it may name
 * a record.
 */
function wordsOf({ message, code, tlsFailed, responseText, serverResponseCode }: Told): string {
  const answer = [
    typeof serverResponseCode === 'string' ? `[${serverResponseCode}]` : '',
    typeof responseText === 'string' ? responseText : '',
  ]
  const own = tlsFailed === true || (typeof code === 'string' && (INSECURE.test(code) || UNREACHABLE.test(code)))
  const words = answer.some(Boolean) ? answer.filter(Boolean).join(' ') : own ? message : ''
  return plainMailText(words).replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST)
}
