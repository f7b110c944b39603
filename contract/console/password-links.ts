import { consoleInput, endpoint } from '../endpoint.ts'
import { boolean, consoleObject, instant, list, nullable, optional, recordNumber, text } from '../wire.ts'
import { technicianName } from './session/open-session.ts'

const contactOfClient = {
  client: recordNumber('client'),
  contact: recordNumber('contact'),
}

/** A link for setting a password. Its address is returned once, and only if no mail could carry it. */
const givenLink = consoleObject({
  address: nullable(text(500)),
  sentTo: nullable(text(254)),
  username: text(200),
  expiresAt: instant,
})

export const consolePasswordLinks = {
  issue: endpoint({
    method: 'POST',
    path: '/console/password-links',
    summary:
      "A single-use link for a client's administrator to set a password; if the administrator is already active, it has to be approved",
    access: 'supervisor',
    answersSecret: true,
    input: consoleInput({
      ...contactOfClient,
      /** Required if the contact has no user name yet; otherwise that one stays. */
      username: optional(nullable(text(200))),
    }),
    /** Null: another supervisor has to approve it. */
    data: nullable(givenLink),
  }),
  requests: endpoint({
    method: 'GET',
    path: '/console/password-links/requests',
    summary: "Administrators' password links that wait for another supervisor's approval",
    access: 'supervisor',
    input: consoleInput({}),
    data: list(
      consoleObject({
        client: consoleObject({ code: recordNumber('client'), name: text(200) }),
        contact: consoleObject({
          id: recordNumber('contact'),
          name: text(200),
          email: text(254),
        }),
        username: text(200),
        requestedBy: technicianName,
        requestedAt: instant,
      }),
    ),
  }),
  decide: endpoint({
    method: 'POST',
    path: '/console/password-links/decide',
    summary: "Approve or refuse another supervisor's request; 409 to approving one's own",
    access: 'supervisor',
    answersSecret: true,
    input: consoleInput({ ...contactOfClient, approved: boolean }),
    /** Null: it was refused. */
    data: nullable(givenLink),
  }),
}
