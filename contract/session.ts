import { account, configuration, entryContext } from './account-codec.ts'
import { body, endpoint, query } from './endpoint.ts'
import { as, boolean, list, nullable, optional, recordCode, requiredText, text, wireObject } from './wire.ts'

const nothing = nullable(wireObject({}))

export const session = {
  login: endpoint({
    method: 'POST',
    path: '/login/login',
    summary: 'Log in by hand: administrators of a client',
    form: 'session',
    access: 'public',
    changes: false,
    input: body({ username: as('usuario', requiredText(200)), password: as('password', requiredText(20)) }),
    data: account,
  }),
  /** An entry may also switch the person of this browser, which the person has to confirm: `confirmSwitch`. */
  enter: endpoint({
    method: 'POST',
    path: '/login/nuevo_ticket',
    summary: 'Enter by the link out of an installation',
    access: 'public',
    changes: false,
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
    changes: false,
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
  companies: endpoint({
    method: 'GET',
    path: '/login/get_empresas',
    summary: 'The companies that a ticket may be raised for',
    input: query({}),
    data: list(wireObject({ code: as('empresa', recordCode('company')), name: as('nombre', text(200)) })),
  }),
  configuration: endpoint({
    method: 'POST',
    path: '/login/obtener_configuracion',
    summary: 'Settings that the portal needs before anybody has entered',
    access: 'public',
    changes: false,
    input: body({}),
    data: configuration,
  }),
}
