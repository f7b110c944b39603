import { allowed, refused } from './verdict.ts'

/** An administrator's decision on a valuation. */
export const DECISIONS = ['accepted', 'rejected'] as const
export type Decision = (typeof DECISIONS)[number]

/** The facts that determine what may be done with a valuation. */
export interface DecidableValuation {
  readonly decision: Decision | null
  /** Whether Support closed it. */
  readonly closed: boolean
}

/** A valuation in progress is decided once. */
export function mayDecide({ decision, closed }: DecidableValuation) {
  if (decision !== null) return refused('already-decided')
  return closed ? refused('valuation-closed') : allowed
}

/** Questions are possible even after the decision. */
export const mayAsk = ({ closed }: DecidableValuation) => (closed ? refused('valuation-closed') : allowed)

export type ValuationRefusal = Extract<ReturnType<typeof mayDecide>, { allowed: false }>['reason']
