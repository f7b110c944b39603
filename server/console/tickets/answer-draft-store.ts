import type { consoleTickets } from '#contract/console/tickets.ts'
import type { Data } from '#contract/endpoint.ts'
import { type Transaction, sql } from '../../db/sql.ts'

export type AnswerDraft = NonNullable<Data<typeof consoleTickets.draft>>

/** A technician's draft for a ticket, with those of its files that still exist. */
export const findAnswerDraft = (tx: Transaction, ticket: number, username: string) =>
  tx.maybe<AnswerDraft>(sql`
    select d.text, d.saved_at,
      coalesce((select jsonb_agg(jsonb_build_object('id', a.attachment_id, 'name', a.name, 'bytes', a.bytes) order by a.sequence)
        from attachment a
        where ${tx.own('a')} and a.attachment_id = any(d.files) and a.username = d.username and a.ticket_number is null), '[]') as files
    from answer_draft d where ${tx.own('d')} and d.ticket_number = ${ticket} and d.username = ${username}`)

export const saveAnswerDraft = (
  tx: Transaction,
  ticket: number,
  username: string,
  { text, files }: { readonly text: string; readonly files: readonly string[] },
  now: Date,
) =>
  tx.rows(sql`
    insert into answer_draft (client_id, ticket_number, username, text, files, saved_at)
    values (${tx.client}, ${ticket}, ${username}, ${text}, ${files}, ${now})
    on conflict (client_id, ticket_number, username)
      do update set text = excluded.text, files = excluded.files, saved_at = excluded.saved_at`)

export const discardAnswerDraft = (tx: Transaction, ticket: number, username: string) =>
  tx.rows(sql`
    delete from answer_draft d where ${tx.own('d')} and d.ticket_number = ${ticket} and d.username = ${username}`)
