import { OFFICE_ZONE } from '#contract/moment.ts'
import { isBlocking } from '#domain/incident.ts'
import { localTime } from '#domain/office-hours.ts'
import { isDelivered } from '#domain/work.ts'
import { addValuationEvent } from '../incidents/valuation-store.ts'
import { addEvent } from '../incidents/work-store.ts'
import { type Transaction, sql } from '../db/sql.ts'
import type { SampleFiles } from './attachment-rows.ts'
import { SONIA } from './cast.ts'
import { dayBefore, instantOf } from './script-moment.ts'
import { numbersFor } from './numbers.ts'
import type {
  DevelopmentScript,
  IncidentKey,
  IncidentScript,
  ProgressScript,
  ValuationScript,
  WorkEventScript,
  WorkScript,
} from './work-script.ts'

/** An incident that a ticket links to. */
export interface LinkedIncident {
  readonly number: number
  readonly blocks: boolean
}

export interface WorkContext {
  readonly tx: Transaction
  readonly now: Date
  readonly files: SampleFiles
  /** Who made the claims, added the files and asked for developments. */
  readonly author: { readonly name: string; readonly person: number; readonly contact: number | null }
}

/** Inserts an installation's incidents and developments; returns the incidents by their keys. */
export async function insertWork(
  context: WorkContext,
  installation: string,
  { incidents, developments }: WorkScript,
): Promise<Map<IncidentKey, LinkedIncident>> {
  const { tx, now } = context
  const numbered = await numbersFor(tx, 'incident_number', [...incidents, ...developments], ({ created }) =>
    instantOf(created, now),
  )
  const linked = new Map<IncidentKey, LinkedIncident>()
  for (const [script, number] of numbered) {
    if ('key' in script) {
      const { deliveredOn } = await insertIncident(context, installation, script, number)
      linked.set(script.key, { number, blocks: isBlocking({ situation: null, ...script, deliveredOn }) })
    } else await insertDevelopment(context, installation, script, number)
  }
  return linked
}

async function insertIncident(
  { tx, now, files, author }: WorkContext,
  installation: string,
  incident: IncidentScript,
  number: number,
): Promise<DaysReached> {
  const created = instantOf(incident.created, now)
  const stateAt = instantOf(incident.stateAt, now)
  const days = daysReached({ situation: null, ...incident }, localTime(stateAt, OFFICE_ZONE).date, now)
  await tx.rows(sql`
    insert into incident (client_id, number, installation_code, state, situation, title, department, sprint,
      planned_delivery, version, created_at, state_at, planned_test, planned_production, delivered_on, test_installed_on,
      production_installed_on, validation)
    values (${tx.client}, ${number}, ${installation}, ${incident.state}, ${incident.situation ?? null},
      ${incident.title}, ${incident.department ?? ''}, ${incident.sprint ?? ''}, ${dayIn(incident.plannedIn, now)},
      ${incident.version ?? ''}, ${created}, ${stateAt}, ${dayIn(incident.plannedTestIn, now)},
      ${dayIn(incident.plannedProductionIn, now)}, ${days.deliveredOn}, ${days.testInstalledOn},
      ${days.productionInstalledOn}, ${incident.validation ?? null})`)
  await insertHistory({ tx, now, author }, { kind: 'incident', number }, incident.history ?? [])
  for (const [index, claim] of (incident.claims ?? []).entries()) {
    await tx.rows(sql`
      insert into incident_claim (client_id, incident_number, sequence, at, author, person_id)
      values (${tx.client}, ${number}, ${index + 1}, ${instantOf(claim, now)}, ${author.name}, ${author.person})`)
  }
  await files.insert(tx, incident.files ?? [], { person: author.person, at: created, incident: number })
  return days
}

