import type { IncidentState } from './incident.ts'

/** What a development is shown as, in the specification's order, by which lists are sorted (spec §4, Development states). */
export const SHOWN_DEVELOPMENT_STATES = [
  'pending',
  'resolved',
  'delivered',
  'clarified',
  'valuation',
  'supervised',
  'expired',
  'returned',
  'installed-in-test',
  'installed-in-production',
  'cancelled',
] as const
export type ShownDevelopmentState = (typeof SHOWN_DEVELOPMENT_STATES)[number]

/** `planned` is the letter P of the filter, which no label has: a planned development is pending to the customer. */
export const DEVELOPMENT_STATES = ['planned', ...SHOWN_DEVELOPMENT_STATES] as const satisfies readonly IncidentState[]
export type DevelopmentState = (typeof DEVELOPMENT_STATES)[number]

export const shownDevelopmentState = (state: DevelopmentState): ShownDevelopmentState =>
  state === 'planned' ? 'pending' : state
