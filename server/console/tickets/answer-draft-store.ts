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

/** What a page knows of the draft that it goes on with. Without a writer it speaks for whatever draft there is. */
interface Held {
  readonly writer?: string | undefined
  readonly since?: Date | null | undefined
}

/** Nobody else has saved the draft since. */
const isHeld = ({ writer, since }: Held) =>
  sql`(${writer ?? null}::text is null or d.writer = ${writer ?? null} or d.saved_at = ${since ?? null}::timestamptz)`

/** False, and nothing is saved, if somebody else has saved another version since. */
export const saveAnswerDraft = async (
  tx: Transaction,
  ticket: number,
  username: string,
  { text, files, ...held }: Held & { readonly text: string; readonly files: readonly string[] },
  now: Date,
): Promise<boolean> =>
  (await tx.maybe(sql`
    insert into answer_draft as d (client_id, ticket_number, username, text, files, saved_at, writer)
    values (${tx.client}, ${ticket}, ${username}, ${text}, ${files}, ${now}, ${held.writer ?? null})
    on conflict (client_id, ticket_number, username)
      do update set text = excluded.text, files = excluded.files, saved_at = excluded.saved_at, writer = excluded.writer
      where ${isHeld(held)}
    returning d.saved_at`)) !== undefined

/** Deletes a draft, unless somebody else has saved another version since. */
export const discardAnswerDraft = (tx: Transaction, ticket: number, username: string, held: Held = {}) =>
  tx.rows(sql`
    delete from answer_draft d
    where ${tx.own('d')} and d.ticket_number = ${ticket} and d.username = ${username} and ${isHeld(held)}`)
