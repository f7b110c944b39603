import { consoleInput, endpoint } from '../endpoint.ts'
import { boolean, consoleObject, instant, list, nullable, optional, recordNumber, text } from '../wire.ts'
import { technicianName } from './session.ts'

const contactOfClient = {
  client: recordNumber('client'),
  contact: recordNumber('contact'),
}

/** Who may set a password with it. The address is shown once, and only if no mail could send it. */
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
      "An administrator of a client's single-use link to set a password by; for one who has entered before it is only asked for",
    access: 'supervisor',
    form: 'session',
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
    summary: "Links to administrators' passwords that wait for another supervisor's yes",
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
    summary: 'Say yes, to what another supervisor asked for, or no; 409 to a yes to oneself',
    access: 'supervisor',
    form: 'session',
    answersSecret: true,
    input: consoleInput({ ...contactOfClient, approved: boolean }),
    /** Null: it was refused. */
    data: nullable(givenLink),
  }),
}
