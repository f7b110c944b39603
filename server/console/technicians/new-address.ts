import { consoleApi } from '#contract/console/api.ts'
import { notFound } from '../../http/problems.ts'
import { mailAddressLink, mailAddressNotice } from '../../mail/mailed-link.ts'
import { type AddressRecord, mailAddressAgain } from '../door/changed-address.ts'
import { type ConsoleBinding, type ConsoleContext, bindConsole } from '../door/console-binding.ts'
import type { ConsoleDependencies } from '../door/console-dependencies.ts'
import { type NewAddress, dropNewAddress, keepNewAddress, newAddressOf } from '../door/new-address-store.ts'
import { lockAccount } from '../door/technician-account-store.ts'
import { addressLinksMailed } from '../mail/forgotten-store.ts'

const endpoints = consoleApi.consoleNewAddress

type Mailing = Pick<ConsoleDependencies, 'origin' | 'secrets'>

/** A supervisor sends another link to an address that waits to be confirmed, or withdraws the address. */
export function bindNewAddresses(binding: ConsoleBinding, mailing: Mailing): void {
  bindConsole(binding, endpoints.resend, async ({ username }, context) => {
    const kept = await mailTechnicianAddressAgain(username, mailing, context)
    // The same check as for entering an address: the link will let its reader in.
    await context.note({ details: { username, email: kept.email, gives: true } })
    return kept
  })

  bindConsole(binding, endpoints.drop, async ({ username }, { tx, note }) => {
    if (!(await dropNewAddress(tx, username))) throw notFound()
    await note({ details: { username } })
    return null
  })
}

/** Mails another link to the technician's address that waits. */
export async function mailTechnicianAddressAgain(
  username: string,
  mailing: Mailing,
  context: ConsoleContext,
): Promise<NewAddress> {
  if (!(await lockAccount(context.tx, username))) throw notFound()
  return mailAddressAgain(addressOfTechnician(username, mailing, context), context)
}

export function addressOfTechnician(
  username: string,
  mailing: Mailing,
  { tx, now, technician }: ConsoleContext,
): AddressRecord {
  return {
    waiting: () => newAddressOf(tx, username),
    linksMailed: (email, since) => addressLinksMailed(tx, { username, email }, since),
    keep: (email) => keepNewAddress(tx, { username, email, askedBy: technician.username }, now),
    drop: () => dropNewAddress(tx, username),
    mailLink: ({ token, kept: { email, expiresAt } }) =>
      mailAddressLink(tx, { username, email, token, expiresAt }, mailing, now),
    mailNotice: (email) => mailAddressNotice(tx, { username, email }, mailing, now),
  }
}
