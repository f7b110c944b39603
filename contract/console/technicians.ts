import { TECHNICIAN_ROLES } from '#domain/technician.ts'
import { consoleInput, endpoint } from '../endpoint.ts'
import { boolean, consoleObject, count, instant, list, nullable, oneOf, optional, requiredText, text } from '../wire.ts'
import { keyset, nextPart, search } from './keyset.ts'
import { newAddress } from './addresses.ts'
import { technicianName } from './session/open-session.ts'
import { technicianNames } from './session/technician-names.ts'

const nothing = nullable(consoleObject({}))
const role = oneOf(TECHNICIAN_ROLES)
/** Their identifier at the company's identity provider (sub). */
const subject = optional(nullable(text(255)))
/**
 * The address for password links; a changed one counts once it is confirmed. If a person comes from the identity
 * provider with this verified address, a supervisor has to confirm who they are.
 */
const email = optional(nullable(text(254)))
const identity = {
  username: technicianName,
  issuer: text(2000),
  subject: text(255),
}

/** Why a link could not be mailed. */
export const UNSENT_LINKS = ['no-mail-server', 'no-address'] as const

/** A link for setting a password: mailed, or otherwise returned once. */
export const passwordLink = consoleObject({
  address: nullable(text(500)),
  sentTo: nullable(text(254)),
  unsent: nullable(oneOf(UNSENT_LINKS)),
  username: text(200),
  expiresAt: instant,
})

export const consoleTechnicians = {
  names: technicianNames,
  list: endpoint({
    method: 'GET',
    path: '/console/technicians',
    summary: 'Technicians by user name',
    access: 'supervisor',
    input: consoleInput({
      /** Searches user name and name. */
      search,
      ...keyset,
    }),
    data: consoleObject({
      items: list(
        consoleObject({
          username: technicianName,
          name: text(200),
          role,
          active: boolean,
          secondFactor: oneOf(['set', 'missing', 'exempt']),
          hasPassword: boolean,
          subject: nullable(text(255)),
          email: nullable(text(254)),
          /** Why a mail server refused the address, if one did. */
          emailRefusal: nullable(text(300)),
          /** An address that counts once it is confirmed. */
          newAddress: nullable(newAddress),
          sessions: count,
          lastSeen: nullable(instant),
        }),
      ),
      next: nextPart,
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/console/technicians/create',
    summary: 'Create a technician, who sets a password by a link: mailed, or returned if no mail can be sent',
    access: 'supervisor',
    answersSecret: true,
    input: consoleInput({
      username: requiredText(100),
      name: requiredText(200),
      role,
      subject,
      email,
    }),
    data: passwordLink,
  }),
  change: endpoint({
    method: 'POST',
    path: '/console/technicians/change',
    summary: 'Change name, role, identity at the provider and activity; disabling ends their sessions',
    access: 'supervisor',
    input: consoleInput({
      username: technicianName,
      name: requiredText(200),
      role,
      active: boolean,
      subject,
      email,
    }),
    /** The address that waits to be confirmed by a mailed link; null: none. Until then the old one counts. */
    data: nullable(newAddress),
  }),
  identityRequests: endpoint({
    method: 'GET',
    path: '/console/technicians/identities',
    summary: "People who came from the identity provider with a technician's verified address and wait to be confirmed",
    access: 'supervisor',
    input: consoleInput({}),
    data: list(
      consoleObject({
        ...identity,
        name: text(200),
        email: text(254),
        requestedAt: instant,
      }),
    ),
  }),
  decideIdentity: endpoint({
    method: 'POST',
    path: '/console/technicians/identity',
    summary:
      'Confirm or refuse that it is this technician; once bound, only that identity can log in, whatever its address',
    access: 'supervisor',
    input: consoleInput({ ...identity, confirmed: boolean }),
    data: nothing,
  }),
  issueLink: endpoint({
    method: 'POST',
    path: '/console/technicians/password-link',
    summary:
      'A single-use link for setting the password, mailed, or returned if no mail can be sent; it replaces the one before',
    access: 'supervisor',
    answersSecret: true,
    input: consoleInput({ username: technicianName }),
    data: passwordLink,
  }),
  resetSecondFactor: endpoint({
    method: 'POST',
    path: '/console/technicians/reset-second-factor',
    summary: 'Remove the second factor and end the sessions; the next login sets it up again',
    access: 'supervisor',
    input: consoleInput({ username: technicianName }),
    data: nothing,
  }),
  endSessions: endpoint({
    method: 'POST',
    path: '/console/technicians/end-sessions',
    summary: 'End all sessions of a technician',
    access: 'supervisor',
    input: consoleInput({ username: technicianName }),
    data: nothing,
  }),
}
