import type { Warnings } from '#domain/silence.ts'
import { type Runner, type Transaction, sql } from '../../db/sql.ts'

interface Place {
  readonly client: number
  readonly number: number
}

/** Tickets that have been silent for long enough, the longest silence first. */
export const silentLongEnough = (runner: Runner, now: Date, limit: number) =>
  runner.rows<Place>(sql`
    select any_t.client_id as client, any_t.number from ticket any_t
    where any_t.silent_acceptance_at <= ${now} and not any_t.accepted and any_t.merged_into is null
    order by any_t.silent_acceptance_at, any_t.number limit ${limit}`)

/** Closed tickets that wait only for their customer's verdict, and whose silence is not counted yet. */
export const uncountedSilence = (runner: Runner, limit: number) =>
  runner.rows<Place>(sql`
    select any_t.client_id as client, any_t.number from ticket any_t
    where any_t.state = 'closed' and not any_t.accepted and any_t.blocking_incident is null and any_t.merged_into is null
      and any_t.silent_acceptance_at is null
    order by any_t.client_id, any_t.number limit ${limit}`)

/** Tickets whose warning may be due: none was sent for the present date, or the second is missing and a day is left. */
export const unwarnedSilence = (runner: Runner, now: Date, until: Date | null, limit: number) =>
  runner.rows<Place>(sql`
    select any_t.client_id as client, any_t.number from ticket any_t
    where any_t.silent_acceptance_at > ${now} and any_t.silent_acceptance_at <= coalesce(${until}::timestamptz, 'infinity')
      and not any_t.accepted and any_t.merged_into is null
      and (any_t.silence_warned_for is distinct from any_t.silent_acceptance_at
        or any_t.last_warned_at is null and any_t.silent_acceptance_at <= ${now}::timestamptz + interval '24 hours')
    order by any_t.silent_acceptance_at, any_t.number limit ${limit}`)

/** Which warnings were sent for the present date. */
export const warningsOf = (tx: Transaction, ticket: number) =>
  tx.row<Warnings>(sql`
    select case when t.silence_warned_for = t.silent_acceptance_at then t.first_warned_at end as first,
      case when t.silence_warned_for = t.silent_acceptance_at then t.last_warned_at end as last
    from ticket t where ${tx.own('t')} and t.number = ${ticket}`)

/** Records that a warning left. It counts for the date that it names, and for no other. */
export const noteWarning = (
  tx: Transaction,
  { ticket, warning, until }: { readonly ticket: number; readonly warning: keyof Warnings; readonly until: Date },
  at: Date,
) =>
  tx.rows(
    warning === 'first'
      ? sql`update ticket t set silence_warned_for = t.silent_acceptance_at, first_warned_at = ${at}, last_warned_at = null
          where ${tx.own('t')} and t.number = ${ticket} and t.silent_acceptance_at = ${until}`
      : sql`update ticket t set last_warned_at = ${at}
          where ${tx.own('t')} and t.number = ${ticket} and t.silent_acceptance_at = ${until}`,
  )

/** Clears all dates: when silence counts again, every period starts from the beginning. */
export const forgetSilence = (runner: Runner) =>
  runner.rows(sql`update ticket any_t set silent_acceptance_at = null where any_t.silent_acceptance_at is not null`)

export const countSilence = (tx: Transaction, ticket: number, until: Date) =>
  tx.rows(sql`
    update ticket t set silent_acceptance_at = ${until} where ${tx.own('t')} and t.number = ${ticket}`)

export const providerName = (runner: Runner) => runner.row<{ name: string }>(sql`select p.name from provider p`)
