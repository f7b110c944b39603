import type { Visibility } from './account.ts'
import type { Standing } from './ticket.ts'
import { allowed, refused } from './verdict.ts'

/** Answering, assigning, changing what it is about: while the customer may still have something to say of it. */
export const maySupport = (ticket: Pick<Standing, 'accepted'>) => (ticket.accepted ? refused('ticket-over') : allowed)

/** What decides whether two tickets can become one. */
export interface Joinable extends Pick<Standing, 'accepted'> {
  readonly number: number
  readonly client: number
  readonly installation: string
  readonly person: number
  readonly contact: number | null
  /** What the contact who raised it may see; null where there is none. */
  readonly visibility: Visibility | null
  readonly limitedSession: number | null
  readonly mergedInto: number | null
}

/** Two tickets become one where everybody who may see either of them may see the other as well. */
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
