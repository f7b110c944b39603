import { kindsUnreadBy } from '#domain/ticket.ts'
import { type Statement, type Transaction, sql } from '../db/sql.ts'
import type { Caller } from '../http/caller.ts'

/**
 * The number of Support's entries in the ticket in progress `t` that this person has not seen; always 0 in a limited session,
 * whose person is unknown.
 */
export const unreadIn = (tx: Transaction, caller: Caller): Statement =>
  caller.limited
    ? sql`0`
    : sql`case when ${isUnread(tx, caller)} then (select count(*) from entry e
        where ${tx.own('e')} and e.ticket_number = t.number and e.kind = any(${kindsUnreadBy('customer')}) and not t.accepted
          and e.entry_id > greatest(${cameAfter(tx, caller)},
            (select s.entry_id from seen_by_person s
              where ${tx.own('s')} and s.person_id = ${caller.person} and s.ticket_number = t.number))) else 0 end`

/** Whether there are any, without reading the timeline. */
export const isUnread = (tx: Transaction, caller: Caller): Statement =>
  caller.limited
    ? sql`false`
    : sql`not t.accepted and t.newest_answer > 0 and t.newest_answer > ${cameAfter(tx, caller)} and t.newest_answer > coalesce((
        select s.entry_id from seen_by_person s
        where ${tx.own('s')} and s.person_id = ${caller.person} and s.ticket_number = t.number), 0)`

/** The newest entry before this person's first session. */
const cameAfter = (tx: Transaction, { person }: Caller): Statement => sql`
  (select p.came_after_entry from person p where ${tx.own('p')} and p.person_id = ${person})`

/** Records that this person has seen a ticket up to an entry; a later mark is never taken back. */
export const markSeen = (tx: Transaction, { person }: Caller, ticket: number, upTo: number) =>
  tx.rows(sql`
    insert into seen_by_person (client_id, ticket_number, person_id, entry_id)
    select ${tx.client}, ${ticket}, ${person}, max(e.entry_id) from entry e
    where ${tx.own('e')} and e.ticket_number = ${ticket} and e.entry_id <= ${upTo}
    having count(*) > 0
    on conflict (client_id, ticket_number, person_id) do update set entry_id = excluded.entry_id
    where seen_by_person.entry_id < excluded.entry_id`)
