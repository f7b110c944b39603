import { kindsUnreadBy } from '#domain/ticket.ts'
import { type Statement, type Transaction, sql } from '../../db/sql.ts'

/**
 * Customers' entries of the open ticket `t` that a technician has not seen, since the technician's first visit. Entries
 * that technicians typed for the customer do not count.
 */
const newsFor = (username: string): Statement => sql`
  from entry any_e
  where any_e.client_id = t.client_id and any_e.ticket_number = t.number and any_e.kind = any(${kindsUnreadBy('technician')})
    and any_e.username is distinct from ${username} and not t.accepted
    and any_e.entry_id > greatest(
      (select w.came_after_entry from technician w where w.username = ${username}),
      (select any_s.entry_id from seen_by_technician any_s
        where any_s.client_id = t.client_id and any_s.ticket_number = t.number and any_s.username = ${username}))`

export const unreadBy = (username: string): Statement => sql`(select count(*) ${newsFor(username)})`
/** Whether the technician of the open ticket `t` has any: triggers keep both numbers (0234), and an index has these tickets alone. */
export const IS_UNREAD_BY_ASSIGNEE = sql`t.newest_said > t.seen_by_assignee`

export const unreadOf = async (tx: Transaction, ticket: number, username: string): Promise<number> =>
  (
    await tx.row<{ unread: number }>(sql`
      select ${unreadBy(username)} as unread from ticket t where ${tx.own('t')} and t.number = ${ticket}`)
  ).unread

/** Records that a technician has seen a ticket up to an entry; a later mark is never taken back. */
export const markSeen = (tx: Transaction, username: string, ticket: number, upTo: number) =>
  tx.rows(sql`
    insert into seen_by_technician (client_id, ticket_number, username, entry_id)
    select ${tx.client}, ${ticket}, ${username}, max(e.entry_id) from entry e
    where ${tx.own('e')} and e.ticket_number = ${ticket} and e.entry_id <= ${upTo}
    having count(*) > 0
    on conflict (client_id, ticket_number, username) do update set entry_id = excluded.entry_id
    where seen_by_technician.entry_id < excluded.entry_id`)
