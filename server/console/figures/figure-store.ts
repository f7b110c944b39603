import { OFFICE_ZONE } from '#contract/moment.ts'
import type { Days, daysOfAges } from '#domain/figures/figure-days.ts'
import { type Runner, type Statement, sql } from '../../db/sql.ts'
import { TURN } from '../../tickets/ticket-list-store.ts'
import { COUNTED, CREATED, OPEN, TICKETS, answered, midnight, rated, within } from '../tickets/queue-condition-store.ts'

// The statements behind the desk's figures. They use the conditions of the lists that the figures lead to.

/**
 * The owner of a figure: a ticket's module and assigned technician. The technician is null if there is none, or if
 * figures by technician are not allowed.
 */
interface Whose {
  readonly module: number | null
  readonly assignee: string | null
}

/** Whether figures by technician are allowed; without it, nothing is counted by technician. */
export interface Telling {
  readonly byTechnician: boolean
}

const assigneeIn = ({ byTechnician }: Telling): Statement => (byTechnician ? sql`t.assignee` : sql`null::text`)

/** The modules times the technicians, and some more. */
const MOST_ROWS = 20_000

/** The tickets raised in a period: by day, and in all. */
export const raisedIn = (runner: Runner, days: Days, telling: Telling) =>
  runner.rows<Whose & { day: string | null; raised: number }>(sql`
    select x.day::text as day, x.module, x.assignee, count(*)::int as raised
    from (
      select (t.created_at at time zone ${OFFICE_ZONE})::date as day, t.module_number as module,
        ${assigneeIn(telling)} as assignee
      from ${TICKETS} where ${COUNTED} and ${within(sql`t.created_at`, days)}) x
    group by grouping sets ((x.day), (x.module, x.assignee)) limit ${MOST_ROWS}`)

/** The open tickets by age, and in all; `age` is the place among the ages' days. */
export const openNow = (runner: Runner, ages: ReturnType<typeof daysOfAges>, now: Date, telling: Telling) =>
  runner.rows<Whose & { age: number | null; open: number; waiting: number; overdue: number }>(sql`
    select x.age, x.module, x.assignee, count(*)::int as open, count(*) filter (where x.waits)::int as waiting,
      count(*) filter (where x.overdue)::int as overdue
    from (
      select ${ageAmong(ages)} as age, t.module_number as module, ${assigneeIn(telling)} as assignee, ${TURN.support} as waits,
        coalesce(t.due_at < ${now}::timestamptz, false) as overdue
      from ${TICKETS} where ${OPEN}) x
    group by grouping sets ((x.age), (x.module, x.assignee)) limit ${MOST_ROWS}`)

/** The place of a ticket's age among the ages' days: the first that begins no later than the ticket was raised. */
const ageAmong = (
  ages: ReturnType<typeof daysOfAges>,
): Statement => sql`${ages.length - 1}::int - width_bucket(${CREATED}, array(
  select ${midnight(sql`any_d.day`)} from unnest(${ages.flatMap(({ from }) => from ?? [])}::date[]) any_d(day) order by 1))`

/** Looks an event's ticket up by its key. With a join, a few days of events could read all tickets. */
const ticketOf = (event: Statement): Statement => sql`(
  select t.* from ${TICKETS} where t.client_id = ${event}.client_id and t.number = ${event}.ticket_number limit 1) t`

/** The tickets that were claimed or returned in a period. */
export const complainedIn = (runner: Runner, days: Days, telling: Telling) =>
  runner.rows<Whose & { claimed: number; returned: number }>(sql`
    select t.module_number as module, ${assigneeIn(telling)} as assignee,
      count(distinct (t.client_id, t.number)) filter (where any_e.kind = 'claim')::int as claimed,
      count(distinct (t.client_id, t.number)) filter (where any_e.kind = 'rejection')::int as returned
    from entry any_e cross join lateral ${ticketOf(sql`any_e`)}
    where any_e.kind in ('claim', 'rejection') and ${within(sql`any_e.at`, days)} and ${COUNTED}
    group by 1, 2 limit ${MOST_ROWS}`)

/** The tickets with promised answers in a period. */
export const answeredIn = (runner: Runner, days: Days, telling: Telling) =>
  runner.rows<Whose & { kept: number; late: number }>(sql`
    select t.module_number as module, ${assigneeIn(telling)} as assignee,
      count(*) filter (where not any_a.late)::int as kept, count(*) filter (where any_a.late)::int as late
    from (${answered(days)}) any_a cross join lateral ${ticketOf(sql`any_a`)}
    where ${COUNTED} group by 1, 2 limit ${MOST_ROWS}`)

/** The tickets rated in a period. */
export const ratedIn = (runner: Runner, days: Days, telling: Telling) =>
  runner.rows<Whose & { rating: number; count: number }>(sql`
    select t.rating, t.module_number as module, ${assigneeIn(telling)} as assignee, count(*)::int as count
    from ${TICKETS} where ${rated(days)} and ${COUNTED} group by 1, 2, 3 limit ${MOST_ROWS}`)

/** Further clients are not listed. */
export const MOST_CLIENTS = 50

/** The minutes of a period's calls, the clients with the most minutes first, each row with the sums of all. */
export const callsIn = (runner: Runner, days: Days) =>
  runner.rows<
    { client: number; name: string } & Record<'minutes' | 'tickets' | 'allMinutes' | 'allTickets', number>
  >(sql`
    select x.client_id as client, any_c.name, x.minutes, x.tickets, x.all_minutes, x.all_tickets
    from (
      select t.client_id, sum(t.call_minutes)::int as minutes, count(*)::int as tickets,
        (sum(sum(t.call_minutes)) over ())::int as all_minutes, (sum(count(*)) over ())::int as all_tickets
      from ${TICKETS} where t.call_minutes > 0 and ${within(sql`t.created_at`, days)} and ${COUNTED}
      group by t.client_id order by 2 desc, 1 limit ${MOST_CLIENTS + 1}) x
    join client any_c on any_c.client_id = x.client_id
    order by x.minutes desc, x.client_id`)

/** The incidents and developments that a customer reported in a period as not working. */
export const notWorkingIn = (runner: Runner, days: Days) =>
  runner.row<Record<'incidents' | 'developments', number>>(sql`
    select count(distinct (any_v.client_id, any_v.incident_number)) filter (where any_v.incident_number is not null)::int as incidents,
      count(distinct (any_v.client_id, any_v.development_number)) filter (where any_v.development_number is not null)::int as developments
    from work_event any_v
    where any_v.kind = 'validation' and any_v.to_value = 'failed' and ${within(sql`any_v.at`, days)}`)

export const moduleNames = (runner: Runner) =>
  runner.rows<{ number: number; name: string }>(sql`select m.number, m.name from module m order by m.name`)

export const technicianNames = (runner: Runner) =>
  runner.rows<{ username: string; name: string }>(sql`select w.username, w.name from technician w order by w.name`)
