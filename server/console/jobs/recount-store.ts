import { type Database, sql } from '../../db/sql.ts'
import { PLACES } from '../../scope/scope.ts'

/** How many kept figures were wrong. */
export interface Recounted {
  /** Totals of customers' lists, by client and installation. */
  readonly lists: number
  /** Figures of the technicians' queue. */
  readonly queue: number
}

/**
 * Counts everything whose figures are kept (decisions 48 and 51), and adds to each figure what it lacks. A transaction
 * writes its change and that change's row at once, and this is one statement: it sees both or neither, whoever writes or
 * adds up meanwhile.
 */
export const recount = (staff: Database): Promise<Recounted> =>
  staff.acrossClients(async (tx) => {
    // A million tickets take longer to count than a statement may.
    await tx.rows(sql`select set_config('statement_timeout', '0', true)`)
    return tx.row<Recounted>(sql`
      with place as materialized (
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
      ), told as (
        insert into tally (client_id, installation_code, what, change)
        select m.client_id, m.installation, m.what, m.number from missing m
      ), short as (
        select f.place, sum(f.number)::bigint as number
        from (
          select p.place, p.number from place p
          union all select w.place, -w.change from waiting w
          union all select q.place, -q.number from queue_total q) f
        group by 1 having sum(f.number) <> 0
      ), totalled as (
        insert into queue_total as q (place, number) select s.place, s.number from short s order by 1
        on conflict (place) do update set number = q.number + excluded.number
      )
      select (select count(*) from missing)::int as lists, (select count(*) from short)::int as queue`)
  })
