import { useSyncExternalStore } from 'react'
import type { consoleSession } from '#contract/console/session.ts'
import type { Data } from '#contract/endpoint.ts'

export type Technician = NonNullable<Data<typeof consoleSession.check>>

/**
 * - `ended`: the session is over, and its screen is kept for the same person.
 * - `taken`: it now belongs to another person, for whom the tab restarts.
 */
export type SessionState =
  | { readonly is: 'unknown' }
  | { readonly is: 'none' }
  | { readonly is: 'open'; readonly technician: Technician }
  | { readonly is: 'ended' | 'taken'; readonly technician: Technician }

const listeners = new Set<() => void>()
let current: SessionState = { is: 'unknown' }

export const sessionNow = (): SessionState => current

export function setSession(next: SessionState): void {
  current = next
  for (const listener of listeners) listener()
}

export const useSession = (): SessionState => useSyncExternalStore(onSessionChange, sessionNow)

/** The signed-in technician, for screens under a session. */
export function useTechnician(): Technician {
  const technician = technicianOf(useSession())
  if (!technician) throw new Error('No session')
  return technician
}

export const technicianOf = (session: SessionState): Technician | null =>
  'technician' in session ? session.technician : null

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
