import type { consoleWork } from '#contract/console/work.ts'
import type { Data } from '#contract/endpoint.ts'
import type { Standing } from '#domain/ticket.ts'
import type { IncidentState } from '#domain/incident.ts'
import type { WorkKind } from '#domain/work.ts'
import { MOST_LISTED } from '../../db/newest.ts'
import { type Runner, type Statement, type Transaction, isAmong, join, sql } from '../../db/sql.ts'
import type { NewAttachment } from '../../scope/attachment-store.ts'
import type { Work } from '../../incidents/work-store.ts'
import { cursorOf, readCursor } from '../lists/cursor.ts'
import { clientsSaying, numberIn, says, wordQuery, wordsOf } from '../lists/said-words-store.ts'
import { within } from '../tickets/queue-condition-store.ts'
import { technicianNamed } from '../technicians/colleague.ts'

// Incidents and developments across clients. server/incidents/work-store.ts writes single ones.

type Shown = Data<typeof consoleWork.view>

export type WorkView = 'open' | 'overdue' | 'waiting-for-validation' | 'failed' | 'ended' | 'all'

export interface WorkQuestion {
  readonly kind: WorkKind
  readonly view: WorkView
  readonly client?: number | undefined
  readonly state?: IncidentState | undefined
  readonly number?: number | undefined
  readonly text?: string | undefined
  /** A customer said on one of these office days that it does not work. */
  readonly failedFrom?: string | undefined
  readonly failedUntil?: string | undefined
  readonly after?: string | undefined
  readonly limit: number
  /** Today, by the office's clock. */
  readonly today: string
}

export type ListedWork = Omit<Data<typeof consoleWork.list>['items'][number], 'overdue' | 'waitingForValidation'> & {
  readonly nextPlanned: string | null
}

/** All clients' work of one kind under a common alias, with the columns that only one kind has. */
const OF_ALL: Readonly<Record<WorkKind, Statement>> = {
  incident: sql`(
    select any_i.*, ''::text as budget, work_is_open(any_i.state, any_i.situation) as is_open,
      next_planned(any_i.state, any_i.situation, any_i.planned_delivery, any_i.planned_production) as next_planned
    from incident any_i) w`,
  development: sql`(
    select any_d.*, null::text as situation, work_is_open(any_d.state, null) as is_open,
      next_planned(any_d.state, null, any_d.planned_delivery, any_d.planned_production) as next_planned
    from development any_d) w`,
}

/** The details that each row of a part needs. */
const BESIDE: Readonly<Record<WorkKind, Statement>> = {
  incident: sql`
    (select count(*) from incident_ticket any_l
      where any_l.client_id = w.client_id and any_l.incident_number = w.number) as tickets,
    (select count(*) from attachment any_f
      where any_f.client_id = w.client_id and any_f.incident_number = w.number) as files,
    (select count(*) from incident_claim any_k
      where any_k.client_id = w.client_id and any_k.incident_number = w.number) as claims`,
  development: sql`
    (select count(*) from development_ticket any_l
      where any_l.client_id = w.client_id and any_l.development_number = w.number) as tickets,
    (select count(*) from attachment any_f
      where any_f.client_id = w.client_id and any_f.development_number = w.number) as files,
    0::bigint as claims`,
}

