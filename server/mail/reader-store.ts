import { type Transaction, sql } from '../db/sql.ts'

/**
 * The recipient of mails about a ticket: the contact that raised it, else its client. It comes from the record alone
 * (security.md, Mail).
 */
export const readerOf = (tx: Transaction, ticket: number) =>
  tx.row<{ name: string; email: string }>(sql`
    select coalesce(k.name, c.name) as name, coalesce(nullif(k.email, ''), c.email) as email
    from ticket t
    join client c on c.client_id = t.client_id
    left join contact k on k.client_id = t.client_id and k.contact_id = t.contact_id and k.active
    where ${tx.own('t')} and t.number = ${ticket}`)
