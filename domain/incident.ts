import { CLAIM_INTERVAL_MS } from './claim-interval.ts'
import { allowed, refused } from './verdict.ts'

/** The states in which the provider works on it: the customer sees them as one (spec §4, Incident states). */
export const WORKED_ON = ['pending', 'planned', 'resolved', 'clarified', 'supervised', 'in-progress'] as const

/** The states of incidents as customers see them, in the specification's order, which is also the lists'. */
export const SHOWN_INCIDENT_STATES = [
  'in-progress',
  'delivered',
  'valuation',
  'expired',
  'returned',
  'installed-in-test',
  'installed-in-production',
  'cancelled',
] as const
export type ShownIncidentState = (typeof SHOWN_INCIDENT_STATES)[number]

/** spec §4, Incident states, in the order of the work. */
export const INCIDENT_STATES = [
  'pending',
  'planned',
  'in-progress',
  'clarified',
  'resolved',
  'supervised',
  'valuation',
  'delivered',
  'installed-in-test',
  'installed-in-production',
  'returned',
  'expired',
  'cancelled',
] as const
export type IncidentState = (typeof INCIDENT_STATES)[number]

/** The two columns that hold the state of work. */
interface Work {
  readonly state: IncidentState
  readonly situation: string | null
}

/** The situation that shows an incident as delivered whatever its state. */
export const DELIVERED_SITUATION = 'ENTREGADO'

const ENDED: readonly IncidentState[] = ['delivered', 'installed-in-production', 'cancelled', 'expired', 'returned']

/** Whether the provider still works on it, or its customer is testing it. */
export const isOpen = ({ state, situation }: Work): boolean =>
  !ENDED.includes(state) && situation !== DELIVERED_SITUATION

/** The facts that decide whether a ticket waits for an incident. */
export interface BlockingWork extends Work {
  /** The day of delivery; null before it, and again once work resumes (`afterState`). */
  readonly deliveredOn: string | null
}

/**
 * Whether this incident keeps its tickets from being accepted: until its first delivery or its end. A later installation for
 * testing does not block again.
 */
export const isBlocking = (incident: BlockingWork): boolean => isOpen(incident) && incident.deliveredOn === null

/** The newest of a ticket's incidents that block it. */
export const blockingAmong = (incidents: readonly (BlockingWork & { readonly number: number })[]): number | null =>
  incidents.filter(isBlocking).reduce<number | null>((newest, { number }) => Math.max(newest ?? 0, number), null)

const isWorkedOn = (state: IncidentState): state is (typeof WORKED_ON)[number] => WORKED_ON.some((one) => one === state)

/** The state that the customer sees: all states of work in progress are one (spec §4, Incident states). */
export function shownIncidentState({ state, situation }: Work): ShownIncidentState {
  if (!isWorkedOn(state)) return state
  return situation === DELIVERED_SITUATION ? 'delivered' : 'in-progress'
}

export const INCIDENT_CLAIMS = 3

export interface ClaimableIncident extends Work {
  readonly claims: number
  readonly lastClaimAt: Date | null
}

/** spec §4: in certain states, fewer than three times, and more than 24 hours after the last claim. */
export function mayClaimIncident(incident: ClaimableIncident, now: Date) {
  if (!CLAIMABLE.includes(incident.state) || incident.situation === DELIVERED_SITUATION)
    return refused('incident-not-claimable')
  if (incident.claims >= INCIDENT_CLAIMS) return refused('incident-claims-exhausted')
  if (!incident.lastClaimAt) return allowed
  const again = new Date(incident.lastClaimAt.getTime() + CLAIM_INTERVAL_MS)
  return now > again ? allowed : refused('incident-claimed-recently', again)
}

const CLAIMABLE: readonly IncidentState[] = ['pending', 'planned', 'resolved', 'supervised']

export type IncidentRefusal = Extract<ReturnType<typeof mayClaimIncident>, { allowed: false }>['reason']
