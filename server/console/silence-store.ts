import { type Runner, type Transaction, sql } from '../db/sql.ts'

interface Place {
  readonly client: number
  readonly number: number
}

/** Tickets whose silence has lasted long enough, the first first. */
export const silentLongEnough = (runner: Runner, now: Date, limit: number) =>
  runner.rows<Place>(sql`
    select any_t.client_id as client, any_t.number from ticket any_t
    where any_t.silent_acceptance_at <= ${now} and not any_t.accepted and any_t.merged_into is null
    order by any_t.silent_acceptance_at, any_t.number limit ${limit}`)

/** Closed tickets that nothing but their customer's yes or no is missing for, and whose silence is not counted yet. */
export const uncountedSilence = (runner: Runner, limit: number) =>
  runner.rows<Place>(sql`
    select any_t.client_id as client, any_t.number from ticket any_t
    where any_t.state = 'closed' and not any_t.accepted and any_t.blocking_incident is null and any_t.merged_into is null
      and any_t.silent_acceptance_at is null
    order by any_t.client_id, any_t.number limit ${limit}`)

export const countSilence = (tx: Transaction, ticket: number, until: Date) =>
  tx.rows(sql`
    update ticket t set silent_acceptance_at = ${until} where ${tx.own('t')} and t.number = ${ticket}`)

export const providerName = (runner: Runner) => runner.row<{ name: string }>(sql`select p.name from provider p`)
