import { storeOf } from '#browser/store.ts'
import type { openSession } from '#contract/console/session/open-session.ts'
import type { Data } from '#contract/endpoint.ts'

export type Technician = NonNullable<Data<typeof openSession.check>>

/**
 * - `ended`: the session is over, and its screen is kept for the same person.
 * - `taken`: it now belongs to another person, for whom the tab restarts.
 */
export type SessionState =
  | { readonly is: 'unknown' }
  | { readonly is: 'none' }
  | { readonly is: 'open'; readonly technician: Technician }
  | { readonly is: 'ended' | 'taken'; readonly technician: Technician }

export const {
  now: sessionNow,
  set: setSession,
  use: useSession,
  onChange: onSessionChange,
} = storeOf<SessionState>({ is: 'unknown' })

/** The signed-in technician, for screens under a session. */
export function useTechnician(): Technician {
  const technician = technicianOf(useSession())
  if (!technician) throw new Error('No session')
  return technician
}

export const technicianOf = (session: SessionState): Technician | null =>
  'technician' in session ? session.technician : null
