import { TECHNICIAN_ROLES } from '#domain/technician.ts'
import { consoleInput, endpoint } from '../../endpoint.ts'
import { boolean, consoleObject, nullable, oneOf, recordCode, text } from '../../wire.ts'

// The part of a session that the console's first screen needs. ../session.ts describes how one begins.

export const technicianName = recordCode('technician', 100)

/** Who is signed in at the console. */
export const technician = consoleObject({
  username: technicianName,
  name: text(200),
  role: oneOf(TECHNICIAN_ROLES),
  /** Must set up the second factor before anything else. */
  enrolling: boolean,
})

export const openSession = {
  logout: endpoint({
    method: 'POST',
    path: '/console/logout',
    summary: 'End the session',
    access: 'public',
    input: consoleInput({}),
    data: nullable(consoleObject({})),
  }),
  check: endpoint({
    method: 'GET',
    path: '/console/session',
    summary: 'Whose session it is, if any',
    access: 'public',
    input: consoleInput({}),
    data: nullable(technician),
  }),
}
