import * as z from 'zod/mini'
import type { api } from '#contract/api.ts'
import type { Data } from '#contract/endpoint.ts'
import { currentIncident } from '#contract/incident-codec.ts'
import { OFFICE_ZONE } from '#contract/moment.ts'
import type { Sentences } from '#contract/sentences-es.ts'
import { shownDevelopmentState } from '#domain/development.ts'
import { type ClaimableIncident, type IncidentRefusal, mayClaimIncident, shownIncidentState } from '#domain/incident.ts'
import { localTime } from '#domain/office-hours.ts'
import type { Refusal } from '#domain/verdict.ts'
import { Problem } from '../http/problems.ts'
import type { Development, Incident, ListedIncident } from './incident-store.ts'

type IncidentRow = Data<typeof api.incidents.list>['items'][number]
type DevelopmentRow = Data<typeof api.incidents.developments>['items'][number]
type Claimed = Pick<ListedIncident, 'claimedAt'>

/** The facts of an incident that the rule needs. */
export const claimable = ({ state, situation, claimedAt }: Incident & Claimed): ClaimableIncident => ({
  state,
  situation,
  claims: claimedAt.length,
  lastClaimAt: claimedAt.at(-1) ?? null,
})

export function incidentRowOf(incident: ListedIncident, now: Date, sentences: Sentences): IncidentRow {
  const claim = mayClaimIncident(claimable(incident), now)
  return {
    ...incident,
    shownState: shownIncidentState(incident),
    claims: claimsOf(incident),
    mayClaim: claim.allowed,
    refusals: { claim: claim.allowed ? undefined : refusalShown(claim, sentences) },
  }
}

/** The 409 of a claim that the rule now refuses, with the existing claims for the loser of a race. */
export const refusedNow = (incident: Incident & Claimed, { reason, until }: Refusal<IncidentRefusal>): Problem =>
  new Problem(
    409,
    (s) => s.refusal[reason](until),
    z.encode(currentIncident, { number: incident.number, state: incident.state, claims: claimsOf(incident) }),
  )

export const developmentRowOf = (
  { installedOn, ...development }: Development,
  sentences: Sentences,
): DevelopmentRow => ({
  ...development,
  shownState: shownDevelopmentState(development.state),
  installed: installedOn === null ? '' : installation(development.state, installedOn, sentences),
})

/** The place and day of its installation, while that is its latest state. */
function installation(state: Development['state'], day: string, { development }: Sentences): string {
  if (state !== 'installed-in-test' && state !== 'installed-in-production') return ''
  const [, month = '', date = ''] = day.split('-')
  return development[state](`${date}/${month}`)
}

const claimsOf = ({ claimedAt }: Claimed): IncidentRow['claims'] =>
  claimedAt.map((at, index) => ({ sequence: index + 1, at, time: localTime(at, OFFICE_ZONE).time }))

const refusalShown = ({ reason, until }: Refusal<IncidentRefusal>, sentences: Sentences) => ({
  reason,
  sentence: sentences.refusal[reason](until),
  until,
})
