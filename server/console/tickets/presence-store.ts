import { type Database, type Statement, type Transaction, sql } from '../../db/sql.ts'
import type { Colleague } from '../technicians/colleague.ts'

/** Somebody who has a ticket open. */
export interface Viewer extends Colleague {
  readonly writing: boolean
}

/** How long somebody counts as present without reporting it again. */
const LAPSE_MS = 40_000
const lapsedBy = (now: Date): Date => new Date(now.getTime() - LAPSE_MS)

interface Asking {
  readonly username: string
  readonly now: Date
}

/** Who else has the ticket `t` open now. */
export const VIEWERS_OF = ({ username, now }: Asking): Statement => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('username', w.username, 'name', w.name, 'writing', any_p.writing)
      order by w.name, w.username), '[]')
    from presence any_p join technician w using (username)
    where any_p.client_id = t.client_id and any_p.ticket_number = t.number and any_p.username <> ${username}
      and any_p.seen_at > ${lapsedBy(now)})`

export const viewersOf = async (tx: Transaction, ticket: number, asking: Asking): Promise<readonly Viewer[]> =>
  (
    await tx.row<{ viewers: Viewer[] }>(sql`
      select ${VIEWERS_OF(asking)} as viewers from (select ${tx.client}::bigint as client_id, ${ticket}::bigint as number) t`)
  ).viewers

/** Records that a technician has a ticket open. */
export const sayPresent = (tx: Transaction, ticket: number, writing: boolean, { username, now }: Asking) =>
  tx.rows(sql`
    insert into presence (client_id, ticket_number, username, writing, seen_at)
    values (${tx.client}, ${ticket}, ${username}, ${writing}, ${now})
    on conflict (client_id, ticket_number, username) do update set writing = excluded.writing, seen_at = excluded.seen_at`)

/** Forgets the technician's lapsed visits, and the one that they leave: their return then causes an event again. */
export const forgetPresence = (tx: Transaction, leaving: number | null, { username, now }: Asking) =>
  tx.rows(sql`
    delete from presence p
    where ${tx.own('p')} and p.username = ${username}
      and (p.seen_at < ${lapsedBy(now)} or p.ticket_number = ${leaving}::bigint)`)

/** Forgets whoever fell silent, which nobody else would tell: the deletion causes an event. Servers may do it at once. */
export const forgetLapsed = (staff: Database, now: Date): Promise<unknown> =>
  staff.acrossClients((tx) =>
    tx.rows(sql`
      with silent as (
        select any_p.client_id, any_p.ticket_number, any_p.username from presence any_p
        where any_p.seen_at <= ${lapsedBy(now)} for update skip locked)
      delete from presence any_p using silent
      where (any_p.client_id, any_p.ticket_number, any_p.username) = (silent.client_id, silent.ticket_number, silent.username)`),
  )
