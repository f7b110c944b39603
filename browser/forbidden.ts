import type { FailureCode } from '#contract/failure.ts'
import { CallFailed } from './client.ts'

interface Session {
  readonly isOpen: () => boolean
  /** Asks the server whose session it is, and what they may; throws `CallFailed`. */
  readonly check: () => Promise<unknown>
  /** The person has to enter again; what is on the screen waits for them. */
  readonly end: () => void
}

/**
 * What an application does about a 403 (spec §2): it leads to the login. Where it does not say that the session is over,
 * the server is asked once whose session it is. A role that was lost meanwhile ends nothing: that answer says what the
 * person may now.
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
