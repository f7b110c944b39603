import type { consoleTickets } from '#contract/console/tickets.ts'
import type { Data } from '#contract/endpoint.ts'
import type { Standing } from '#domain/ticket.ts'
import { type Runner, type Transaction, sql } from '../../db/sql.ts'
import { type Cursor, cursorOf, readCursor } from '../lists/cursor.ts'

export type ContactOfClient = Data<typeof consoleTickets.callOptions>['contacts'][number]

/** A client's active contacts, by name. */
export const contactsOf = (tx: Transaction) =>
  tx.rows<ContactOfClient>(sql`
    select k.contact_id as id, k.name, k.email, k.phone,
      array(select b.installation_code from contact_installation b
        where ${tx.own('b')} and b.contact_id = k.contact_id order by 1) as installations
    from contact k where ${tx.own('k')} and k.active order by k.name, k.contact_id`)

/** The person who calls as a contact, or (null) as the client itself: the one who enters without a personal name. */
export async function personOfContact(
  tx: Transaction,
  { installation, login, name }: { readonly installation: string; readonly login: string; readonly name: string },
): Promise<number> {
  await tx.rows(sql`
    insert into person (client_id, installation_code, source, login, name)
    values (${tx.client}, ${installation}, 'contact', ${login}, ${name}) on conflict do nothing`)
  const { person } = await tx.row<{ person: number }>(sql`
    select p.person_id as person from person p
    where ${tx.own('p')} and p.installation_code = ${installation} and p.source = 'contact' and p.login = ${login}`)
  return person
}

export const markNoted = (tx: Transaction, ticket: number, username: string, minutes: number) =>
  tx.rows(sql`
    update ticket t set noted_by = ${username}, call_minutes = ${minutes}, assignee = ${username}
    where ${tx.own('t')} and t.number = ${ticket}`)

export type Callback = Omit<Data<typeof consoleTickets.callbacks>['items'][number], 'turn'> &
  Pick<Standing, 'lastEntryKind' | 'blockingIncident'>

/** Customers who asked for a call and still wait for it, oldest first. */
export async function listCallbacks(runner: Runner, after: string | undefined, limit: number) {
  const [createdAt = null, number = null]: Cursor = after === undefined ? [] : readCursor(after, ['instant', 'number'])
  const rows = await runner.rows<Callback>(sql`
    select any_t.number, any_t.title, any_t.contact_name, any_t.phone, any_t.call_window,
      any_t.urgency, any_t.created_at, any_t.state, any_t.accepted, any_t.last_entry_kind,
      any_t.blocking_incident, any_t.claims_in_a_row,
      (select jsonb_build_object('code', any_c.client_id, 'name', any_c.name) from client any_c
        where any_c.client_id = any_t.client_id) as client,
      (select jsonb_build_object('username', w.username, 'name', w.name) from technician w
        where w.username = any_t.assignee) as assignee
    from ticket any_t
    where any_t.phone_assistance and any_t.called_back_at is null and not any_t.accepted and any_t.merged_into is null
      and (${createdAt}::timestamptz is null or (any_t.created_at, any_t.number) > (${createdAt}::timestamptz, ${number}::bigint))
    order by any_t.created_at, any_t.number limit ${limit + 1}`)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: rows.length > limit && last ? cursorOf([last.createdAt.toISOString(), last.number]) : null }
}

/** False if nobody waits for a call about it any more. */
export async function markCalledBack(tx: Transaction, ticket: number, now: Date): Promise<boolean> {
  const marked = await tx.maybe(sql`
    update ticket t set called_back_at = ${now}
    where ${tx.own('t')} and t.number = ${ticket} and t.phone_assistance and t.called_back_at is null
    returning t.number`)
  return marked !== undefined
}
