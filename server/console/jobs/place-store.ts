import { type Database, sql } from '../../db/sql.ts'
import { PLACES } from '../../scope/scope.ts'

/** Any number: nothing else uses such a lock. */
export const PLACES_LOCK = 510_051

/** As many as one statement moves well before it is given up: an import into a portal that stands still leaves hundreds of thousands. */
export const MOST_AT_ONCE = 20_000

/** Moves what has changed in tickets' places into the totals (decision 51). */
export async function addUpPlaces(staff: Database): Promise<void> {
  while ((await addUpPart(staff)) === MOST_AT_ONCE);
}

/** The oldest changes of the first clients, in one statement, so that whoever counts meanwhile sees it before or after. */
const addUpPart = (staff: Database): Promise<number> =>
  staff.acrossClients(async (tx) => {
    const { locked } = await tx.row<{ locked: boolean }>(
      sql`select pg_try_advisory_xact_lock(${PLACES_LOCK}) as locked`,
    )
    // Another server does it just now.
    if (!locked) return 0
    const { moved } = await tx.row<{ moved: number }>(sql`
      with part as (
        select any_p.client_id, any_p.place_change_id from place_change any_p
        order by any_p.client_id, any_p.place_change_id limit ${MOST_AT_ONCE}
      ), changed as (
        delete from place_change any_z using part p
        where any_z.client_id = p.client_id and any_z.place_change_id = p.place_change_id
        returning any_z.client_id, any_z.installation, any_z.places_left, any_z.places_entered
      ), net as (
        select c.client_id, c.installation, c.place, sum(c.change)::int as change
        from (
          select e.client_id, e.installation, unnest(e.places_entered) as place, 1 as change from changed e
          union all select l.client_id, l.installation, unnest(l.places_left), -1 from changed l) c
        group by 1, 2, 3 having sum(c.change) <> 0
      ), of_client as (
        select n.client_id, n.installation, n.place, n.change from net n where n.place = any(${PLACES}::text[])
      ), before as (
        delete from tally any_y using of_client o
        where any_y.client_id = o.client_id and any_y.what = o.place and any_y.installation_code = o.installation
        returning any_y.client_id, any_y.installation_code, any_y.what, any_y.change
      ), told as (
        insert into tally (client_id, installation_code, what, change)
        select a.client_id, a.installation, a.place, sum(a.change)
        from (select o.* from of_client o union all select b.* from before b) a
          -- A client that has gone has no tally.
          join installation any_i on any_i.client_id = a.client_id and any_i.code = a.installation
        group by 1, 2, 3 having sum(a.change) <> 0
      ), totalled as (
        insert into queue_total as q (place, number)
        select n.place, sum(n.change) from net n group by 1 order by 1
        on conflict (place) do update set number = q.number + excluded.number
      )
      select count(*) as moved from changed`)
    await tx.rows(sql`delete from queue_total q where q.number = 0`)
    return moved
  })
