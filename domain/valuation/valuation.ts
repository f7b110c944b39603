import { allowed, refused } from '../verdict.ts'
import type { DevelopmentState } from '../development.ts'

/** An administrator's decision on a valuation. */
export const DECISIONS = ['accepted', 'rejected'] as const
export type Decision = (typeof DECISIONS)[number]

/** The events of a valuation: Support's offers and its closing, the client's decisions and their undoing. */
export const VALUATION_EVENTS = ['offered', ...DECISIONS, 'undone', 'closed'] as const
export type ValuationEventKind = (typeof VALUATION_EVENTS)[number]

/** The facts that determine what may be done with a valuation. */
export interface DecidableValuation {
  readonly decision: Decision | null
  /** Whether Support closed it. */
  readonly closed: boolean
  /** Grows with each change of the offer. */
  readonly version: number
  /** The last day on which it can be decided, `YYYY-MM-DD`; null: it does not expire. */
  readonly validUntil: string | null
}

/** Whether its last day is over. */
export const isExpired = ({ validUntil }: Pick<DecidableValuation, 'validUntil'>, today: string): boolean =>
  validUntil !== null && today > validUntil

/** A valuation in progress is decided once, while it is valid, and only by somebody who has read its last version. */
export function mayDecide(
  valuation: DecidableValuation,
  { today, read = valuation.version }: { readonly today: string; readonly read?: number | undefined },
) {
  if (valuation.decision !== null) return refused('already-decided')
  if (valuation.closed) return refused('valuation-closed')
  if (read !== valuation.version) return refused('valuation-changed')
  return isExpired(valuation, today) ? refused('valuation-expired') : allowed
}

/** Questions are possible even after the decision. */
export const mayAsk = ({ closed }: Pick<DecidableValuation, 'closed'>) =>
  closed ? refused('valuation-closed') : allowed

/** Support may change its offer until the client has decided. */
export function mayOffer({ decision, closed }: Pick<DecidableValuation, 'decision' | 'closed'>) {
  if (decision !== null) return refused('already-decided')
  return closed ? refused('valuation-closed') : allowed
}

/** For how long a decision can be undone. */
const UNDOABLE_MS = 60 * 60_000

export interface DecidedValuation {
  readonly decision: Decision | null
  readonly decidedAt: Date | null
  readonly closed: boolean
  /** The state of the development that it is for. */
  readonly work: DevelopmentState | null
}

/** The moment after which a decision is final. */
export const undoableUntil = (decidedAt: Date): Date => new Date(decidedAt.getTime() + UNDOABLE_MS)

/** A decision can be undone within the hour, but not once the work has begun. */
export function mayUndo({ decision, decidedAt, closed, work }: DecidedValuation, now: Date) {
  if (decision === null || decidedAt === null) return refused('not-decided')
  if (closed) return refused('valuation-closed')
  if (work !== null && !NOT_BEGUN.includes(work)) return refused('work-begun')
  return now < undoableUntil(decidedAt) ? allowed : refused('undo-too-late')
}

const NOT_BEGUN: readonly DevelopmentState[] = ['pending', 'planned', 'valuation']

export type ValuationRefusal = Extract<
  ReturnType<typeof mayDecide> | ReturnType<typeof mayUndo>,
  { allowed: false }
>['reason']
