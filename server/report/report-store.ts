import { OFFICE_ZONE } from '#contract/moment.ts'
import { type AskedTicket, type Delivered, daysOfMonth } from '#domain/report/monthly-report.ts'
import { type Statement, type Transaction, sql } from '../db/sql.ts'
import { TALKING } from '../tickets/ticket-list-store.ts'

/** The counts of a month's report. Conversations with the assistant and joined tickets do not count as tickets. */

/** The office's midnight on a day. */
const midnight = (day: string): Statement => sql`(${day}::date)::timestamp at time zone ${OFFICE_ZONE}`
const from = (month: string): Statement => midnight(daysOfMonth(month).first)
const until = (month: string): Statement => midnight(daysOfMonth(month).next)
const within = (at: Statement, month: string): Statement => sql`${at} >= ${from(month)} and ${at} < ${until(month)}`
const COUNTED = sql`t.merged_into is null and not (${TALKING})`

export interface ModuleFigures {
  /** Null: Soporte Técnico, which has no modules. */
  readonly module: string | null
  readonly opened: number
  readonly closed: number
  readonly claims: number
  readonly returned: number
  readonly open: number
}

/** The month by module, those with the most tickets first. A ticket that was closed twice counts as closed once. */
export const figuresByModule = (tx: Transaction, month: string) =>
  tx.rows<ModuleFigures>(sql`
    select m.name as module, sum(f.opened)::int as opened, sum(f.closed)::int as closed, sum(f.claims)::int as claims,
      sum(f.returned)::int as returned, sum(f.open)::int as open
    from (
      select t.module_number, count(*) filter (where ${within(sql`t.created_at`, month)}) as opened, 0 as closed, 0 as claims,
        0 as returned, count(*) filter (where t.closed_at is null or t.closed_at >= ${until(month)}) as open
      from ticket t where ${tx.own('t')} and ${COUNTED} and t.created_at < ${until(month)}
        and (t.created_at >= ${from(month)} or t.closed_at is null or t.closed_at >= ${until(month)})
      group by t.module_number
      union all
      select t.module_number, 0, count(distinct t.number) filter (where e.closes or e.kind in ('withdrawal', 'abandonment')),
        count(*) filter (where e.kind = 'claim'), count(*) filter (where e.kind = 'rejection'), 0
      from entry e join ticket t on ${tx.own('t')} and t.number = e.ticket_number and t.merged_into is null
      where ${tx.own('e')} and ${within(sql`e.at`, month)}
        and (e.closes or e.kind in ('claim', 'rejection', 'withdrawal', 'abandonment'))
      group by t.module_number) f
    left join module m on m.number = f.module_number
    group by m.name order by sum(f.opened) desc, sum(f.open) desc, m.name limit 200`)

/** At most this many tickets of a month are examined one by one. */
const MOST_ASKED = 5000

/** The month's tickets with their first answer by a technician. */
export const askedIn = (tx: Transaction, month: string) =>
  tx.rows<AskedTicket>(sql`
    select t.urgency, t.created_at as asked_at, (
      select min(e.at) from entry e
      where ${tx.own('e')} and e.ticket_number = t.number and e.kind = 'answer' and e.at < ${until(month)}) as answered_at
    from ticket t where ${tx.own('t')} and ${COUNTED} and ${within(sql`t.created_at`, month)}
    order by t.created_at limit ${MOST_ASKED}`)

/** The ages, in whole days, of the tickets that were open at the month's end, or are open now. */
export const openAges = async (tx: Transaction, month: string, now: Date): Promise<number[]> => {
  const rows = await tx.rows<{ days: number }>(sql`
    select floor(extract(epoch from least(${until(month)}, ${now}::timestamptz) - t.created_at) / 86400)::int as days
    from ticket t where ${tx.own('t')} and ${COUNTED} and t.created_at < ${until(month)}
      and (t.closed_at is null or t.closed_at >= ${until(month)})
    order by t.created_at limit ${MOST_ASKED}`)
  return rows.map(({ days }) => days)
}

/** Incidents and developments delivered in the month, or else installed, with the date that was planned first. */
export const deliveredIn = (tx: Transaction, month: string) => {
  const { first, next } = daysOfMonth(month)
  return tx.rows<Delivered>(sql`
    select w.delivered_on, coalesce((
      select coalesce(nullif(v.from_value, ''), nullif(v.to_value, '')) from work_event v
      where ${tx.own('v')} and v.kind = 'planned-delivery'
        and (v.incident_number = w.incident or v.development_number = w.development)
      order by v.event_id limit 1), w.planned_delivery::text) as planned_on
    from (
      select i.number as incident, null::bigint as development, i.planned_delivery,
        coalesce(i.delivered_on, i.test_installed_on, i.production_installed_on) as delivered_on
      from incident i where ${tx.own('i')}
      union all
      select null, d.number, d.planned_delivery,
        coalesce(d.delivered_on, d.test_installed_on, d.production_installed_on)
      from development d where ${tx.own('d')}) w
    where w.delivered_on >= ${first}::date and w.delivered_on < ${next}::date
    order by w.delivered_on limit ${MOST_ASKED}`)
}
