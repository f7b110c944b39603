import { DELIVERED_SITUATION, INCIDENT_STATES, type IncidentState, isOpen } from './incident.ts'
import { allowed, refused } from './verdict.ts'

// The common part of incidents and developments: both are delivered with a version, installed for testing and then for
// production.

/** The provider's work comes in two kinds, with one sequence of numbers. */
export const WORK_KINDS = ['incident', 'development'] as const
export type WorkKind = (typeof WORK_KINDS)[number]

/** The customer's verdict on work installed for testing. */
export const VALIDATIONS = ['validated', 'failed'] as const
export type Validation = (typeof VALIDATIONS)[number]

/** The stages with a planned date. */
export const PLANNED_STAGES = ['delivery', 'test', 'production'] as const
export type PlannedStage = (typeof PLANNED_STAGES)[number]

export type InstallationPlace = 'test' | 'production'

/** The progress of work: its state, the day of each stage so far, and the planned days of the others, as `YYYY-MM-DD`. */
export interface WorkProgress {
  readonly state: IncidentState
  /** Only incidents have one. */
  readonly situation: string | null
  readonly plannedDelivery: string | null
  readonly plannedTest: string | null
  readonly plannedProduction: string | null
  readonly deliveredOn: string | null
  readonly testInstalledOn: string | null
  readonly productionInstalledOn: string | null
  /** The verdict on the present test installation; null until there is one. */
  readonly validation: Validation | null
}

/** Ended without a result. */
export const ENDED_WITHOUT_DELIVERY: readonly IncidentState[] = ['cancelled', 'expired', 'returned']

const INSTALLED = ['installed-in-test', 'installed-in-production'] as const

const isInstalled = (state: IncidentState): state is (typeof INSTALLED)[number] =>
  INSTALLED.some((one) => one === state)

type WorkStanding = Pick<WorkProgress, 'state' | 'situation'>

export const isDelivered = ({ state, situation }: WorkStanding): boolean =>
  state === 'delivered' || isInstalled(state) || situation === DELIVERED_SITUATION

/** The next planned date; null if there is none or the work is over. */
export function nextPlanned(work: WorkStanding & Pick<WorkProgress, 'plannedDelivery' | 'plannedProduction'>) {
  if (!isOpen(work)) return null
  return work.state === 'installed-in-test' ? work.plannedProduction : work.plannedDelivery
}

/** The events in the history of work. */
export const WORK_EVENTS = [
  'state',
  'situation',
  'planned-delivery',
  'planned-test',
  'planned-production',
  'installed-test',
  'installed-production',
  'validation',
  'link',
  'unlink',
] as const

/** States that a technician sets directly; installing sets the other two, with a date. */
export type GivenState = Exclude<IncidentState, (typeof INSTALLED)[number]>
export const GIVEN_STATES = INCIDENT_STATES.filter((state): state is GivenState => !isInstalled(state))

/** A change of state or situation; without a situation the old one stays. */
export interface StateChange {
  readonly state: GivenState
  readonly situation: string | null
}

export const mayChangeState = (work: WorkStanding, to: StateChange) =>
  work.state === to.state && work.situation === to.situation ? refused('same-state') : allowed

/** Changes that owe the customer a word: the work ends without a result, or begins again. */
export const stateNeedsReason = (work: WorkStanding, to: StateChange): boolean =>
  ENDED_WITHOUT_DELIVERY.includes(to.state) || (!isOpen(work) && isOpen(to)) || isInstalled(work.state)

/** Progress after a change of state. Delivery and installation no longer count once work resumes. */
export function afterState(work: WorkProgress, { state, situation }: StateChange, today: string): WorkProgress {
  const changed = { ...work, state, situation }
  if (ENDED_WITHOUT_DELIVERY.includes(state)) return changed
  const uninstalled = { ...changed, testInstalledOn: null, productionInstalledOn: null, validation: null }
  if (!isDelivered(changed)) return { ...uninstalled, deliveredOn: null }
  const stays = isDelivered(work) && !isInstalled(work.state)
  return { ...uninstalled, deliveredOn: stays ? work.deliveredOn : today }
}

