import { VISIBILITIES } from '#domain/account.ts'
import * as z from 'zod/mini'
import { consoleInput, endpoint } from '../endpoint.ts'
import {
  boolean,
  consoleObject,
  count,
  identity,
  inAddress,
  instant,
  list,
  nullable,
  oneOf,
  optional,
  recordCode,
  recordNumber,
  requiredText,
  text,
} from '../wire.ts'
import { addressRefusal, newAddress } from './addresses.ts'
import { activeInAddress, keyset, nextPart, search } from './keyset.ts'
import { changedMeanwhile, revision } from './revision.ts'

const clientCode = recordNumber('client')
const contactNumber = recordNumber('contact')
/** Own tickets, the installation's, or the client's: an administrator. */
const visibility = oneOf(VISIBILITIES)

/** An installation that a contact belongs to, with the companies of the tickets raised there. */
const place = consoleObject({
  installation: recordCode('installation'),
  companies: list(recordCode('company'), 1000),
})

const contactFields = {
  client: consoleObject({ code: clientCode, name: text(200) }),
  id: contactNumber,
  name: text(200),
  email: text(254),
  phone: text(50),
  visibility,
  /** An inactive one cannot enter. */
  active: boolean,
  /** An administrator's user name, if there is one. */
  username: nullable(text(200)),
  revision,
}

export const listedContact = consoleObject({
  ...contactFields,
  installations: list(recordCode('installation')),
})

export const contactDetails = consoleObject({
  ...contactFields,
  places: list(place),
  /** Open sessions. */
  sessions: count,
  /** When an unused invitation or password link expires. */
  linkExpiresAt: nullable(instant),
  /** Whether the login asks for a second factor. */
  secondFactor: boolean,
  /** Waiting requests to change data. */
  dataChanges: count,
  mailRefusal: addressRefusal,
  /** A changed address that waits to be confirmed. */
  newAddress: nullable(newAddress),
})

const contactForm = {
  name: requiredText(200),
  email: text(254),
  phone: text(50),
  visibility,
  places: list(place, 200),
}

export const consoleContacts = {
  list: endpoint({
    method: 'GET',
    path: '/console/contacts',
    summary: 'Contacts by name',
    access: 'technician',
    input: consoleInput({
      client: optional(inAddress(clientCode)),
      installation: optional(recordCode('installation')),
      /** Searches name, e-mail address, phone, user name and number. */
      search,
      active: activeInAddress,
      ...keyset,
    }),
    data: consoleObject({ items: list(listedContact), next: nextPart }),
  }),
  view: endpoint({
    method: 'GET',
    path: '/console/contact',
    summary: 'One contact',
    access: 'technician',
    input: consoleInput({
      client: inAddress(clientCode),
      contact: inAddress(contactNumber),
    }),
    data: contactDetails,
  }),
  create: endpoint({
    method: 'POST',
    path: '/console/contacts/create',
    summary:
      'Create a contact, with its number in the main application or the next one; only supervisors create administrators',
    access: 'technician',
    input: consoleInput({
      client: clientCode,
      number: optional(nullable(identity('none', z.int().check(z.positive(), z.maximum(999_999_999_999))))),
      ...contactForm,
    }),
    data: contactDetails,
  }),
  change: endpoint({
    method: 'POST',
    path: '/console/contacts/change',
    summary:
      "Change a contact; reducing what it may see ends its sessions. Only supervisors make administrators; an administrator's changed address counts once it is confirmed by mail. 409 with the current contact",
    access: 'technician',
    input: consoleInput({
      client: clientCode,
      contact: contactNumber,
      ...contactForm,
      active: boolean,
      revision,
    }),
    data: contactDetails,
  }),
  resendAddress: endpoint({
    method: 'POST',
    path: '/console/contacts/new-address/resend',
    summary: "Mail another link to a contact's address that waits to be confirmed; it replaces the one before",
    access: 'supervisor',
    input: consoleInput({ client: clientCode, contact: contactNumber }),
    data: newAddress,
  }),
  dropAddress: endpoint({
    method: 'POST',
    path: '/console/contacts/new-address/drop',
    summary: "Give up a contact's address that waits to be confirmed: its link is no longer valid",
    access: 'supervisor',
    input: consoleInput({ client: clientCode, contact: contactNumber }),
    data: nullable(consoleObject({})),
  }),
  resetSecondFactor: endpoint({
    method: 'POST',
    path: '/console/contacts/reset-second-factor',
    summary: "Remove an administrator's lost second factor and end the sessions by password; its owner is notified",
    access: 'supervisor',
    input: consoleInput({ client: clientCode, contact: contactNumber }),
    data: contactDetails,
  }),
}

export const contactNow = changedMeanwhile(contactDetails)
