import type { Visibility } from '#domain/account.ts'
import type { Promised } from '#domain/promise.ts'
import type { Joinable } from '#domain/support-actions.ts'
import { standingOf } from '#domain/ticket.ts'
import { type Runner, type Transaction, isAmong, sql } from '../../db/sql.ts'
import { setStanding } from '../../tickets/ticket-store.ts'

/** A ticket by its own number, even if it was joined to another. */
export const ticketNumbered = (runner: Runner, number: number) =>
  runner.maybe<{ client: number }>(
    sql`select any_t.client_id as client from ticket any_t where any_t.number = ${number} order by 1 limit 1`,
  )

/** Locks two tickets until the transaction ends, always in the same order, so that two merges cannot block each other. */
export const lockPair = (tx: Transaction, numbers: readonly [number, number]) =>
  tx.rows<Joinable & { visibility: Visibility | null } & Pick<Promised, 'urgency' | 'dueAt'>>(sql`
    select t.number, t.client_id as client, t.installation_code as installation, t.person_id as person,
      t.contact_id as contact, t.limited_session_id as limited_session, t.merged_into, t.accepted,
      t.urgency, t.due_at,
      (select k.visibility from contact k where ${tx.own('k')} and k.contact_id = t.contact_id) as visibility
    from ticket t where ${tx.own('t')} and ${isAmong(sql`t.number`, numbers)} order by t.number for update of t`)

/** The entries that decide a ticket's standing and due date. */
export const standingEntriesOf = (tx: Transaction, ticket: number) =>
  tx.rows<Promised['timeline'][number]>(sql`
    select e.entry_id as id, e.kind, e.at, e.closes from entry e
    where ${tx.own('e')} and e.ticket_number = ${ticket} order by e.at, e.entry_id`)

/** Moves everything of a ticket to another of the same client; its number then leads there. */
export async function moveAll(tx: Transaction, ticket: number, into: number): Promise<void> {
  await tx.rows(sql`update entry e set ticket_number = ${into} where ${tx.own('e')} and e.ticket_number = ${ticket}`)
  await tx.rows(
    sql`update attachment a set ticket_number = ${into} where ${tx.own('a')} and a.ticket_number = ${ticket}`,
  )
  await tx.rows(
    sql`update internal_note n set ticket_number = ${into} where ${tx.own('n')} and n.ticket_number = ${ticket}`,
  )
  await tx.rows(
    sql`update valuation v set ticket_number = ${into} where ${tx.own('v')} and v.ticket_number = ${ticket}`,
  )
  await tx.rows(sql`
    insert into incident_ticket (client_id, incident_number, ticket_number)
    select l.client_id, l.incident_number, ${into} from incident_ticket l
    where ${tx.own('l')} and l.ticket_number = ${ticket} on conflict do nothing`)
  await tx.rows(sql`delete from incident_ticket l where ${tx.own('l')} and l.ticket_number = ${ticket}`)
  await tx.rows(sql`
    insert into development_ticket (client_id, development_number, ticket_number)
    select l.client_id, l.development_number, ${into} from development_ticket l
    where ${tx.own('l')} and l.ticket_number = ${ticket} on conflict do nothing`)
  await tx.rows(sql`delete from development_ticket l where ${tx.own('l')} and l.ticket_number = ${ticket}`)
  // Drafts move too, unless their author has one for the other ticket.
  await tx.rows(sql`
    update draft d set ticket_number = ${into} where ${tx.own('d')} and d.ticket_number = ${ticket} and not exists (
      select from draft o where ${tx.own('o')} and o.person_id = d.person_id and o.ticket_number = ${into})`)
  await tx.rows(sql`
    update answer_draft d set ticket_number = ${into} where ${tx.own('d')} and d.ticket_number = ${ticket} and not exists (
      select from answer_draft o where ${tx.own('o')} and o.username = d.username and o.ticket_number = ${into})`)
  await tx.rows(sql`
    update ticket t set related_ticket = nullif(${into}::bigint, t.number)
    where ${tx.own('t')} and t.related_ticket = ${ticket}`)
  // A requested call is still owed.
  await tx.rows(sql`
    update ticket t set phone_assistance = true, phone = o.phone, call_window = o.call_window, called_back_at = null
    from ticket o
    where ${tx.own('t')} and t.number = ${into} and ${tx.own('o')} and o.number = ${ticket} and o.phone_assistance
      and o.called_back_at is null and (not t.phone_assistance or t.called_back_at is not null)`)
  await tx.rows(sql`
    update ticket t set merged_into = ${into}, due_at = null, silent_acceptance_at = null
    where ${tx.own('t')} and (t.number = ${ticket} or t.merged_into = ${ticket})`)
}

/** Recomputes the standing, the last technician and the due date from the joined timeline. */
export async function rebuildStanding(
  tx: Transaction,
  number: number,
  blockingIncident: number | null,
  { urgency, dueAt }: Pick<Promised, 'urgency' | 'dueAt'>,
): Promise<void> {
  const standing = standingOf(await standingEntriesOf(tx, number), blockingIncident)
  await tx.rows(sql`
    update ticket t set ${setStanding(standing)}, blocking_incident = ${blockingIncident},
      urgency = ${urgency}, due_at = ${dueAt},
      silent_acceptance_at = case when ${standing.state} = 'closed' then t.silent_acceptance_at end,
      technician = coalesce((select e.author from entry e
        where ${tx.own('e')} and e.ticket_number = t.number and e.kind = 'answer' order by e.at desc, e.entry_id desc limit 1),
        t.technician)
    where ${tx.own('t')} and t.number = ${number}`)
}