/** A second test installation needs the customer's verdict on the first. */
export function mayInstall(work: Pick<WorkProgress, 'state' | 'validation'>, where: InstallationPlace) {
  if (ENDED_WITHOUT_DELIVERY.includes(work.state)) return refused('ended-without-delivery')
  if (work.state === 'installed-in-production') return refused('already-in-production')
  const again = where === 'test' && work.state === 'installed-in-test'
  return again && work.validation === null ? refused('already-in-test') : allowed
}

/** Whether it would go to BD real without the verdict that the customer was asked for. */
export const installationNeedsReason = (
  { state, validation }: Pick<WorkProgress, 'state' | 'validation'>,
  where: InstallationPlace,
): boolean => where === 'production' && state === 'installed-in-test' && validation !== 'validated'

/** Only past installations are recorded. */
export const installationDayProblem = (on: string, createdOn: string, today: string) =>
  on > today ? 'in-the-future' : on < createdOn ? 'before-it-was-raised' : null

/** Progress after an installation: installed work counts as delivered, and a test asks for a new verdict. */
export const afterInstallation = (work: WorkProgress, where: InstallationPlace, on: string): WorkProgress =>
  where === 'test'
    ? {
        ...work,
        state: 'installed-in-test',
        deliveredOn: work.deliveredOn ?? on,
        testInstalledOn: on,
        productionInstalledOn: null,
        validation: null,
      }
    : {
        ...work,
        state: 'installed-in-production',
        deliveredOn: work.deliveredOn ?? on,
        productionInstalledOn: on,
      }

/**
 * Progress after the release of the version that mends its problem: the work counts as delivered, and as in use where
 * that version is installed. Null for work that is over, or that the customer is testing.
 */
export function afterMending(work: WorkProgress, today: string, isInUse: boolean): WorkProgress | null {
  if (!isOpen(work) || (work.state === 'installed-in-test' && work.validation !== 'failed')) return null
  const delivered = afterState(work, { state: 'delivered', situation: work.situation }, today)
  return isInUse ? afterInstallation(delivered, 'production', today) : delivered
}

/** Dates are planned for future stages alone. */
export function mayPlan(work: WorkProgress, stage: PlannedStage, on: string | null) {
  if (ENDED_WITHOUT_DELIVERY.includes(work.state)) return refused('ended-without-delivery')
  if (isPast(work, stage)) return refused('already-done')
  return plannedOf(work, stage) === on ? refused('same-date') : allowed
}

function isPast(work: WorkProgress, stage: PlannedStage): boolean {
  switch (stage) {
    case 'delivery':
      return isDelivered(work)
    case 'test':
      return isInstalled(work.state)
    case 'production':
      return work.state === 'installed-in-production'
  }
}

export function plannedOf(work: WorkProgress, stage: PlannedStage): string | null {
  switch (stage) {
    case 'delivery':
      return work.plannedDelivery
    case 'test':
      return work.plannedTest
    case 'production':
      return work.plannedProduction
  }
}

export function afterPlan(work: WorkProgress, stage: PlannedStage, on: string | null): WorkProgress {
  switch (stage) {
    case 'delivery':
      return { ...work, plannedDelivery: on }
    case 'test':
      return { ...work, plannedTest: on }
    case 'production':
      return { ...work, plannedProduction: on }
  }
}

/** The customer is asked once for each installation in BD pruebas. */
export function mayValidate({ state, validation }: Pick<WorkProgress, 'state' | 'validation'>) {
  if (state !== 'installed-in-test') return refused('not-in-test')
  return validation === null ? allowed : refused('already-validated')
}

/** Why a technician's act is refused. */
export type WorkRefusal =
  | Extract<ReturnType<typeof mayChangeState>, { allowed: false }>['reason']
  | Extract<ReturnType<typeof mayInstall>, { allowed: false }>['reason']
  | Extract<ReturnType<typeof mayPlan>, { allowed: false }>['reason']

/** Why a customer's act is refused. */
export type ValidationRefusal = Extract<ReturnType<typeof mayValidate>, { allowed: false }>['reason']
