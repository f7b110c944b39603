import type { AttachmentPlace, NewAttachment } from '../../scope/attachment-store.ts'
import { type Runner, type Transaction, sql } from '../../db/sql.ts'

/** Records a technician's file, which waits at the client until the answer is sent. */
export const stageAnswerFile = (tx: Transaction, username: string, file: NewAttachment, now: Date) =>
  tx.rows(sql`
    insert into attachment (client_id, attachment_id, username, name, mime, bytes, sha256, added_at)
    values (${tx.client}, ${file.id}, ${username}, ${file.name}, ${file.mime}, ${file.bytes}, ${file.sha256}, ${now})`)

/** Attaches a technician's staged files to an answer; returns false if one of them cannot be attached. */
export async function attachAnswerFiles(
  tx: Transaction,
  username: string,
  ids: readonly string[],
  { ticket, entry }: AttachmentPlace,
): Promise<boolean> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return true
  const bound = await tx.rows(sql`
    update attachment a set ticket_number = ${ticket}, entry_id = ${entry}
    where ${tx.own('a')} and a.username = ${username} and a.attachment_id = any(${wanted})
      and num_nonnulls(a.ticket_number, a.incident_number, a.development_number) = 0
    returning a.attachment_id`)
  return bound.length === wanted.length
}

export interface StoredFile {
  readonly client: number
  readonly ticket: number | null
  readonly id: string
  readonly name: string
  readonly mime: string
  readonly bytes: number
}

/** A file of any client's ticket, incident or development, or one staged by this technician. */
export const findFile = (runner: Runner, username: string, id: string) =>
  runner.maybe<StoredFile>(sql`
    select any_a.client_id as client, any_a.ticket_number as ticket, any_a.attachment_id as id, any_a.name, any_a.mime, any_a.bytes
    from attachment any_a
    where any_a.attachment_id = ${id} and (any_a.username = ${username}
      or num_nonnulls(any_a.ticket_number, any_a.incident_number, any_a.development_number) = 1)`)

/** Which of these files have a record: an attachment of any client, or a received mail. */
export async function recordedFiles(runner: Runner, ids: readonly string[]): Promise<Set<string>> {
  const rows = await runner.rows<{ id: string }>(sql`
    select any_a.attachment_id as id from attachment any_a where any_a.attachment_id = any(${[...ids]})
    union all select r.raw_file from received_mail r where r.raw_file = any(${[...ids]})`)
  return new Set(rows.map(({ id }) => id))
}

/** Whether any file has a record. */
export const anyFileRecorded = async (runner: Runner): Promise<boolean> =>
  (await runner.maybe(sql`select any_a.attachment_id as id from attachment any_a limit 1`)) !== undefined
