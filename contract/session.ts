import { account, configuration, entryContext } from './account-codec.ts'
import { body, endpoint, query } from './endpoint.ts'
import {
  as,
  boolean,
  instant,
  list,
  nullable,
  optional,
  recordCode,
  recordNumber,
  requiredText,
  text,
  wireObject,
} from './wire.ts'

const nothing = nullable(wireObject({}))

const credentials = { username: as('usuario', requiredText(200)), password: requiredText(20) }
/** The second factor's code from the phone or, once it is in force, a recovery code. */
const verificationCode = as('codigoVerificacion', requiredText(20))

export const session = {
  login: endpoint({
    method: 'POST',
    path: '/login/login',
    summary:
      'Log in by password, for administrators of a client. 401 `segundo_factor`: the code is missing; `segundo_factor_por_poner`: the client requires a second factor, which has to be set up',
    access: 'public',
    holdsSecret: true,
    input: body({ ...credentials, verificationCode: as('codigoVerificacion', optional(nullable(text(20)))) }),
    data: account,
  }),
  /** By password, like the next ones: a user who has yet to set up a second factor has no session. */
  newSecondFactor: endpoint({
    method: 'POST',
    path: '/login/nuevo_segundo_factor',
    summary: "A new secret for an administrator's second factor, not yet in force",
    access: 'public',
    holdsSecret: true,
    answersSecret: true,
    input: body(credentials),
    data: wireObject({ secret: as('secreto', text(100)), address: as('direccion', text(2000)) }),
  }),
  confirmSecondFactor: endpoint({
    method: 'POST',
    path: '/login/confirmar_segundo_factor',
    summary:
      'Activate the new secret with one of its codes; returns the recovery codes, once, and opens a session if there is none',
    access: 'public',
    holdsSecret: true,
    answersSecret: true,
    input: body({ ...credentials, verificationCode }),
    data: wireObject({
      recoveryCodes: as('codigosRecuperacion', list(text(20))),
      /** The account whose session was opened; null if this browser already had a session as that contact. */
      account: as('usuario', nullable(account)),
    }),
  }),
  removeSecondFactor: endpoint({
    method: 'POST',
    path: '/login/quitar_segundo_factor',
    summary: 'Switch the second factor off, with the password and a code; 409 if the client requires one',
    access: 'public',
    holdsSecret: true,
    input: body({ ...credentials, verificationCode }),
    data: nothing,
  }),
  /** An entry may replace the browser's session of another person, who must confirm that: `confirmSwitch`. */
  enter: endpoint({
    method: 'POST',
    path: '/login/nuevo_ticket',
    summary: 'Enter by a link from an installation',
    access: 'public',
    holdsSecret: true,
    input: body({
      ...entryContext,
      token: as('t', optional(text(4096))),
      confirmSwitch: as('cambiar', optional(boolean)),
    }),
    data: account,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/login/logout',
    summary: 'End the session',
    access: 'public',
    input: body({}),
    data: nothing,
  }),
  check: endpoint({
    method: 'GET',
    path: '/login/check_session',
    summary: 'Whether there is a session, and whose',
    access: 'public',
    input: query({}),
    data: wireObject({ valid: as('valida', boolean), account: as('usuario', nullable(account)) }),
  }),
  /** The person's name, apart from the account, whose fields are fixed (api.md); both are requested together. */
  person: endpoint({
    method: 'GET',
    path: '/login/get_persona',
    summary: 'The name of the person, as in the link or, without one, as on record; null without a session',
    access: 'public',
    input: query({}),
    data: nullable(wireObject({ name: as('nombre', nullable(text(200))) })),
  }),
  companies: endpoint({
    method: 'GET',
    path: '/login/get_empresas',
    summary: 'The companies that tickets can be raised for',
    input: query({}),
    data: list(wireObject({ code: as('empresa', recordCode('company')), name: as('nombre', text(200)) })),
  }),
  prefill: endpoint({
    method: 'GET',
    path: '/login/get_entrada',
    summary: "The data from the session's link for filling in forms; missing data is null",
    input: query({}),
    data: wireObject({
      company: as('empresa', nullable(recordCode('company'))),
      contactName: as('interlocutor', nullable(text(200))),
      email: nullable(text(254)),
      phone: as('telefono', nullable(text(30))),
    }),
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/login/olvidada',
    summary:
      "Ask for a link to another password, by an administrator's user name or address; it is mailed to the address on record. Always the same answer, whoever exists; 409 if the portal sends no mail",
    access: 'public',
    holdsSecret: true,
    confirmation: 'password-link-asked',
    input: body({ username: as('usuario', requiredText(254)) }),
    data: nothing,
  }),
  checkPasswordLink: endpoint({
    method: 'POST',
    path: '/login/ver_enlace_password',
    summary: 'Whose password a single-use link sets; 401 if it is no longer valid',
    budget: 'read',
    access: 'public',
    changes: false,
    input: body({ token: as('t', optional(text(200))) }),
    data: wireObject({ username: as('usuario', text(200)) }),
  }),
  setPassword: endpoint({
    method: 'POST',
    path: '/login/poner_password',
    summary: 'Set the password by a single-use link; ends the sessions of the previous password',
    access: 'public',
    holdsSecret: true,
    confirmation: 'password-changed',
    input: body({
      token: as('t', optional(text(200))),
      next: as('passwordNueva', optional(nullable(text(200)))),
      repeated: as('passwordNuevaRepetida', optional(nullable(text(200)))),
    }),
    data: nothing,
  }),
  requestMailCode: endpoint({
    method: 'POST',
    path: '/login/pedir_codigo',
    summary:
      "Ask for a one-time code from a mail's link: it goes to the address that the mail went to. Always 200, whatever the link is",
    access: 'public',
    input: body({ link: as('enlace', optional(nullable(text(10_000)))) }),
    data: nothing,
  }),
  useMailCode: endpoint({
    method: 'POST',
    path: '/login/usar_codigo',
    summary:
      'Open a session that may read and answer the ticket of a mail, and nothing else; for ten minutes, in the browser that asked, with five tries',
    access: 'public',
    input: body({ link: as('enlace', optional(nullable(text(10_000)))), code: as('codigo', requiredText(20)) }),
    data: wireObject({ ticket: as('llnumreg', recordNumber('ticket')) }),
  }),
  notices: endpoint({
    method: 'GET',
    path: '/login/get_avisos',
    summary: "The provider's current notices for the caller's applications and version, in the requested language",
    input: query({}),
    data: list(
      wireObject({
        id: as('avnreg', recordNumber('notice')),
        text: as('texto', text(1000)),
        from: as('entre', instant),
        until: as('hasta', instant),
      }),
    ),
  }),
  demos: endpoint({
    method: 'GET',
    path: '/login/get_demos',
    summary: 'The address, user and password for trying the product',
    access: 'administrator',
    answersSecret: true,
    input: query({}),
    data: nullable(
      wireObject({
        address: as('direccion', text(2000)),
        username: as('usuario', text(200)),
        password: text(200),
      }),
    ),
  }),
  configuration: endpoint({
    method: 'POST',
    path: '/login/obtener_configuracion',
    summary: 'The settings that the portal needs before a session',
    budget: 'read',
    access: 'public',
    changes: false,
    input: body({}),
    data: configuration,
  }),
}
