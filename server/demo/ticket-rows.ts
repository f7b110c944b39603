import { answerDue, awaitedSince } from '#domain/promise.ts'
import { DEFAULT_ORIGIN, MESSAGES, type Standing, type StandingEntry, standingOf } from '#domain/ticket.ts'
import { addOfficeDays } from '#domain/office-hours.ts'
import { type SilenceRules, countsDown, silentAcceptance, warnedUntil } from '#domain/silence.ts'
import { CLAIMS_IN_A_ROW } from '#domain/ticket-actions.ts'
import { type AnyUrgency, DEFAULT_URGENCY } from '#domain/urgency.ts'
import { type Transaction, sql } from '../db/sql.ts'
import type { SampleFiles } from './attachment-rows.ts'
import type { PromiseRules } from '../db/promise-store.ts'
import { type DemoAuthor, type DemoClient, type DemoTechnician, RAUL } from './cast.ts'
import type { IncidentKey } from './work-script.ts'
import { instantOf } from './script-moment.ts'
import { numbersFor } from './numbers.ts'
import type { EntryScript, TicketScript } from './ticket-script.ts'
import type { LinkedIncident } from './work-rows.ts'

/** The tickets of one author, with the existing rows that they refer to. */
export interface AuthoredTickets {
  readonly author: DemoAuthor
  readonly person: number
  readonly scripts: readonly TicketScript[]
  readonly incidents: ReadonlyMap<IncidentKey, LinkedIncident>
}

export interface TicketContext {
  readonly tx: Transaction
  readonly cast: DemoClient
  readonly now: Date
  readonly files: SampleFiles
  readonly assistant: string
  /** The recipient of claims before the first answer. */
  readonly provider: string
  readonly rules: PromiseRules
  readonly silence: SilenceRules | null
}

/** Inserts a client's tickets, whoever raised them: numbers follow the dates. */
export async function insertTickets(context: TicketContext, authored: readonly AuthoredTickets[]): Promise<void> {
  const messages = authored
    .flatMap(({ scripts }) => scripts)
    .flatMap(({ entries }) => entries.filter(({ kind }) => MESSAGES.includes(kind)))
  const numbers = await numbersFor(context.tx, 'ticket_number', messages, ({ when }) => instantOf(when, context.now))
  for (const tickets of authored) {
    for (const script of tickets.scripts) await insertTicket(context, tickets, script, numbers)
  }
}

