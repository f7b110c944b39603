import type { Visibility } from './account.ts'
import type { Standing } from './ticket.ts'
import { allowed, refused } from './verdict.ts'

/** Technicians may answer it, assign it or change its subject as long as its customer may still act on it. */
export const maySupport = (ticket: Pick<Standing, 'accepted'>) => (ticket.accepted ? refused('ticket-over') : allowed)

/** The facts that decide whether two tickets can be joined. */
export interface Joinable extends Pick<Standing, 'accepted'> {
  readonly number: number
  readonly client: number
  readonly installation: string
  readonly person: number
  readonly contact: number | null
  /** The visibility of the contact who raised it; null without one. */
  readonly visibility: Visibility | null
  readonly limitedSession: number | null
  readonly mergedInto: number | null
}

/** Two tickets can be joined if everybody who may see either may see both. */
export function mayMerge(ticket: Joinable, into: Joinable) {
  if (ticket.number === into.number) return refused('merge-itself')
  if (ticket.mergedInto !== null || into.mergedInto !== null) return refused('already-merged')
  if (ticket.accepted || into.accepted) return refused('ticket-over')
  if (ticket.client !== into.client) return refused('merge-other-client')
  return haveOneAudience(ticket, into) ? allowed : refused('merge-other-audience')
}

function haveOneAudience(one: Joinable, other: Joinable): boolean {
  if (one.installation !== other.installation || one.limitedSession !== other.limitedSession) return false
  const sameAuthor = one.contact === null ? one.person === other.person : one.contact === other.contact
  return sameAuthor || (one.visibility !== 'own' && other.visibility !== 'own')
}

export type SupportRefusal =
  | Extract<ReturnType<typeof maySupport>, { allowed: false }>['reason']
  | Extract<ReturnType<typeof mayMerge>, { allowed: false }>['reason']
