import { isBlocking } from '#domain/incident.ts'
import { type Transaction, sql } from '../sql.ts'
import type { SampleFiles } from './attachment-rows.ts'
import type { DevelopmentScript, ValuationScript } from './developments.ts'
import type { IncidentKey, IncidentScript } from './incidents.ts'
import { dayBefore, instantOf } from './moment.ts'
import { numbersFor } from './numbers.ts'

/** What the provider does for an installation. */
export interface WorkScript {
  readonly incidents: readonly IncidentScript[]
  readonly developments: readonly DevelopmentScript[]
}

/** An incident as a ticket links it. */
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

/** An installation's incidents and developments; answers the incidents by what tickets call them. */
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
      await insertIncident(context, installation, script, number)
      linked.set(script.key, { number, blocks: isBlocking({ situation: null, ...script }) })
    } else await insertDevelopment(context, installation, script, number)
  }
  return linked
}

async function insertIncident(
  { tx, now, files, author }: WorkContext,
  installation: string,
  incident: IncidentScript,
  number: number,
): Promise<void> {
  const created = instantOf(incident.created, now)
  await tx.rows(sql`
    insert into incident (client_id, number, installation_code, state, situation, title, department, sprint,
      planned_delivery, created_at, state_at)
    values (${tx.client}, ${number}, ${installation}, ${incident.state}, ${incident.situation ?? null},
      ${incident.title}, ${incident.department ?? ''}, ${incident.sprint ?? ''}, ${dayIn(incident.plannedIn, now)},
      ${created}, ${instantOf(incident.stateAt, now)})`)
  for (const [index, claim] of (incident.claims ?? []).entries()) {
    await tx.rows(sql`
      insert into incident_claim (client_id, incident_number, sequence, at, author, person_id)
      values (${tx.client}, ${number}, ${index + 1}, ${instantOf(claim, now)}, ${author.name}, ${author.person})`)
  }
  await files.insert(tx, incident.files ?? [], { person: author.person, at: created, incident: number })
}

async function insertDevelopment(
  { tx, now, files, author }: WorkContext,
  installation: string,
  development: DevelopmentScript,
  number: number,
): Promise<void> {
  const { state, budget, title, requestedIn, plannedIn, installedIn } = development
  const created = instantOf(development.created, now)
  const requester = development.byAuthor ? author : null
  await tx.rows(sql`
    insert into development (client_id, number, installation_code, budget, state, title, created_at, requested_on,
      planned_delivery, installed_on, person_id, contact_id)
    values (${tx.client}, ${number}, ${installation}, ${budget}, ${state}, ${title}, ${created},
      ${dayIn(requestedIn, now)}, ${dayIn(plannedIn, now)}, ${dayIn(installedIn, now)}, ${requester?.person ?? null},
      ${requester?.contact ?? null})`)
  await files.insert(tx, development.files ?? [], { person: author.person, at: created, development: number })
}

export async function insertValuations(
  { tx, now }: Pick<WorkContext, 'tx' | 'now'>,
  valuations: readonly ValuationScript[],
): Promise<void> {
  for (const { number, description, daysAgo } of valuations) {
    await tx.rows(sql`
      insert into valuation (client_id, number, description, created_on)
      values (${tx.client}, ${number}, ${description}, ${dayBefore(now, daysAgo)})`)
  }
}

const dayIn = (days: number | undefined, now: Date): string | null =>
  days === undefined ? null : dayBefore(now, -days)