async function insertDevelopment(
  { tx, now, files, author }: WorkContext,
  installation: string,
  development: DevelopmentScript,
  number: number,
): Promise<void> {
  const { state, budget, title, requestedIn, plannedIn, installedIn } = development
  const created = instantOf(development.created, now)
  const reachedOn = dayIn(installedIn ?? (state === 'delivered' ? plannedIn : undefined), now)
  const stateAt = reachedOn === null ? null : new Date(`${reachedOn}T10:30:00Z`)
  const days = daysReached({ ...development, situation: null }, reachedOn, now)
  const requester = development.byAuthor ? author : null
  await tx.rows(sql`
    insert into development (client_id, number, installation_code, budget, state, title, created_at, requested_on,
      planned_delivery, version, person_id, contact_id, state_at, planned_test, planned_production, delivered_on,
      test_installed_on, production_installed_on, validation)
    values (${tx.client}, ${number}, ${installation}, ${budget}, ${state}, ${title}, ${created},
      ${dayIn(requestedIn, now)}, ${dayIn(plannedIn, now)}, ${development.version ?? ''}, ${requester?.person ?? null},
      ${requester?.contact ?? null}, ${stateAt}, ${dayIn(development.plannedTestIn, now)},
      ${dayIn(development.plannedProductionIn, now)}, ${days.deliveredOn}, ${days.testInstalledOn},
      ${days.productionInstalledOn}, ${development.validation ?? null})`)
  await insertHistory({ tx, now, author }, { kind: 'development', number }, development.history ?? [])
  await files.insert(tx, development.files ?? [], { person: author.person, at: created, development: number })
}

export async function insertValuations(
  { tx, now }: Pick<WorkContext, 'tx' | 'now'>,
  valuations: readonly ValuationScript[],
): Promise<void> {
  for (const { number, description, daysAgo, budget, lines = [], validIn } of valuations) {
    const offer = { description, lines, validUntil: dayIn(validIn, now) }
    await tx.rows(sql`
      insert into valuation (client_id, number, description, created_on, development_number, lines, valid_until)
      values (${tx.client}, ${number}, ${description}, ${dayBefore(now, daysAgo)},
        (select d.number from development d where ${tx.own('d')} and d.budget = ${budget ?? null}),
        ${JSON.stringify(lines)}::jsonb, ${offer.validUntil})`)
    if (lines.length === 0) continue
    const at = instantOf([daysAgo, '10:15'], now)
    await addValuationEvent(tx, number, {
      kind: 'offered',
      version: 1,
      offer,
      by: SONIA.name,
      username: SONIA.username,
      at,
    })
  }
}

async function insertHistory(
  { tx, now, author }: Pick<WorkContext, 'tx' | 'now' | 'author'>,
  work: { readonly kind: 'incident' | 'development'; readonly number: number },
  history: readonly WorkEventScript[],
): Promise<void> {
  const said = (value: string | number | undefined) =>
    typeof value === 'number' ? dayBefore(now, -value) : (value ?? '')
  for (const { kind, when, from, to, reason = '', by = SONIA } of history) {
    await addEvent(tx, work, {
      kind,
      from: said(from),
      to: said(to),
      reason,
      author: kind === 'validation' ? author.name : by.name,
      at: instantOf(when, now),
    })
  }
}

interface DaysReached {
  readonly deliveredOn: string | null
  readonly testInstalledOn: string | null
  readonly productionInstalledOn: string | null
}

/** The day of each stage; a stage without a day falls on the day of the present state. */
function daysReached(
  work: ProgressScript & { readonly state: IncidentScript['state']; readonly situation: string | null },
  stateOn: string | null,
  now: Date,
): DaysReached {
  const installed = work.state === 'installed-in-test' || work.state === 'installed-in-production'
  return {
    deliveredOn: isDelivered(work) ? (dayIn(work.deliveredIn, now) ?? stateOn) : null,
    testInstalledOn: installed
      ? (dayIn(work.testInstalledIn, now) ?? (work.state === 'installed-in-test' ? stateOn : null))
      : null,
    productionInstalledOn: work.state === 'installed-in-production' ? stateOn : null,
  }
}

const dayIn = (days: number | undefined, now: Date): string | null =>
  days === undefined ? null : dayBefore(now, -days)