/** One part of a list. The part is cut first, so that the joins run for its rows alone. */
export async function listWork(runner: Runner, question: WorkQuestion) {
  const { kind, view, limit, after, today } = question
  const order = view === 'overdue' ? SOONEST : NEWEST
  const words = question.text === undefined ? null : await wordsOf(runner, question.text)
  // A single plan for all words would search rare words like common ones.
  if (words) await runner.rows(sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`)
  const said: Statement[] = []
  for (const word of words ?? []) {
    said.push(await says(runner, sql`(w.client_id, w.number)`, SAYING[kind](word), SAYS[kind](word)))
  }
  // A text without words matches nothing.
  if (words?.length === 0) said.push(sql`false`)
  const where = join(
    [VIEW[view](today), ...filters(question), ...said, ...(after === undefined ? [] : [order.after(after)])],
    ' and ',
  )
  const rows = await runner.rows<ListedWork>(sql`
    select ${kind}::text as kind, w.number, w.installation_code as installation, w.title, w.state, w.situation, w.budget,
      w.version, w.planned_delivery, w.next_planned, w.validation,
      w.created_at, coalesce(w.state_at, w.created_at) as state_at,
      (select jsonb_build_object('code', any_c.client_id, 'name', any_c.name) from client any_c
        where any_c.client_id = w.client_id) as client,
      ${BESIDE[kind]}
    from (select w.* from ${OF_ALL[kind]} where ${where} order by ${order.by} limit ${limit + 1}) w
    order by ${order.by}`)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: rows.length > limit && last ? order.cursor(last) : null }
}

/** The sizes of the views' lists. */
export const countWork = (runner: Runner, kind: WorkKind, today: string) =>
  runner.row<Record<'open' | 'overdue' | 'waiting-for-validation' | 'failed', number>>(sql`
    select
      (select count(*) from ${OF_ALL[kind]} where ${VIEW.open(today)}) as open,
      (select count(*) from ${OF_ALL[kind]} where ${VIEW.overdue(today)}) as overdue,
      (select count(*) from ${OF_ALL[kind]} where ${VIEW['waiting-for-validation'](today)}) as "waiting-for-validation",
      (select count(*) from ${OF_ALL[kind]} where ${VIEW.failed(today)}) as failed`)

const VIEW: Readonly<Record<WorkView, (today: string) => Statement>> = {
  open: () => sql`w.is_open`,
  overdue: (today) => sql`w.is_open and w.next_planned < ${today}::date`,
  'waiting-for-validation': () => sql`w.state = 'installed-in-test' and w.validation is null`,
  failed: () => sql`w.state = 'installed-in-test' and w.validation = 'failed'`,
  ended: () => sql`not w.is_open`,
  all: () => sql`true`,
}

interface Order {
  readonly by: Statement
  readonly cursor: (row: ListedWork) => string
  /** The rows after a cursor. */
  readonly after: (cursor: string) => Statement
}

const NEWEST: Order = {
  by: sql`w.number desc`,
  cursor: ({ number }) => cursorOf([number]),
  after: (cursor) => {
    const [number] = readCursor(cursor, ['number'])
    return sql`w.number < ${number}::bigint`
  },
}

/** The earliest due date first. */
const SOONEST: Order = {
  by: sql`w.next_planned, w.number`,
  cursor: ({ nextPlanned, number }) => cursorOf([nextPlanned === null ? null : `${nextPlanned}T00:00:00Z`, number]),
  after: (cursor) => {
    const [planned, number] = readCursor(cursor, ['instant', 'number'])
    return sql`(w.next_planned, w.number) > (${String(planned).slice(0, 10)}::date, ${number}::bigint)`
  },
}

const FAILED: Readonly<Record<WorkKind, Statement>> = {
  incident: sql`any_v.incident_number`,
  development: sql`any_v.development_number`,
}

const filters = ({ kind, client, state, number, failedFrom, failedUntil }: WorkQuestion): Statement[] => [
  ...(client === undefined ? [] : [sql`w.client_id = ${client}`]),
  ...(state === undefined ? [] : [sql`w.state = ${state}`]),
  ...(number === undefined ? [] : [sql`w.number = ${number}`]),
  ...(failedFrom === undefined || failedUntil === undefined
    ? []
    : [
        sql`(w.client_id, w.number) in (select any_v.client_id, ${FAILED[kind]} from work_event any_v
          where any_v.kind = 'validation' and any_v.to_value = 'failed'
            and ${within(sql`any_v.at`, { from: failedFrom, until: failedUntil })})`,
      ]),
]

/** Records whose title, budget or client's name contains a word, or that have it as their number. */
const SAYING: Readonly<Record<WorkKind, (word: string) => Statement>> = {
  incident: (word) => sql`
    select any_i.client_id, any_i.number from incident any_i where search_words(any_i.title) @@ ${wordQuery(word)}
    union all
    select any_i.client_id, any_i.number from incident any_i where any_i.client_id = any(${clientsSaying(word)})
    union all
    select any_i.client_id, any_i.number from incident any_i where any_i.number = ${numberIn(word)}`,
  development: (word) => sql`
    select any_d.client_id, any_d.number from development any_d
    where search_words(any_d.title || ' ' || any_d.budget) @@ ${wordQuery(word)}
    union all
    select any_d.client_id, any_d.number from development any_d where any_d.client_id = any(${clientsSaying(word)})
    union all
    select any_d.client_id, any_d.number from development any_d where any_d.number = ${numberIn(word)}`,
}

/** The same test for a single one. */
const SAYS: Readonly<Record<WorkKind, (word: string) => Statement>> = {
  incident: (word) => sql`(search_words(w.title) @@ ${wordQuery(word)} or w.client_id = any(${clientsSaying(word)})
    or w.number = ${numberIn(word)})`,
  development: (word) => sql`(search_words(w.title || ' ' || w.budget) @@ ${wordQuery(word)}
    or w.client_id = any(${clientsSaying(word)}) or w.number = ${numberIn(word)})`,
}

/** The client of an incident or development, by its number. */
export const clientOfWork = async (runner: Runner, number: number): Promise<number | undefined> =>
  (
    await runner.maybe<{ client: number }>(sql`
      select any_i.client_id as client from incident any_i where any_i.number = ${number}
      union all
      select any_d.client_id from development any_d where any_d.number = ${number}
      order by 1 limit 1`)
  )?.client

export interface NewWork {
  readonly kind: WorkKind
  readonly installation: string
  readonly title: string
  readonly version: string
  readonly department: string
  readonly sprint: string
  readonly budget: string
  readonly requestedOn: string | null
  readonly plannedDelivery: string | null
  readonly plannedTest: string | null
  readonly plannedProduction: string | null
  /** The person who asked for a development, if a ticket names one. */
  readonly person: number | null
  readonly contact: number | null
}

/** Inserts it as pending; returns its number. */
export async function insertWork(tx: Transaction, work: NewWork, at: Date): Promise<number> {
  const { number } = await tx.row<{ number: number }>(
    work.kind === 'incident'
      ? sql`
        insert into incident (client_id, number, installation_code, state, title, version, department, sprint,
          planned_delivery, planned_test, planned_production, created_at, state_at)
        values (${tx.client}, nextval('incident_number'), ${work.installation}, 'pending', ${work.title}, ${work.version},
          ${work.department}, ${work.sprint}, ${work.plannedDelivery}, ${work.plannedTest}, ${work.plannedProduction},
          ${at}, ${at}) returning number`
      : sql`
        insert into development (client_id, number, installation_code, state, title, version, budget, requested_on,
          planned_delivery, planned_test, planned_production, created_at, person_id, contact_id)
        values (${tx.client}, nextval('incident_number'), ${work.installation}, 'pending', ${work.title}, ${work.version},
          ${work.budget}, ${work.requestedOn}, ${work.plannedDelivery}, ${work.plannedTest}, ${work.plannedProduction},
          ${at}, ${work.person}, ${work.contact}) returning number`,
  )
  return number
}

export type WorkProperties = Pick<Work, 'title' | 'version' | 'department' | 'sprint' | 'budget' | 'requestedOn'>

export const setWorkProperties = (tx: Transaction, { kind, number }: Work, to: WorkProperties) =>
  tx.rows(
    kind === 'incident'
      ? sql`update incident i set title = ${to.title}, version = ${to.version}, department = ${to.department},
          sprint = ${to.sprint} where ${tx.own('i')} and i.number = ${number}`
      : sql`update development d set title = ${to.title}, version = ${to.version}, budget = ${to.budget},
          requested_on = ${to.requestedOn} where ${tx.own('d')} and d.number = ${number}`,
  )

export type LinkedTicket = Omit<Shown['linkedTickets'][number], 'turn'> &
  Pick<Standing, 'lastEntryKind'> & { readonly createdAt: Date }

const MOST_TICKETS = 200

/** The newest tickets of the work. */
export const linkedTickets = (tx: Transaction, work: Pick<Work, 'kind' | 'number'>) =>
  tx.rows<LinkedTicket>(sql`
    select t.number, t.title, t.raised_by, t.installation_code as installation,
      t.created_at, t.state, t.accepted, t.last_entry_kind, t.claims_in_a_row, t.blocking_incident,
      (select coalesce(max(e.entry_id), 0) from entry e where ${tx.own('e')} and e.ticket_number = t.number) as latest_entry,
      ${technicianNamed(sql`t.assignee`)} as assignee
    from ticket t where ${tx.own('t')} and t.number in (${ticketsOf(tx, work)})
    order by t.number desc limit ${MOST_TICKETS}`)

/** How many tickets and claims it has. */
export const workTotals = (tx: Transaction, work: Pick<Work, 'kind' | 'number'>) =>
  tx.row<{ tickets: number; claims: number }>(sql`
    select (select count(*) from (${ticketsOf(tx, work)}) of) as tickets,
      (select count(*) from incident_claim k where ${tx.own('k')} and k.incident_number = ${work.number}) as claims`)

/** Which of these tickets are linked to it. */
export const linkedAmong = async (tx: Transaction, work: Pick<Work, 'kind' | 'number'>, tickets: readonly number[]) =>
  (
    await tx.rows<{ number: number }>(sql`
      select t.number from ticket t
      where ${tx.own('t')} and ${isAmong(sql`t.number`, tickets)} and t.number in (${ticketsOf(tx, work)})`)
  ).map(({ number }) => number)

/** The numbers of all its tickets, for the audit. */
export const ticketNumbersOf = async (tx: Transaction, work: Pick<Work, 'kind' | 'number'>): Promise<number[]> =>
  (
    await tx.rows<{ number: number }>(sql`
      select t.number from ticket t where ${tx.own('t')} and t.number in (${ticketsOf(tx, work)}) order by t.number
      limit ${MOST_LISTED}`)
  ).map(({ number }) => number)

const ticketsOf = (tx: Transaction, { kind, number }: Pick<Work, 'kind' | 'number'>): Statement =>
  kind === 'incident'
    ? sql`select l.ticket_number from incident_ticket l where ${tx.own('l')} and l.incident_number = ${number}`
    : sql`select l.ticket_number from development_ticket l where ${tx.own('l')} and l.development_number = ${number}`

/** Links a development to a ticket; returns false if they were linked already. */
export const linkDevelopment = async (tx: Transaction, development: number, ticket: number): Promise<boolean> =>
  (
    await tx.rows(sql`
      insert into development_ticket (client_id, development_number, ticket_number)
      values (${tx.client}, ${development}, ${ticket}) on conflict do nothing returning 1`)
  ).length > 0

export const unlinkDevelopment = async (tx: Transaction, development: number, ticket: number): Promise<boolean> =>
  (
    await tx.rows(sql`
      delete from development_ticket l
      where ${tx.own('l')} and l.development_number = ${development} and l.ticket_number = ${ticket} returning 1`)
  ).length > 0

export type WorkFile = Omit<Shown['attachments'][number], 'heldBack'>

export const filesOfWork = async (tx: Transaction, { kind, number }: Pick<Work, 'kind' | 'number'>) => {
  const newest = await tx.rows<WorkFile>(sql`
    select f.attachment_id as id, f.name, f.mime, f.bytes, f.added_at from attachment f
    where ${tx.own('f')} and ${kind === 'incident' ? sql`f.incident_number = ${number}` : sql`f.development_number = ${number}`}
    order by f.sequence desc limit ${MOST_LISTED}`)
  return newest.toReversed()
}

/** Adds a technician's file; the client sees it at once. */
export const addWorkFile = (
  tx: Transaction,
  { kind, number }: Pick<Work, 'kind' | 'number'>,
  username: string,
  file: NewAttachment,
  now: Date,
) =>
  tx.rows(sql`
    insert into attachment (client_id, attachment_id, incident_number, development_number, username, name, mime, bytes,
      sha256, added_at)
    values (${tx.client}, ${file.id}, ${kind === 'incident' ? number : null}, ${kind === 'development' ? number : null},
      ${username}, ${file.name}, ${file.mime}, ${file.bytes}, ${file.sha256}, ${now})`)

/** The person who asked for the development, if the ticket names one. */
export const askerOf = (tx: Transaction, ticket: number) =>
  tx.row<{ installation: string; title: string; person: number; contact: number | null }>(sql`
    select t.installation_code as installation, t.title, t.person_id as person, t.contact_id as contact
    from ticket t where ${tx.own('t')} and t.number = ${ticket}`)
