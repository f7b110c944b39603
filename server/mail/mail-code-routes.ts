import { randomInt, timingSafeEqual } from 'node:crypto'
import { api } from '#contract/api.ts'
import { addMail } from '../console/mail/outbox-store.ts'
import { type Binding, bindPublic } from '../http/bind.ts'
import { Problem, tooMany } from '../http/problems.ts'
import { newToken, sessionCookie } from '../http/session-cookie.ts'
import type { SecretBox } from '../secret-box.ts'
import { countAttempt } from '../session/login-limit.ts'
import { newMessageId } from './event-mails.ts'
import { followedMail, keepCode, openTicketSession, takeMailCode, tryCode } from './mail-code-store.ts'
import { type MailLink, readLinkToken } from './mail-link.ts'
import { aboutMail } from './outbox-mail.ts'
import { readerOf } from './reader-store.ts'

const CODE_MS = 10 * 60_000
const DIGITS = 6

interface MailCodeDependencies {
  /** The portal's address. */
  readonly origin: string
  readonly secrets: SecretBox
}

/**
 * The way from a mail to its ticket: a code is sent to the mail's address, and opens a session for that ticket alone.
 */
export function bindMailCodes(binding: Binding, { origin, secrets }: MailCodeDependencies): void {
  const { database } = binding
  const secure = origin.startsWith('https:')
  const device = sessionCookie(secure, 'correo')
  const session = sessionCookie(secure)

  // The answer is always the same, so that nobody learns whether a link is one of ours.
  bindPublic(binding, api.session.requestMailCode, async ({ link }, { now, request, reply }) => {
    const token = newToken()
    device.give(reply, token)
    const followed = readLinkToken(secrets, link ?? '')
    if (!followed) return null
    const wait = await countAttempt(
      database,
      { username: `code for ${nameOf(followed)}`, address: request.ip, known: true },
      now,
    )
    if (wait !== null) {
      request.log.warn({ security: 'mail-code-refused', address: request.ip }, 'too many codes were asked for')
      return null
    }
    await database.inClient(followed.client, async (tx) => {
      const mail = await followedMail(tx, followed.mail)
      // A former reader of the ticket still has the mail, but gets no code.
      if (!mail || (await readerOf(tx, mail.ticket))?.email !== mail.email) return
      const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
      const expiresAt = new Date(now.getTime() + CODE_MS)
      const sealed = secrets.seal(Buffer.from(code), aboutCode(followed))
      await keepCode(tx, { mail: followed.mail, code: sealed, device: token, expiresAt })
      const messageId = newMessageId(new URL(origin).hostname)
      const sent = {
        kind: 'code' as const,
        cause: `code ${messageId}`,
        ticket: mail.ticket,
        about: null,
        reader: { name: mail.reader, email: mail.email, language: mail.language },
        messageId,
        endsAt: expiresAt,
        secret: secrets.seal(Buffer.from(code), aboutMail(messageId)),
        folds: false,
        dueAt: now,
        suppressed: null,
      }
      await addMail(tx, sent, now)
    })
    return null
  })

  bindPublic(binding, api.session.useMailCode, async ({ link, code }, { now, request, reply }) => {
    const followed = readLinkToken(secrets, link ?? '')
    const name = followed ? nameOf(followed) : 'no link'
    const wait = await countAttempt(database, { username: `try of ${name}`, address: request.ip, known: true }, now)
    if (wait !== null) throw tooMany(wait)
    const browser = device.hashIn(request)
    if (!followed || !browser) throw wrongCode()
    const { client } = followed
    // Committed whatever the result, because each try counts.
    const kept = await database.inClient(client, (tx) => tryCode(tx, followed.mail, browser, now))
    const right = kept && secrets.open(kept.code, aboutCode(followed))
    const typed = Buffer.from(code.replaceAll(/\s/g, ''))
    if (!kept || !right || typed.length !== right.length || !timingSafeEqual(typed, right)) {
      request.log.warn({ security: 'mail-code-refused', client, address: request.ip }, 'a code from a mail was refused')
      throw wrongCode()
    }
    const opened = await database.inClient(client, async (tx) => {
      const mail = await followedMail(tx, followed.mail)
      if (!mail || !(await takeMailCode(tx, followed.mail, kept.code))) throw wrongCode()
      return { ticket: mail.ticket, token: await openTicketSession(tx, mail.ticket, now) }
    })
    session.give(reply, opened.token)
    request.log.info({ security: 'session-opened', client, ticket: opened.ticket }, 'a session was opened from a mail')
    return { ticket: opened.ticket }
  })
}

const nameOf = ({ client, mail }: MailLink): string => `mail ${client}/${mail}`
const aboutCode = (link: MailLink): string => `code of ${nameOf(link)}`
const wrongCode = (): Problem => new Problem(401, (s) => s.session['wrong-mail-code']())
