import { endpoint, consoleInput } from '../endpoint.ts'
import { as, boolean, list, nullable, oneOf, optional, recordCode, requiredText, text, wireObject } from '../wire.ts'

const nothing = nullable(wireObject({}))

export const technicianName = recordCode('technician', 100)

/** Who is signed in at the console. */
export const technician = wireObject({
  username: as('username', technicianName),
  name: as('name', text(200)),
  role: as('role', oneOf(['technician', 'supervisor'])),
  /** Must set up the second factor before anything else. */
  enrolling: as('enrolling', boolean),
})

export const consoleSession = {
  login: endpoint({
    method: 'POST',
    path: '/console/login',
    summary: 'Log in at the console; with the code of the second factor, or a recovery code, where there is one',
    access: 'public',
    form: 'session',
    changes: false,
    input: consoleInput({
      username: as('username', requiredText(100)),
      password: as('password', requiredText(200)),
      code: as('code', optional(nullable(text(20)))),
    }),
    /** Null: the password is right and the code is still wanted. */
    data: nullable(technician),
  }),
  logout: endpoint({
    method: 'POST',
    path: '/console/logout',
    summary: 'End the session',
    access: 'public',
    changes: false,
    input: consoleInput({}),
    data: nothing,
  }),
  check: endpoint({
    method: 'GET',
    path: '/console/session',
    summary: 'Whose session it is, if any',
    access: 'public',
    input: consoleInput({}),
    data: nullable(technician),
  }),
  newSecondFactor: endpoint({
    method: 'POST',
    path: '/console/second-factor',
    summary: 'A new secret for the second factor, not yet in force',
    access: 'enrolling-technician',
    changes: false,
    input: consoleInput({}),
    data: wireObject({ secret: as('secret', text(100)), address: as('address', text(500)) }),
  }),
  confirmSecondFactor: endpoint({
    method: 'POST',
    path: '/console/second-factor/confirm',
    summary: 'Put the new secret in force by a code made with it; answers the recovery codes, once',
    access: 'enrolling-technician',
    form: 'session',
    changes: false,
    input: consoleInput({ code: as('code', requiredText(10)) }),
    data: wireObject({ recoveryCodes: as('recoveryCodes', list(text(20))) }),
  }),
}
