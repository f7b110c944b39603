import { consoleInput, endpoint } from '../endpoint.ts'
import { as, nullable, optional, recordNumber, text } from '../wire.ts'
import { passwordLink } from './technicians.ts'

export const consolePasswordLinks = {
  issue: endpoint({
    method: 'POST',
    path: '/console/password-links',
    summary: "An administrator of a client's single-use link to set a password by: an invitation, or a forgotten one",
    access: 'technician',
    form: 'session',
    /** An answer that is kept would keep the link. */
    changes: false,
    input: consoleInput({
      client: as('client', recordNumber('client')),
      contact: as('contact', recordNumber('contact')),
      /** Wanted when the contact has none yet; else the one it has stays. */
      username: as('username', optional(nullable(text(200)))),
    }),
    data: passwordLink,
  }),
}
