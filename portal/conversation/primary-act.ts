import type { TicketAct } from '../tickets/ticket-acts.ts'
import type { TicketActions } from '../tickets/ticket-queries.ts'

const DAY_MS = 24 * 3_600_000

interface Possible {
  readonly actions: Pick<TicketActions, 'mayReply' | 'mayClaim' | 'mayConclude'>
  readonly mayAddInformation: boolean
  /** The moment of the last entry. */
  readonly lastAt: Date
}

/**
 * The one act that stands out, by whose turn it is. While it is Support's turn, that is adding information; after a day
 * without an entry, a claim.
 */
export function primaryAct(
  { actions, mayAddInformation, lastAt }: Possible,
  now: Date,
): TicketAct | 'add-information' | null {
  if (actions.mayReply) return 'reply'
  if (actions.mayConclude) return 'accept'
  const isQuiet = now.getTime() - lastAt.getTime() > DAY_MS
  if (actions.mayClaim && (isQuiet || !mayAddInformation)) return 'claim'
  return mayAddInformation ? 'add-information' : null
}
