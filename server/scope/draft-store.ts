import { randomBytes } from 'node:crypto'
import type { Caller } from '../http/caller.ts'
import type { SecretBox } from '../secret-box.ts'
import { visibleTickets } from './scope.ts'
import { type Transaction, sql } from '../db/sql.ts'

export interface Draft {
  /** In wire form. The contract decodes it again. */
  readonly content: Record<string, unknown>
  readonly files: readonly { readonly id: string; readonly name: string; readonly bytes: number }[]
  /** The Idempotency-Key that it will be sent with. */
  readonly key: string
  readonly savedAt: Date
}

/** This person's draft for a ticket, or (null) for a new one, with those of its files that still exist. */
export const findDraft = (tx: Transaction, caller: Caller, ticket: number | null) =>
  tx.maybe<Draft>(sql`
    select d.content, d.act_key as key, d.saved_at,
      coalesce((select jsonb_agg(jsonb_build_object('id', a.attachment_id, 'name', a.name, 'bytes', a.bytes)
          order by array_position(d.files, a.attachment_id))
        from attachment a
        where ${tx.own('a')} and a.attachment_id = any(d.files) and a.person_id = d.person_id
          and a.ticket_number is null and a.incident_number is null), '[]') as files
    from draft d
    where ${tx.own('d')} and d.person_id = ${caller.person} and d.ticket_number is not distinct from ${ticket}::bigint`)

/** This person's drafts for a new ticket and for open tickets. */
export const draftsOf = (tx: Transaction, caller: Caller) =>
  tx.rows<{ ticket: number | null; savedAt: Date }>(sql`
    select d.ticket_number as ticket, d.saved_at from draft d
    where ${tx.own('d')} and d.person_id = ${caller.person} and (d.ticket_number is null or exists (
      select from ticket t where ${visibleTickets(tx, caller)} and t.number = d.ticket_number and not t.accepted))
    order by d.saved_at desc, d.ticket_number limit 10`)

/** What a form knows of the draft that it goes on with. Without both it speaks for whatever draft there is. */
interface Held {
  /** The open page that writes. */
  readonly writer?: string | null | undefined
  /** The key of the version that it has. */
  readonly key?: string | null | undefined
}

/** Nobody else has saved the draft since. */
const isHeld = ({ writer = null, key = null }: Held) => sql`
  ((${writer}::text is null and ${key}::text is null) or d.writer = ${writer} or d.act_key = ${key})`

/**
 * Saves a draft under another key, which it must be sent with. Undefined, and nothing is saved, if somebody else has saved
 * another text since the version that the writer goes on with.
 */
export async function saveDraft(
  tx: Transaction,
  caller: Caller,
  ticket: number | null,
  { content, files, savedAt, ...held }: Held & { content: unknown; files: readonly string[]; savedAt: Date },
): Promise<{ key: string; savedAt: Date } | undefined> {
  const text = JSON.stringify(content)
  const saved = await tx.maybe<{ key: string; savedAt: Date }>(sql`
    insert into draft as d (client_id, person_id, ticket_number, content, files, writer, saved_at)
    values (${tx.client}, ${caller.person}, ${ticket}, ${text}::jsonb, ${files}, ${held.writer ?? null}, ${savedAt})
    on conflict (client_id, person_id, ticket_number)
      do update set content = excluded.content, files = excluded.files, writer = excluded.writer,
        act_key = excluded.act_key, saved_at = excluded.saved_at
      where ${isHeld(held)}
    returning d.act_key as key, d.saved_at`)
  return (
    saved ??
    (await tx.maybe(sql`
      select d.act_key as key, d.saved_at from draft d
      where ${tx.own('d')} and d.person_id = ${caller.person} and d.ticket_number is not distinct from ${ticket}::bigint
        and d.content = ${text}::jsonb and d.files = ${files}::text[]`))
  )
}

/** Deletes a draft, unless somebody else has saved another text since. */
export const discardDraft = (tx: Transaction, caller: Caller, ticket: number | null, held: Held = {}) =>
  tx.rows(sql`
    delete from draft d
    where ${tx.own('d')} and d.person_id = ${caller.person} and d.ticket_number is not distinct from ${ticket}::bigint
      and ${isHeld(held)}`)

const KEY_BYTES = 32

const aboutDraftKey = (client: number, person: number): string => `draft ${client}/${person}`

/**
 * The key with which this person's browsers encrypt text that they could not save yet. The first request makes it; then
 * it stays the same.
 */
export async function draftKeyOf(tx: Transaction, caller: Caller, box: SecretBox): Promise<Buffer> {
  const about = aboutDraftKey(caller.client, caller.person)
  const kept = await tx.maybe<{ sealed: Buffer }>(sql`
    select k.sealed from draft_key k where ${tx.own('k')} and k.person_id = ${caller.person}`)
  const known = kept ? box.open(kept.sealed, about) : null
  if (kept && known && box.isCurrent(kept.sealed)) return known
  const key = known ?? randomBytes(KEY_BYTES)
  // Of two simultaneous requests the first one's key stays. A key that was sealed with a lost SECRET_KEY opens nothing,
  // and is replaced.
  const { sealed } = await tx.row<{ sealed: Buffer }>(sql`
    insert into draft_key as k (client_id, person_id, sealed) values (${tx.client}, ${caller.person}, ${box.seal(key, about)})
    on conflict (client_id, person_id) do update
      set sealed = case when k.sealed = ${kept?.sealed ?? null}::bytea then excluded.sealed else k.sealed end
    returning k.sealed`)
  return box.open(sealed, about) ?? key
}

/** Seals the draft keys of this client with the current key. */
export async function resealDraftKeys(tx: Transaction, box: SecretBox): Promise<void> {
  const all = await tx.rows<{ person: number; sealed: Buffer }>(sql`
    select k.person_id as person, k.sealed from draft_key k where ${tx.own('k')}`)
  for (const { person, sealed } of all.filter((kept) => !box.isCurrent(kept.sealed))) {
    const about = aboutDraftKey(tx.client, person)
    const key = box.open(sealed, about)
    if (!key) continue
    await tx.rows(sql`
      update draft_key k set sealed = ${box.seal(key, about)}
      where ${tx.own('k')} and k.person_id = ${person} and k.sealed = ${sealed}`)
  }
}
