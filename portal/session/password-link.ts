import { session } from '#contract/session.ts'
import { BASE_PATH, paths } from '../paths.ts'

let token: string | null = null

/** The token of the link that this page was opened by; null when the address carried none, or it was used up. */
export const passwordToken = (): string | null => token

/** Takes the token out of the address before anything else can read or keep it. False on any other page. */
export function takePasswordLink(): boolean {
  if (location.pathname.replace(/\/$/, '') !== `${BASE_PATH}${paths.newPassword}`) return false
  token = new URLSearchParams(location.search).get(session.setPassword.input.fields.token.wire)
  history.replaceState(null, '', location.pathname)
  return true
}

export function forgetPasswordLink(): void {
  token = null
}
