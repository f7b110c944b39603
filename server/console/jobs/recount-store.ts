import { codeOf } from '../../db/away.ts'
import { type Database, type StaffTransaction, sql } from '../../db/sql.ts'
import { PLACES } from '../../scope/scope.ts'

/** How many kept figures were wrong. */
export interface Recounted {
  /** Totals of customers' lists, by client and installation. */
  readonly lists: number
  /** Figures of the technicians' queue. */
  readonly queue: number
  /** Tickets that were unread by their technician and not kept so, or the other way round. */
  readonly unread: number
}

/**
 * Everything whose figures are kept (decisions 48 and 51), counted, and what each figure lacks. A transaction writes its
 * change and that change's row at once, and this is read in one statement: it sees both or neither, whoever writes or
 * adds up meanwhile. Of a ticket that is read both numbers may stay 0 (0235): it is wrong if it counts as unread.
 */
const WRONG = sql`
      place as materialized (
        select any_t.client_id, any_t.installation_code as installation, p.place, count(*) as number
        from ticket any_t cross join lateral unnest(places_of(any_t)) p (place) group by 1, 2, 3
      ), waiting as materialized (
        select any_z.client_id, any_z.installation, unnest(any_z.places_entered) as place, 1 as change from place_change any_z
        union all select any_z.client_id, any_z.installation, unnest(any_z.places_left), -1 from place_change any_z
      ), missing as (
        select f.client_id, f.installation, f.what, sum(f.number)::int as number
        from (
          select p.client_id, p.installation, p.place as what, p.number from place p where p.place = any(${PLACES}::text[])
          union all select any_i.client_id, any_i.installation_code, 'incident', count(*) from incident any_i group by 1, 2
          union all select any_d.client_id, any_d.installation_code, 'development', count(*) from development any_d group by 1, 2
          union all select any_v.client_id, null, 'valuation', count(*) from valuation any_v
            where any_v.decision is null and any_v.closed_at is null group by 1
          union all select any_y.client_id, any_y.installation_code, any_y.what, -any_y.change from tally any_y
          -- A client that has gone has no tally.
          union all select w.client_id, w.installation, w.place, -w.change from waiting w
            join installation any_j on any_j.client_id = w.client_id and any_j.code = w.installation
            where w.place = any(${PLACES}::text[])) f
        group by 1, 2, 3 having sum(f.number) <> 0
      ), short as (
        select f.place, sum(f.number)::bigint as number
        from (
          select p.place, p.number from place p
          union all select w.place, -w.change from waiting w
          union all select q.place, -q.number from queue_total q) f
        group by 1 having sum(f.number) <> 0
      ), unread as materialized (
        select r.* from (
          select any_t.client_id, any_t.number, any_t.newest_said as kept_said, any_t.seen_by_assignee as kept_seen,
            newest_said(any_t.client_id, any_t.number, any_t.assignee) as said,
            coalesce(seen_by(any_t.client_id, any_t.number, any_t.assignee), 0) as seen
          from ticket any_t where any_t.assignee is not null and not any_t.accepted and any_t.merged_into is null) r
        where (r.kept_said > r.kept_seen) <> (r.said > r.seen) or r.said > r.seen and r.kept_said <> r.said
      )`
const NUMBERS = sql`
      select (select count(*) from missing)::int as lists, (select count(*) from short)::int as queue,
        (select count(*) from unread)::int as unread`

/** Counts, and mends what is wrong. */
export async function recount(tx: StaffTransaction): Promise<Recounted> {
  await limited(tx, 0)
  return tx.row<Recounted>(sql`
      with ${WRONG}, told as (
        insert into tally (client_id, installation_code, what, change)
        select m.client_id, m.installation, m.what, m.number from missing m
      ), totalled as (
        insert into queue_total as q (place, number) select s.place, s.number from short s order by 1
        on conflict (place) do update set number = q.number + excluded.number
      ), marked as (
        update ticket any_t set newest_said = u.said, seen_by_assignee = u.seen from unread u
        where any_t.client_id = u.client_id and any_t.number = u.number
          -- Nobody has written or read there meanwhile.
          and any_t.newest_said = u.kept_said and any_t.seen_by_assignee = u.kept_seen
      ) ${NUMBERS}`)
}

/** Counts, and changes nothing. Null: it takes longer than this. */
export async function wrongFigures(staff: Database, atMostMs: number): Promise<Recounted | null> {
  try {
    return await staff.acrossClients(async (tx) => {
      await limited(tx, atMostMs)
      return tx.row<Recounted>(sql`with ${WRONG} ${NUMBERS}`)
    })
  } catch (error) {
    if (error instanceof Error && codeOf(error) === TOO_LONG) return null
    throw error
  }
}

const TOO_LONG = '57014'

/** A million tickets take longer to count than a statement may otherwise; 0: no limit. */
const limited = (tx: StaffTransaction, ms: number) =>
  tx.rows(sql`select set_config('statement_timeout', ${String(ms)}, true)`)
