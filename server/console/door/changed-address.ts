import { mayMailLink } from '#domain/mail/mailed-links.ts'
import type { MailedLinks } from '#domain/mail/mailed-links.ts'
import { Problem, notFound } from '../../http/problems.ts'
import type { ConsoleContext } from './console-binding.ts'
import type { KeptAddress, NewAddress } from './new-address-store.ts'

const HOUR_MS = 3_600_000

/** The record of a reader of password links: a technician, or an administrator of a client. */
export interface AddressRecord {
  /** The address that waits; locked until the transaction ends. */
  readonly waiting: () => Promise<NewAddress | undefined>
  /** How many links to confirm an address were mailed since then: for this person, and to this address for anybody. */
  readonly linksMailed: (email: string, since: Date) => Promise<MailedLinks>
  readonly keep: (email: string) => Promise<KeptAddress>
  readonly drop: () => Promise<boolean>
  readonly mailLink: (kept: KeptAddress) => Promise<void>
  readonly mailNotice: (before: string) => Promise<void>
}

interface Change {
  readonly before: string | null
  readonly typed: string | null
}

/** The result of a change: the address that counts now, and the one that waits. */
interface ChangedAddress {
  readonly email: string | null
  readonly waiting: NewAddress | null
}

/**
 * Changes an address. The new one counts once it is confirmed, and the old one is told. Without a mail server nobody
 * can confirm, and nothing is mailed.
 */
export async function changeAddress(
  record: AddressRecord,
  { before, typed }: Change,
  isMailed: boolean,
  context: ConsoleContext,
): Promise<ChangedAddress> {
  if (typed === before) return { email: before, waiting: null }
  const waited = await record.waiting()
  if (isMailed && before !== null && waited?.email !== typed) await record.mailNotice(before)
  if (isMailed && typed !== null) {
    return { email: before, waiting: await mailLink(record, { email: typed, isAgain: false }, context) }
  }
  await record.drop()
  return { email: typed, waiting: null }
}

/** Mails another link to the address that waits. */
export async function mailAddressAgain(record: AddressRecord, context: ConsoleContext): Promise<NewAddress> {
  const waiting = await record.waiting()
  if (!waiting) throw notFound()
  return mailLink(record, { email: waiting.email, isAgain: true }, context)
}

interface Asked {
  readonly email: string
  /** A mistyped address can be corrected at once, but the same link is not sent twice within a minute. */
  readonly isAgain: boolean
}

async function mailLink(
  record: AddressRecord,
  { email, isAgain }: Asked,
  { now }: ConsoleContext,
): Promise<NewAddress> {
  const mailed = await record.linksMailed(email, new Date(now.getTime() - HOUR_MS))
  if (!mayMailLink(isAgain ? mailed : { ...mailed, last: null }, now)) {
    throw new Problem(409, (s) => s.console['links-just-mailed']())
  }
  const kept = await record.keep(email)
  await record.mailLink(kept)
  return kept.kept
}
