import type { FailureCode } from '#contract/failure.ts'
import { CallFailed } from './client.ts'

interface Session {
  readonly isOpen: () => boolean
  /** Asks the server for the session and its rights; throws `CallFailed`. */
  readonly check: () => Promise<unknown>
  /** The person has to log in again; the screen waits for them. */
  readonly end: () => void
}

/**
 * Handles a 403 (spec §2): it leads to the login. If the 403 does not say that the session is over, the server is asked once
 * whose session it is. A lost role ends nothing: that answer says what the person may do now.
 */
export function whenForbidden({ isOpen, check, end }: Session): (code: FailureCode | null) => void {
  let asking = false
  const ask = async (code: FailureCode | null) => {
    const isRefused = await check().then(
      () => false,
      (error: unknown) => error instanceof CallFailed && error.status === 403,
    )
    if (isOpen() && (isRefused || code !== 'role-missing')) end()
  }
  return (code) => {
    if (!isOpen() || asking || code === 'other-site') return
    if (code === 'no-session') return end()
    asking = true
    void ask(code).finally(() => {
      asking = false
    })
  }
}
