import type { IncidentState } from './incident.ts'

/** The states of developments in the specification's order, which is also the lists' (spec §4, Development states). */
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

/** `planned` is the filter's letter P, without a label: customers see a planned development as pending. */
export const DEVELOPMENT_STATES = ['planned', ...SHOWN_DEVELOPMENT_STATES] as const satisfies readonly IncidentState[]
export type DevelopmentState = (typeof DEVELOPMENT_STATES)[number]

export const shownDevelopmentState = (state: DevelopmentState): ShownDevelopmentState =>
  state === 'planned' ? 'pending' : state
