import { consoleApi } from '#contract/console/api.ts'
import type { Data } from '#contract/endpoint.ts'
import { Problem, invalid, notFound } from '../../http/problems.ts'
import { passwordLinkAddress } from '../../mail/outbox-mail.ts'
import { mailPasswordLink } from '../../mail/mailed-link.ts'
import { type ConsoleBinding, type ConsoleContext, bindConsole } from '../door/console-binding.ts'
import type { ConsoleDependencies } from '../door/console-dependencies.ts'
import {
  type Administrator,
  administratorOf,
  dropExpiredLinks,
  isOneHand,
  isUsernameTaken,
  listLinkRequests,
  lockLinkRequest,
  newPasswordLink,
  requestLink,
  takeLinkRequest,
} from './password-link-store.ts'
import { linkExpiry } from '../door/technician-account-store.ts'

const endpoints = consoleApi.consolePasswordLinks

/**
 * Invitations of clients' administrators and «He olvidado la contraseña» send the same link. The holder of a link acts
 * in the administrator's name. So a link for an active administrator takes two supervisors, and they must not be one
 * person under two names.
 */
export function bindPasswordLinks(binding: ConsoleBinding, { origin, mailer, secrets }: ConsoleDependencies): void {
  bindConsole(binding, endpoints.issue, async ({ client, contact, ...typed }, context) => {
    const { tx, technician, now, sentences, note } = context
    const known = await administrator(client, contact, context)
    insistOnAddress(known, context)
    const username = known.username ?? typed.username?.trim() ?? ''
    if (username === '') throw wrong({ username: sentences.field.required() })
    await insistOnFreeName(username, client, contact, context)
    if (known.hasEntered) {
      await requestLink(tx.of(client), { contact, username, requestedBy: technician.username }, now)
      await note({ client, details: { contact, username, requested: true } })
      return null
    }
    await note({ client, details: { contact, username } })
    return give(known, { client, contact, username, approver: null }, context)
  })

  bindConsole(binding, endpoints.requests, (_input, { tx, now }) => listLinkRequests(tx, now))

  bindConsole(binding, endpoints.decide, async ({ client, contact, approved }, context) => {
    const { tx, technician, now, note } = context
    const request = await lockLinkRequest(tx.of(client), contact, now)
    if (!request) throw notFound()
    const { username, requestedBy, requestedAt } = request
    if (approved && requestedBy === technician.username) throw new Problem(409, (s) => s.console['own-request']())
    if (approved && (await isOneHand(tx, requestedBy, technician.username, requestedAt)))
      throw new Problem(409, (s) => s.console['one-hand']())
    const known = approved ? await administrator(client, contact, context) : null
    if (known) insistOnAddress(known, context)
    await takeLinkRequest(tx.of(client), contact)
    await note({ client, details: { contact, username, approved, issuer: requestedBy } })
    if (!known) return null
    await insistOnFreeName(username, client, contact, context)
    return give(known, { client, contact, username, approver: requestedBy }, context)
  })

  /** With a mail server links leave only by mail. */
  function insistOnAddress({ email }: Administrator, { sentences }: ConsoleContext): void {
    if (mailer.isThere && email === '') throw wrong({ contact: sentences.console['no-mail-address']() })
  }

  /** Returns the link, unless it is mailed to its reader. */
  async function give(known: Administrator, about: Given, { tx, technician, now }: ConsoleContext): Promise<Link> {
    const { client, contact, username, approver } = about
    const own = tx.of(client)
    const expiresAt = linkExpiry(now)
    const given = {
      contact,
      username,
      issuer: approver ?? technician.username,
      approver: approver && technician.username,
      expiresAt,
    }
    const token = await newPasswordLink(own, given)
    if (!mailer.isThere) {
      return { address: passwordLinkAddress(origin, token), sentTo: null, username, expiresAt }
    }
    const reader = { ...known, language: 'es' as const }
    await mailPasswordLink(own, { reader, username, token, expiresAt }, { origin, secrets }, now)
    return { address: null, sentTo: known.email, username, expiresAt }
  }
}

type Link = NonNullable<Data<typeof endpoints.issue>>

interface Given {
  readonly client: number
  readonly contact: number
  readonly username: string
  /** The supervisor who approved another's request. */
  readonly approver: string | null
}

async function administrator(client: number, contact: number, context: ConsoleContext): Promise<Administrator> {
  const { tx, sentences } = context
  const known = await administratorOf(tx.of(client), contact)
  if (!known) throw notFound()
  if (known.visibility !== 'client') throw wrong({ contact: sentences.console['no-administrator']() })
  return known
}

async function insistOnFreeName(
  username: string,
  client: number,
  contact: number,
  { tx, now, sentences }: ConsoleContext,
): Promise<void> {
  await dropExpiredLinks(tx, now)
  if (await isUsernameTaken(tx, username, client, contact)) {
    throw wrong({ username: sentences.console['name-taken']() })
  }
}

const wrong = (fields: Record<string, string>): Problem => invalid((s) => s.session['check-fields'](), fields)
