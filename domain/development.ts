import type { IncidentState } from './incident.ts'

/** spec §4, Development states; `planned` is the letter P of the filter, which no label has. */
export type DevelopmentState = Exclude<IncidentState, 'in-progress'>

/** What the customer is shown: a planned development is pending to them. */
export type ShownDevelopmentState = Exclude<DevelopmentState, 'planned'>

export const shownDevelopmentState = (state: DevelopmentState): ShownDevelopmentState =>
  state === 'planned' ? 'pending' : state
