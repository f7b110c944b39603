import { randomInt, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { api } from '#contract/api.ts'
import { addMail } from '../console/mail/outbox-store.ts'
import type { Transaction } from '../db/sql.ts'
import { type Binding, bindPublic } from '../http/bind.ts'
import { networkOf } from '../http/budgets.ts'
import { Problem, tooMany } from '../http/problems.ts'
import { type SessionCookie, hashOf, newToken, sessionCookie } from '../http/session-cookie.ts'
import type { SecretBox } from '../secret-box.ts'
import { type KnownDevices, knownDevices } from '../session/known-device.ts'
import { countAttempt } from '../session/login-limit.ts'
import { newMessageId } from './event-mails.ts'
import {
  type FollowedMail,
  codeEnds,
  followedMail,
  hasAsked,
  keepCode,
  mayHaveAnother,
  openTicketSession,
  takeCodes,
  tryCodes,
} from './mail-code-store.ts'
import { type MailLink, readLinkToken } from './mail-link.ts'
import { aboutMail } from './outbox-mail.ts'
import { readerOf } from './reader-store.ts'

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
  const secure = origin.startsWith('https:')
  const browsers = { device: sessionCookie(secure, 'correo'), devices: knownDevices(secrets, secure) }
  bindRequest(binding, { origin, secrets, ...browsers })
  bindUse(binding, { secrets, session: sessionCookie(secure), ...browsers })
}

/** How browsers are told apart. */
interface Browsers {
  /** The mark of the browser that asked for a code. */
  readonly device: SessionCookie
  /** Browsers that have opened a reader's ticket before. */
  readonly devices: KnownDevices
}

function bindRequest(binding: Binding, { origin, secrets, device, devices }: MailCodeDependencies & Browsers): void {
  const { database } = binding

  /**
   * The mark of the asking browser. It stays the same, so that codes from earlier requests still open their tickets.
   */
  const askerIn = (request: FastifyRequest, reply: FastifyReply): Buffer => {
    const known = device.hashIn(request)
    if (known) return known
    const token = newToken()
    device.give(reply, token)
    return hashOf(token)
  }

  function codeMail({ ticket, reader, email, language }: FollowedMail, code: Buffer, now: Date) {
    const messageId = newMessageId(new URL(origin).hostname)
    return {
      kind: 'code' as const,
      cause: `code ${messageId}`,
      ticket,
      about: null,
      reader: { name: reader, email, language },
      messageId,
      endsAt: codeEnds(now),
      secret: secrets.seal(code, aboutMail(messageId)),
      folds: false,
      dueAt: now,
      suppressed: null,
    }
  }

  // The answer is always the same, so that nobody learns whether a link is one of ours.
  bindPublic(binding, api.session.requestMailCode, async ({ link }, { now, request, reply }) => {
    const asker = askerIn(request, reply)
    const followed = readLinkToken(secrets, link ?? '')
    if (!followed) return null
    const { client } = followed
    const mail = await database.readClient(client, (tx) => readableMail(tx, followed))
    if (!mail) return null
    const known = devices.idIn(request, readerAt(followed, mail), now)
    const attempt = { username: `code for ${nameOf(followed)}`, address: request.ip, known: known ?? (true as const) }
    const network = networkOf(request.ip)
    const isSent =
      (await countAttempt(database, attempt, now)) === null &&
      (await database.inClient(client, async (tx) => {
        if (known === null && !(await mayHaveAnother(tx, followed.mail, network, now))) return false
        const code = Buffer.from(String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0'))
        const sealed = secrets.seal(code, aboutCode(followed))
        await keepCode(tx, { mail: followed.mail, code: sealed, device: asker, network, askedAt: now })
        await addMail(tx, codeMail(mail, code, now), now)
        return true
      }))
    if (!isSent) {
      request.log.warn({ security: 'mail-code-refused', address: request.ip }, 'too many codes were asked for')
    }
    return null
  })
}

interface Using extends Browsers, Pick<MailCodeDependencies, 'secrets'> {
  readonly session: SessionCookie
}

function bindUse(binding: Binding, { secrets, session, device, devices }: Using): void {
  const { database } = binding
  bindPublic(binding, api.session.useMailCode, async ({ link, code }, { now, request, reply }) => {
    const followed = readLinkToken(secrets, link ?? '')
    const browser = device.hashIn(request)
    const asker = followed && browser && { mail: followed.mail, device: browser }
    // A browser that has asked waits for its own tries alone, because others at the same address may have the link, too.
    const holds = asker && (await database.readClient(followed.client, (tx) => hasAsked(tx, asker)))
    const name = followed ? nameOf(followed) : 'no link'
    const known = holds ? browser.toString('hex') : true
    const wait = await countAttempt(database, { username: `try of ${name}`, address: request.ip, known }, now)
    if (wait !== null) throw tooMany(wait)
    if (!asker) throw wrongCode()
    const { client } = followed
    // Committed whatever the result, because each try counts.
    const kept = await database.inClient(client, (tx) => tryCodes(tx, asker, now))
    const typed = Buffer.from(code.replaceAll(/\s/g, ''))
    const isRight = kept.filter((each) => isSame(typed, secrets.open(each.code, aboutCode(followed)))).length > 0
    if (!isRight) {
      request.log.warn({ security: 'mail-code-refused', client, address: request.ip }, 'a code from a mail was refused')
      throw wrongCode()
    }
    const opened = await database.inClient(client, async (tx) => {
      const mail = await followedMail(tx, followed.mail)
      if (!mail || !(await takeCodes(tx, asker))) throw wrongCode()
      return { mail, token: await openTicketSession(tx, mail.ticket, now) }
    })
    session.give(reply, opened.token)
    devices.remember(request, reply, readerAt(followed, opened.mail), now)
    const { ticket } = opened.mail
    request.log.info({ security: 'session-opened', client, ticket }, 'a session was opened from a mail')
    return { ticket }
  })
}

/** A former reader of the ticket still has the mail, but gets no code. */
async function readableMail(tx: Transaction, { mail: id }: MailLink): Promise<FollowedMail | null> {
  const mail = await followedMail(tx, id)
  return mail && (await readerOf(tx, mail.ticket))?.email === mail.email ? mail : null
}

const isSame = (typed: Buffer, right: Buffer | null): boolean =>
  right !== null && typed.length === right.length && timingSafeEqual(typed, right)

/** The name of the reader for whom a browser is known once it has opened a ticket with a code. */
const readerAt = ({ client }: MailLink, { email }: FollowedMail): string => `reader ${client}/${email}`
const nameOf = ({ client, mail }: MailLink): string => `mail ${client}/${mail}`
const aboutCode = (link: MailLink): string => `code of ${nameOf(link)}`
const wrongCode = (): Problem => new Problem(401, (s) => s.session['wrong-mail-code']())
