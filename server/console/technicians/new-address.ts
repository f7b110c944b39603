import { consoleApi } from '#contract/console/api.ts'
import { mayMailLink } from '#domain/mail/mailed-links.ts'
import { Problem, notFound } from '../../http/problems.ts'
import { mailAddressLink, mailAddressNotice } from '../../mail/mailed-link.ts'
import { type ConsoleBinding, type ConsoleContext, bindConsole } from '../door/console-binding.ts'
import type { ConsoleDependencies } from '../door/console-dependencies.ts'
import { type NewAddress, dropNewAddress, keepNewAddress, newAddressOf } from '../door/new-address-store.ts'
import { lockAccount } from '../door/technician-account-store.ts'
import { addressLinksMailed } from '../mail/forgotten-store.ts'

const endpoints = consoleApi.consoleNewAddress
const HOUR_MS = 3_600_000

type Mailing = Pick<ConsoleDependencies, 'mailer' | 'origin' | 'secrets'>

/** A supervisor sends another link to an address that waits to be confirmed, or gives the address up. */
export function bindNewAddresses(binding: ConsoleBinding, mailing: Mailing): void {
  bindConsole(binding, endpoints.resend, async ({ username }, context) => {
    const kept = await mailAddressAgain(username, mailing, context)
    // As entering it does: whoever sends the link lets its reader in.
    await context.note({ details: { username, email: kept.email, gives: true } })
    return kept
  })

  bindConsole(binding, endpoints.drop, async ({ username }, { tx, note }) => {
    if (!(await dropNewAddress(tx, username))) throw notFound()
    await note({ details: { username } })
    return null
  })
}

/** Mails another link to the address that waits. */
export async function mailAddressAgain(
  username: string,
  mailing: Mailing,
  context: ConsoleContext,
): Promise<NewAddress> {
  const { tx } = context
  if (!(await lockAccount(tx, username))) throw notFound()
  const waiting = await newAddressOf(tx, username)
  if (!waiting) throw notFound()
  return mailLink({ username, email: waiting.email, isAgain: true }, mailing, context)
}

interface Change {
  readonly username: string
  readonly before: string | null
  readonly typed: string | null
}

/** The outcome of a change: the address that counts now, and the one that waits to be confirmed. */
interface ChangedAddress {
  readonly email: string | null
  readonly waiting: NewAddress | null
}

/**
 * Changes a technician's address: another one counts once it is confirmed, and the address before is told. Without a mail server nobody
 * can confirm, and nothing is mailed.
 */
export async function changeAddress(
  { username, before, typed }: Change,
  mailing: Mailing,
  context: ConsoleContext,
): Promise<ChangedAddress> {
  const { tx, now } = context
  if (typed === before) return { email: before, waiting: null }
  const waited = await newAddressOf(tx, username)
  const isThere = mailing.mailer.isThere
  if (isThere && before !== null && waited?.email !== typed) {
    await mailAddressNotice(tx, { username, email: before }, mailing, now)
  }
  if (isThere && typed !== null) {
    return { email: before, waiting: await mailLink({ username, email: typed, isAgain: false }, mailing, context) }
  }
  await dropNewAddress(tx, username)
  return { email: typed, waiting: null }
}

interface Asked {
  readonly username: string
  readonly email: string
  /** A mistyped address is corrected at once; the same link is not sent twice in a minute. */
  readonly isAgain: boolean
}

async function mailLink(
  { username, email, isAgain }: Asked,
  mailing: Mailing,
  { tx, now, technician }: ConsoleContext,
): Promise<NewAddress> {
  const mailed = await addressLinksMailed(tx, { username, email }, new Date(now.getTime() - HOUR_MS))
  if (!mayMailLink(isAgain ? mailed : { ...mailed, last: null }, now)) {
    throw new Problem(409, (s) => s.console['links-just-mailed']())
  }
  const { token, kept } = await keepNewAddress(tx, { username, email, askedBy: technician.username }, now)
  await mailAddressLink(tx, { username, email, token, expiresAt: kept.expiresAt }, mailing, now)
  return kept
}