async function insertTicket(
  context: TicketContext,
  { author, person, incidents }: AuthoredTickets,
  script: TicketScript,
  numbers: ReadonlyMap<EntryScript, number>,
): Promise<void> {
  const { tx, cast, now, files, assistant, provider, rules } = context
  const [opening] = script.entries
  const number = opening && numbers.get(opening)
  if (number === undefined) throw new Error(`The demo's ticket «${script.title}» has no query`)
  const { contact, installation } = author
  const raisedBy = contact?.name ?? cast.name
  const authorOf = ({ by }: EntryScript) =>
    by === 'assistant' ? assistant : by === 'provider' ? provider : (by?.name ?? raisedBy)
  const origin = script.origin ?? DEFAULT_ORIGIN

  const linked = (script.incidents ?? []).map((key) => {
    const incident = incidents.get(key)
    if (!incident) throw new Error(`The demo has no incident ${key} at ${installation}`)
    return incident
  })
  const timeline = script.entries.map(({ kind, when, closes = false }) => ({
    kind,
    at: instantOf(when, now),
    closes,
  }))
  const standing = standingOf(timeline, linked.find(({ blocks }) => blocks)?.number ?? null)
  const technician = script.entries.findLast(({ by }) => isTechnician(by))
  const since = awaitedSince(timeline)
  const urgency = script.urgency ?? DEFAULT_URGENCY
  const dueAt = since && answerDue(since, urgency, rules.promises, rules.calendar)

  await tx.rows(sql`
    insert into ticket (client_id, number, installation_code, company_code, person_id, contact_id, area, kind,
      custom_development, module_number, title, contact_name, email, urgency, phone_assistance, phone, call_window,
      version, origin, from_assistant, raised_by, technician, created_at, state, accepted, rating, last_entry_kind,
      last_entry_at, closed_at, last_claim_at, claims_in_a_row, blocking_incident, due_at,
      silent_acceptance_at, accepted_by_silence, assignee)
    values (${tx.client}, ${number}, ${installation}, ${script.company ?? '001'}, ${person}, ${contact?.id ?? null},
      ${script.area ?? 'main'}, ${script.kind ?? 'query'}, ${script.customDevelopment ?? false},
      (select m.number from module m where m.name = ${script.module}), ${script.title}, ${raisedBy},
      ${contact?.email ?? cast.email}, ${urgency}, ${script.callAt !== undefined},
      ${script.callAt?.phone ?? ''}, ${script.callAt?.window ?? ''},
      (select i.version from installation i where ${tx.own('i')} and i.code = ${installation}), ${origin},
      ${script.fromAssistant ?? false}, ${raisedBy}, ${technician ? authorOf(technician) : null}, ${timeline[0]?.at},
      ${standing.state}, ${standing.accepted},
      ${script.entries.findLast(({ kind }) => kind === 'acceptance')?.rating ?? null}, ${standing.lastEntryKind},
      ${standing.lastEntryAt}, ${standing.closedAt}, ${standing.lastClaimAt}, ${standing.claimsInARow},
      ${standing.blockingIncident}, ${dueAt}, ${silentAt(context, script, standing)},
      ${standing.accepted && standing.lastEntryKind === 'silence'},
      ${standing.accepted || !isTechnician(technician?.by) ? null : technician.by.username})`)

  for (const entry of script.entries) {
    const at = instantOf(entry.when, now)
    const { id } = await tx.row<{ id: number }>(sql`
      insert into entry (client_id, ticket_number, number, kind, closes, text, author, origin, transcribed, generated, person_id,
        at, username, recipient, promised_at)
      values (${tx.client}, ${number}, ${numbers.get(entry) ?? null}, ${entry.kind}, ${entry.closes ?? false},
        ${entry.text}, ${authorOf(entry)}, ${entry === opening || entry.by === 'assistant' ? origin : ''},
        ${entry.transcribed ?? false}, ${entry.by === 'assistant'}, ${entry.by ? null : person}, ${at},
        ${isTechnician(entry.by) ? entry.by.username : null}, ${recipientOf(script.entries, entry, provider)},
        ${promisedBefore(script.entries.indexOf(entry), timeline, urgency, rules)})
      returning entry_id as id`)
    await files.insert(tx, entry.files ?? [], { person, at, ticket: number, entry: id })
  }
  for (const incident of linked) {
    await tx.rows(sql`
      insert into incident_ticket (client_id, incident_number, ticket_number)
      values (${tx.client}, ${incident.number}, ${number})`)
  }
}

/** The due date of the answer at a place of the timeline. */
function promisedBefore(
  place: number,
  timeline: readonly StandingEntry[],
  urgency: AnyUrgency,
  { promises, calendar }: TicketContext['rules'],
): Date | null {
  const before = timeline.slice(0, place)
  if (timeline[place]?.kind !== 'answer' || before.length === 0) return null
  const since = awaitedSince(before)
  return since && answerDue(since, urgency, promises, calendar)
}

/** Only a ticket whose script says so is near the end of its silence. */
function silentAt({ now, rules, silence }: TicketContext, { silentIn }: TicketScript, standing: Standing): Date | null {
  if (!silence || !countsDown(standing) || !standing.closedAt) return null
  if (silentIn !== undefined) return addOfficeDays(now, silentIn, rules.calendar)
  const [at, near] = [
    silentAcceptance(standing.closedAt, silence, rules.calendar),
    warnedUntil(now, silence, rules.calendar),
  ]
  return at && near && at > near ? at : silentAcceptance(now, silence, rules.calendar)
}

const isTechnician = (by: EntryScript['by']): by is DemoTechnician => typeof by === 'object'

/** The recipient of a claim: the technician before it, or the supervisor if it is the last one allowed. */
function recipientOf(entries: readonly EntryScript[], claim: EntryScript, provider: string): string | null {
  if (claim.kind !== 'claim') return null
  const before = entries.slice(0, entries.indexOf(claim))
  const claimsBefore = before.length - 1 - before.findLastIndex(({ kind }) => kind !== 'claim' && kind !== 'note')
  if (claimsBefore + 1 >= CLAIMS_IN_A_ROW) return RAUL.name
  const answered = before.findLast(({ by }) => isTechnician(by))?.by
  return isTechnician(answered) ? answered.name : provider
}
