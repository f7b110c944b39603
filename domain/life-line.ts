import type { TicketState } from './ticket.ts'
import type { Decision } from './valuation.ts'
import { ENDED_WITHOUT_DELIVERY, WORK_KINDS, type WorkKind, type WorkProgress, isDelivered } from './work.ts'

// The life line: consulta → incidencia or desarrollo, valoración → versión → BD pruebas → BD real.

/**
 * Done; being done; still to come; ended without delivery or rejected; passed over, or no longer to come.
 */
export const STEP_STANDINGS = ['done', 'current', 'ahead', 'stopped', 'skipped'] as const
export type StepStanding = (typeof STEP_STANDINGS)[number]

/** What a stop of the line is. */
export const STEP_KINDS = ['ticket', 'valuation', ...WORK_KINDS, 'version', 'test', 'production'] as const

/** One stop. `on`: the day on which a thing was raised or, of the last three, on which it was done. */
export interface LifeLineStep {
  readonly kind: (typeof STEP_KINDS)[number]
  /** Of what has a number of its own. */
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
  /** What is not done and will not be, and what is still to come. */
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

/** Whoever was asked has said that it works, or it went on without that. */
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
