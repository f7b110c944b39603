import type { ShownDevelopmentState } from '#domain/development.ts'
import type { ShownIncidentState } from '#domain/incident.ts'
import { StateBadge } from '../lists/row-parts.tsx'
import { useMessages } from '../messages/index.ts'

export type WorkState = ShownIncidentState | ShownDevelopmentState

const COLOURS: Record<WorkState, string> = {
  'in-progress': 'orange',
  pending: 'gray',
  resolved: 'blue',
  clarified: 'blue',
  supervised: 'blue',
  delivered: 'green',
  valuation: 'grape',
  expired: 'gray',
  returned: 'red',
  'installed-in-test': 'cyan',
  'installed-in-production': 'green',
  cancelled: 'gray',
}

/** The state of the work on an incident or development. */
export function WorkStateBadge({ state }: { state: WorkState }) {
  const { incidents } = useMessages()
  return <StateBadge colour={COLOURS[state]}>{incidents.state[state]}</StateBadge>
}
