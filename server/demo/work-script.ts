import type { DevelopmentState } from '#domain/development.ts'
import type { IncidentState } from '#domain/incident.ts'
import type { WorkEvent } from '../incidents/work-store.ts'
import type { Moment } from './moment.ts'
import type { SampleFile } from './sample-files.ts'

/** What the provider does for an installation. */
export interface WorkScript {
  readonly incidents: readonly IncidentScript[]
  readonly developments: readonly DevelopmentScript[]
}

/** What a ticket calls an incident of its client by: its state, unless two share it. */
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
  /** That it is delivered with. */
  readonly version?: string
  readonly claims?: readonly Moment[]
  readonly files?: readonly SampleFile[]
}

export interface DevelopmentScript extends ProgressScript {
  readonly state: DevelopmentState
  readonly budget: string
  readonly title: string
  readonly created: Moment
  /** Days from the day of loading, 20 lies ahead, -20 behind. */
  readonly requestedIn?: number
  readonly installedIn?: number
  /** That it is delivered with. */
  readonly version?: string
  /** Asked for by whoever raises the installation's tickets; of the others nobody knows. */
  readonly byAuthor?: true
  readonly files?: readonly SampleFile[]
}

export interface ValuationScript {
  readonly number: number
  readonly description: string
  readonly daysAgo: number
  /** Of the development that it is about. */
  readonly budget?: string
}

/** What incidents and developments have in common besides: planned days, days on which it was done, and its history. */
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

/** What happened to some work: days from the day of loading, or words, as the kind wants. */
export interface WorkEventScript {
  readonly kind: WorkEvent['kind']
  readonly when: Moment
  readonly from?: string | number
  readonly to: string | number
  readonly reason?: string
  /** Of the provider; Sonia, when nobody is named. A validation is whose who raises the installation's tickets. */
  readonly by?: { readonly name: string }
}
