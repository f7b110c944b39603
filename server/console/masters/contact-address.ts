import { consoleApi } from '#contract/console/api.ts'
import { notFound } from '../../http/problems.ts'
import { mailContactsAddressLink, mailContactsAddressNotice } from '../../mail/mailed-link.ts'
import { type AddressRecord, mailAddressAgain } from '../door/changed-address.ts'
import { type ConsoleBinding, type ConsoleContext, bindConsole } from '../door/console-binding.ts'
import type { ConsoleDependencies } from '../door/console-dependencies.ts'
import {
  contactsAddressLinksMailed,
  dropContactsNewAddress,
  keepContactsNewAddress,
  lockContactsNewAddress,
} from './contact-address-store.ts'
import { nameOfContact } from './contact-store.ts'

const endpoints = consoleApi.consoleContacts

type Mailing = Pick<ConsoleDependencies, 'origin' | 'secrets'>

/** A supervisor sends another link to a contact's address that waits to be confirmed, or withdraws the address. */
export function bindContactAddresses(binding: ConsoleBinding, mailing: Mailing): void {
  bindConsole(binding, endpoints.resendAddress, async ({ client, contact }, context) => {
    const name = await nameOfContact(context.tx.of(client), contact)
    if (name === undefined) throw notFound()
    const kept = await mailAddressAgain(addressOfContact({ client, contact, name }, mailing, context), context)
    await context.note({ client, details: { contact } })
    return kept
  })

  bindConsole(binding, endpoints.dropAddress, async ({ client, contact }, { tx, note }) => {
    if (!(await dropContactsNewAddress(tx.of(client), contact))) throw notFound()
    await note({ client, details: { contact } })
    return null
  })
}

interface Owner {
  readonly client: number
  readonly contact: number
  readonly name: string
}

export function addressOfContact(
  { client, contact, name }: Owner,
  mailing: Mailing,
  { tx, now, technician }: ConsoleContext,
): AddressRecord {
  const own = tx.of(client)
  return {
    waiting: () => lockContactsNewAddress(own, contact),
    linksMailed: (email, since) => contactsAddressLinksMailed(own, { contact, email }, since),
    keep: (email) => keepContactsNewAddress(own, { contact, email, askedBy: technician.username }, now),
    drop: () => dropContactsNewAddress(own, contact),
    mailLink: ({ token, kept: { email, expiresAt } }) =>
      mailContactsAddressLink(own, { contact, name, email, token, expiresAt }, mailing, now),
    mailNotice: (email) => mailContactsAddressNotice(own, { name, email }, mailing, now),
  }
}
