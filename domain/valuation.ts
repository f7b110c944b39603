import { allowed, refused } from './verdict.ts'

/** What a client's administrator says of an estimate. */
export const DECISIONS = ['accepted', 'rejected'] as const
export type Decision = (typeof DECISIONS)[number]

/** What decides what may still be done with a valuation. */
export interface DecidableValuation {
  readonly decision: Decision | null
  /** Whether Support took it off the valuations in progress. */
  readonly closed: boolean
}

/** One decision is made of a valuation, while it is in progress. */
export function mayDecide({ decision, closed }: DecidableValuation) {
  if (decision !== null) return refused('already-decided')
  return closed ? refused('valuation-closed') : allowed
}

/** Questions may come after the decision too. */
export const mayAsk = ({ closed }: DecidableValuation) => (closed ? refused('valuation-closed') : allowed)

export type ValuationRefusal = Extract<ReturnType<typeof mayDecide>, { allowed: false }>['reason']
