import type { TicketState } from './ticket.ts'
import type { Decision } from './valuation/valuation.ts'
import { ENDED_WITHOUT_DELIVERY, WORK_KINDS, type WorkKind, type WorkProgress, isDelivered } from './work.ts'

// The life line: consulta → incidencia or desarrollo, valoración → versión → BD pruebas → BD real.

/** Done; in progress; still to come; ended without delivery or rejected; skipped, or no longer to come. */
export const STEP_STANDINGS = ['done', 'current', 'ahead', 'stopped', 'skipped'] as const
export type StepStanding = (typeof STEP_STANDINGS)[number]

/** The kinds of stages. */
export const STEP_KINDS = ['ticket', 'valuation', ...WORK_KINDS, 'version', 'test', 'production'] as const

/** One stage. `on`: the day it was raised or, for the last three, done. */
export interface LifeLineStep {
  readonly kind: (typeof STEP_KINDS)[number]
  /** For records with a number. */
  readonly number: number | null
  readonly standing: StepStanding
  readonly on: string | null
  readonly planned: string | null
}

export const ticketStep = (ticket: { number: number; createdOn: string; state: TicketState }): LifeLineStep => ({
  kind: 'ticket',
  number: ticket.number,
  standing: ticket.state === 'closed' ? 'done' : 'current',
  on: ticket.createdOn,
  planned: null,
})

export const valuationStep = (valuation: {
  readonly number: number
  readonly createdOn: string
  readonly decision: Decision | null
  readonly closed: boolean
}): LifeLineStep => ({
  kind: 'valuation',
  number: valuation.number,
  standing: valuationStanding(valuation),
  on: valuation.createdOn,
  planned: null,
})

function valuationStanding({ decision, closed }: { decision: Decision | null; closed: boolean }): StepStanding {
  switch (decision) {
    case 'accepted':
      return 'done'
    case 'rejected':
      return 'stopped'
    case null:
      return closed ? 'skipped' : 'current'
  }
}

export interface LifeLineWork extends WorkProgress {
  readonly kind: WorkKind
  readonly number: number
  readonly createdOn: string
}

/** The incident's or development's part: itself, its version, BD pruebas, BD real. */
export function workSteps(work: LifeLineWork): LifeLineStep[] {
  const stopped = ENDED_WITHOUT_DELIVERY.includes(work.state)
  /** The standing of stages that are neither done nor in progress. */
  const rest = stopped ? 'skipped' : 'ahead'
  const delivered = isDelivered(work) || work.deliveredOn !== null
  return [
    {
      kind: work.kind,
      number: work.number,
      standing: stopped ? 'stopped' : delivered ? 'done' : 'current',
      on: work.createdOn,
      planned: null,
    },
    step('version', delivered ? 'done' : rest, work.deliveredOn, work.plannedDelivery),
    step('test', testStanding(work, rest), work.testInstalledOn, work.plannedTest),
    step(
      'production',
      work.state === 'installed-in-production' || work.productionInstalledOn !== null ? 'done' : rest,
      work.productionInstalledOn,
      work.plannedProduction,
    ),
  ]
}

/** Done once the customer has approved it, or it went on without that. */
function testStanding(work: LifeLineWork, rest: 'skipped' | 'ahead'): StepStanding {
  if (work.state === 'installed-in-test') return work.validation === 'validated' ? 'done' : 'current'
  if (work.testInstalledOn !== null) return 'done'
  return work.state === 'installed-in-production' ? 'skipped' : rest
}

const step = (
  kind: LifeLineStep['kind'],
  standing: StepStanding,
  on: string | null,
  planned: string | null,
): LifeLineStep => ({ kind, number: null, standing, on, planned })
