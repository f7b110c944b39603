/** spec §4, Incident states. `in-progress` is the letters EC; the others as their label says. */
export type IncidentState =
  | 'pending'
  | 'planned'
  | 'resolved'
  | 'clarified'
  | 'supervised'
  | 'in-progress'
  | 'delivered'
  | 'valuation'
  | 'expired'
  | 'returned'
  | 'installed-in-test'
  | 'installed-in-production'
  | 'cancelled'

/** The situation that shows an incident as delivered whatever its state. */
export const DELIVERED_SITUATION = 'ENTREGADO'

const ENDED: readonly IncidentState[] = ['delivered', 'installed-in-production', 'cancelled', 'expired', 'returned']

/** Whether a ticket must wait for this incident before its customer may accept it: not once delivered or ended. */
export const isBlocking = (incident: { state: IncidentState; situation: string | null }): boolean =>
  !ENDED.includes(incident.state) && incident.situation !== DELIVERED_SITUATION
