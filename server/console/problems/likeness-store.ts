import { type Runner, type Statement, type Transaction, sql } from '../../db/sql.ts'

// Tickets of the last week that may be one problem of the product.

/** This many characters of a ticket's beginning are compared. */
const FIRST_WORDS = 400

export interface RecentTicket {
  readonly number: number
  readonly title: string
  readonly client: { readonly code: number; readonly name: string }
  readonly module: number
  readonly moduleName: string
  readonly stems: string[]
}

/**
 * A module's newest tickets since then, read by the index `ticket_created_of_all`: those of no problem yet, and not
 * dismissed. The limit is a literal. With a limit as a parameter, a prepared plan expects a tenth of all tickets and
 * reads whole tables.
 */
export const ticketsSince = (runner: Runner, since: Date) =>
  runner.rows<RecentTicket>(sql`
    select t.number, t.title, jsonb_build_object('code', any_c.client_id, 'name', any_c.name) as client,
      t.module_number as module, m.name as module_name,
      search_stems(t.title || ' ' || left(any_e.text, ${FIRST_WORDS})) as stems
    from (
      select any_t.client_id, any_t.number, any_t.title, any_t.module_number from ticket any_t
      where any_t.created_at at time zone 'UTC' > ${since}::timestamptz at time zone 'UTC'
        and any_t.merged_into is null and any_t.module_number is not null
      order by any_t.created_at at time zone 'UTC' desc, any_t.number desc limit 500) t
    join module m on m.number = t.module_number
    join client any_c on any_c.client_id = t.client_id
    join entry any_e on any_e.client_id = t.client_id and any_e.number = t.number
    where not ${hasProblem(sql`t.client_id`, sql`t.number`)}
      and not exists (select from dismissed_likeness any_d
        where any_d.client_id = t.client_id and any_d.ticket_number = t.number)`)

/** Whether a ticket has an incident of any problem. */
const hasProblem = (client: Statement, ticket: Statement): Statement => sql`exists (
  select from incident_ticket any_l
  join incident any_i on any_i.client_id = any_l.client_id and any_i.number = any_l.incident_number
  where any_l.client_id = ${client} and any_l.ticket_number = ${ticket} and any_i.problem_id is not null)`

/** The same for a ticket that the transaction holds. */
export const isOfProblem = async (tx: Transaction, ticket: number): Promise<boolean> =>
  (await tx.row<{ found: boolean }>(sql`select ${hasProblem(sql`${tx.client}`, sql`${ticket}`)} as found`)).found

/** Dismisses a ticket; false if somebody has done so before. */
export const dismissLikeness = async (tx: Transaction, ticket: number, username: string, now: Date): Promise<boolean> =>
  (
    await tx.rows(sql`
      insert into dismissed_likeness (client_id, ticket_number, dismissed_by, dismissed_at)
      values (${tx.client}, ${ticket}, ${username}, ${now}) on conflict do nothing returning 1`)
  ).length > 0
