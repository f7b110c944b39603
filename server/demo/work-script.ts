import type { DevelopmentState } from '#domain/development.ts'
import type { ValuationLine } from '#domain/valuation/amounts.ts'
import type { IncidentState } from '#domain/incident.ts'
import type { WorkEvent } from '../incidents/work-store.ts'
import type { Moment } from './script-moment.ts'
import type { SampleFile } from './sample-files.ts'

/** The provider's work for an installation. */
export interface WorkScript {
  readonly incidents: readonly IncidentScript[]
  readonly developments: readonly DevelopmentScript[]
}

/** A ticket's name for an incident: its state, unless two incidents share it. */
export type IncidentKey = IncidentState | 'situation-delivered'

export interface IncidentScript extends ProgressScript {
  readonly key: IncidentKey
  readonly state: IncidentState
  readonly title: string
  readonly created: Moment
  readonly stateAt: Moment
  readonly situation?: string
  readonly department?: string
  readonly sprint?: string
  /** The version that delivers it. */
  readonly version?: string
  readonly claims?: readonly Moment[]
  readonly files?: readonly SampleFile[]
}

export interface DevelopmentScript extends ProgressScript {
  readonly state: DevelopmentState
  readonly budget: string
  readonly title: string
  readonly created: Moment
  /** Days from the load: 20 lies ahead, -20 behind. */
  readonly requestedIn?: number
  readonly installedIn?: number
  /** The version that delivers it. */
  readonly version?: string
  /** Whether the author of the installation's tickets asked for it; otherwise nobody knows who did. */
  readonly byAuthor?: true
  readonly files?: readonly SampleFile[]
}

export interface ValuationScript {
  readonly number: number
  readonly description: string
  readonly daysAgo: number
  /** The budget of the development that it is about. */
  readonly budget?: string
  /** Its last day, in days from the load. */
  readonly validIn?: number
  readonly lines?: readonly ValuationLine[]
}

/** The common part of incidents and developments: planned days, actual days and history. */
export interface ProgressScript {
  readonly plannedIn?: number
  readonly plannedTestIn?: number
  readonly plannedProductionIn?: number
  readonly deliveredIn?: number
  readonly testInstalledIn?: number
  readonly validation?: 'validated' | 'failed'
  /** Oldest first. */
  readonly history?: readonly WorkEventScript[]
}

/** An event of some work: days from the load, or words, as the kind requires. */
export interface WorkEventScript {
  readonly kind: WorkEvent['kind']
  readonly when: Moment
  readonly from?: string | number
  readonly to: string | number
  readonly reason?: string
  /** Somebody of the provider, by default Sonia. The author of the tickets validates. */
  readonly by?: { readonly name: string }
}
