/**
 * The urgencies on offer, from very low to blocking (spec §4, Urgency codes). Every list of urgencies comes from this
 * one, in this order; the database sorts by the same order (`urgency_rank`, `closed-sets.test.ts`).
 */
export const URGENCIES = ['1', '2', '3', '4', '5', '6'] as const
export type Urgency = (typeof URGENCIES)[number]

export const DEFAULT_URGENCY: Urgency = '3'

/** The letters of old tickets are shown but not on offer. Each counts as one of the urgencies. */
const LETTERS = { N: '3', A: '4', M: '3', B: '2' } as const satisfies Record<string, Urgency>

export const ANY_URGENCIES = [...URGENCIES, 'N', 'A', 'M', 'B'] as const satisfies readonly (
  | Urgency
  | keyof typeof LETTERS
)[]
export type AnyUrgency = (typeof ANY_URGENCIES)[number]

export const mayBeChosen = (urgency: AnyUrgency): urgency is Urgency => !Object.hasOwn(LETTERS, urgency)

/** The urgency that a letter counts as. */
export const countsAs = (urgency: AnyUrgency): Urgency => (mayBeChosen(urgency) ? urgency : LETTERS[urgency])

/** Its rank among the urgencies on offer; the letters of old tickets have none. */
export const pressing = (urgency: AnyUrgency): number => URGENCIES.findIndex((one) => one === urgency)

/** The urgency that is so many steps above the usual one, as far as there are any. */
export function stepsAboveUsual(steps: number): Urgency {
  const at = pressing(DEFAULT_URGENCY) + steps
  return URGENCIES[Math.min(URGENCIES.length - 1, Math.max(0, at))] ?? DEFAULT_URGENCY
}
