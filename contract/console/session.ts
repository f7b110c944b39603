import { endpoint, consoleInput } from '../endpoint.ts'
import { boolean, consoleObject, list, nullable, optional, requiredText, text } from '../wire.ts'
import { openSession, technician, technicianName } from './session/open-session.ts'

const nothing = nullable(consoleObject({}))

/** Typed twice; the domain checks it (`domain/password-change.ts`). */
export const newPassword = {
  next: optional(nullable(text(500))),
  repeated: optional(nullable(text(500))),
}
/** The token of a single-use link. */
export const linkToken = requiredText(100)

export const consoleSession = {
  configuration: endpoint({
    method: 'GET',
    path: '/console/configuration',
    summary: 'The settings that the login page needs before a session',
    access: 'public',
    input: consoleInput({}),
    data: consoleObject({
      productName: text(200),
      providerName: text(200),
      /** Whether the company's identity provider is another way in: /api/console/oidc/start. */
      openId: boolean,
    }),
  }),
  /** Redirects to the identity provider. */
  startOpenId: endpoint({
    method: 'GET',
    path: '/console/oidc/start',
    summary: "Start a login at the company's identity provider",
    access: 'public',
    kind: 'static',
    input: consoleInput({}),
    data: nothing,
  }),
  /**
   * Redirects to the console with a session; to its login page with `code=1` if the second factor's code is missing, or with an
   * `error`: `openid`, `unknown`, or `pending` while a supervisor has to confirm the identity.
   */
  finishOpenId: endpoint({
    method: 'GET',
    path: '/console/oidc/callback',
    summary: 'Where the identity provider sends people back to',
    access: 'public',
    kind: 'static',
    input: consoleInput({}),
    data: nothing,
  }),
  finishOpenIdByCode: endpoint({
    method: 'POST',
    path: '/console/oidc/code',
    summary: "Finish a login at the identity provider with the second factor's code, or a recovery code",
    access: 'public',
    holdsSecret: true,
    input: consoleInput({ code: requiredText(20) }),
    data: technician,
  }),
  login: endpoint({
    method: 'POST',
    path: '/console/login',
    summary: "Log in at the console, with the second factor's code, or a recovery code, if there is one",
    access: 'public',
    holdsSecret: true,
    input: consoleInput({
      username: requiredText(100),
      password: requiredText(200),
      code: optional(nullable(text(20))),
    }),
    /** Null: the password is right, the code is missing. */
    data: nullable(technician),
  }),
  ...openSession,
  newSecondFactor: endpoint({
    method: 'POST',
    path: '/console/second-factor',
    summary: 'A new secret for the second factor, not yet in force',
    access: 'enrolling-technician',
    answersSecret: true,
    input: consoleInput({}),
    data: consoleObject({ secret: text(100), address: text(500) }),
  }),
  confirmSecondFactor: endpoint({
    method: 'POST',
    path: '/console/second-factor/confirm',
    summary: 'Activate the new secret with one of its codes; returns the recovery codes, once',
    access: 'enrolling-technician',
    holdsSecret: true,
    answersSecret: true,
    input: consoleInput({ code: requiredText(10) }),
    data: consoleObject({ recoveryCodes: list(text(20)) }),
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/console/recovery-codes',
    summary:
      "Other recovery codes for one's second factor, shown once, for one's password and a code; the old ones end",
    access: 'technician',
    holdsSecret: true,
    answersSecret: true,
    input: consoleInput({ password: requiredText(200), code: requiredText(20) }),
    data: consoleObject({ recoveryCodes: list(text(20)) }),
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/console/password',
    summary: "Change one's password; ends one's other sessions",
    access: 'technician',
    holdsSecret: true,
    confirmation: 'password-changed',
    input: consoleInput({ current: optional(nullable(text(500))), ...newPassword }),
    data: nothing,
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/console/forgotten-password',
    summary:
      'Ask for a link to another password, which is mailed to the address on record. Always the same answer, whoever exists; 409 if the portal sends no mail',
    access: 'public',
    holdsSecret: true,
    confirmation: 'password-link-asked',
    input: consoleInput({ username: requiredText(254) }),
    data: nothing,
  }),
  checkPasswordLink: endpoint({
    method: 'POST',
    path: '/console/password-link',
    summary: 'Whose password a single-use link sets; 401 if it is no longer valid',
    budget: 'read',
    access: 'public',
    changes: false,
    input: consoleInput({ token: linkToken }),
    data: consoleObject({ username: technicianName, name: text(200) }),
  }),
  setPassword: endpoint({
    method: 'POST',
    path: '/console/password-link/use',
    summary: 'Set the password by a single-use link',
    access: 'public',
    holdsSecret: true,
    confirmation: 'password-changed',
    input: consoleInput({ token: linkToken, ...newPassword }),
    data: nothing,
  }),
}
