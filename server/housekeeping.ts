import type { Settings } from '#domain/settings.ts'
import { dropUnusedConversations } from './assistant/abandonment.ts'
import { tidyConsole } from './console/jobs/console-housekeeping.ts'
import { recordedFiles } from './console/tickets/answer-file-store.ts'
import { emptyDiscarded, forgetRaw } from './console/mail/received-store.ts'
import { sweepStaged } from './scope/attachment-store.ts'
import type { Room } from './db/room.ts'
import { type Database, type Transaction, sql } from './db/sql.ts'
import { type FileKeeping, tidyFiles } from './unrecorded-files.ts'

const HOUR_MS = 3_600_000
/** A list's total is the sum of at most this many rows, and of those that an hour has added. */
const LONGEST_TALLY = 100
const STAGED_HOURS = 24
/** How often to look while the volume is nearly full. */
const PRESSED_STAGED_HOURS = 1
const KEY_HOURS = 48
/** Far longer than an entry's five minutes, so that no link becomes valid again if the clock runs ahead for a while. */
const USED_ENTRY_HOURS = 24
/** Nobody misses a draft untouched for a month. */
const DRAFT_HOURS = 30 * 24
/** For this long a discarded mail can be taken back. */
const DISCARDED_MAIL_HOURS = 30 * 24
/** For this long a mail that has joined a ticket is stored whole. Its words stay in the ticket. */
const WHOLE_MAIL_HOURS = 90 * 24

export interface Housekeeping extends FileKeeping {
  readonly database: Database
  readonly settings: Settings
}

const hoursBefore = (now: Date) => (hours: number) => new Date(now.getTime() - hours * HOUR_MS)

const clientsOf = (database: Database) =>
  database.rows<{ client: number }>(sql`select c as client from door_clients() c`)

/**
 * Deletes what has expired, client by client: drafts, staged files, idempotency keys, used entries and ended sessions; then files
 * without a record.
 */
export async function tidy(house: Housekeeping, now: Date): Promise<void> {
  const { database, staff, settings } = house
  const ago = hoursBefore(now)
  for (const { client } of await clientsOf(database)) {
    const swept = await database.inClient(client, async (tx) => {
      await tx.rows(sql`delete from idempotency i where ${tx.own('i')} and i.created_at < ${ago(KEY_HOURS)}`)
      await tx.rows(sql`delete from used_entry u where ${tx.own('u')} and u.expires_at < ${ago(USED_ENTRY_HOURS)}`)
      await tx.rows(
        sql`delete from session s where ${tx.own('s')} and s.created_at < ${ago(settings.limits.sessionHours)}`,
      )
      await tx.rows(sql`delete from draft d where ${tx.own('d')} and d.saved_at < ${ago(DRAFT_HOURS)}`)
      await addUp(tx)
      return sweepStaged(tx, ago(STAGED_HOURS), ago(DRAFT_HOURS))
    })
    await discardUnsent(house, client, swept, now)
  }
  await sweepCutOff(house, ago(STAGED_HOURS))
  await tidyFiles(house, ago(STAGED_HOURS), now)
  await database.rows(sql`delete from failed_login where at < ${ago(1)}`)
  await dropUnusedConversations(database, now)
  await tidyConsole(staff, settings, now)
  await tidyReceivedMail(house, now)
}

/** Adds up the rows of a client's tally: each change has added one. */
const addUp = (tx: Transaction) =>
  tx.rows(sql`
    with gone as (
      delete from tally y where ${tx.own('y')} and (select count(*) from tally z where ${tx.own('z')}) > ${LONGEST_TALLY}
      returning y.client_id, y.installation_code, y.what, y.change)
    insert into tally (client_id, installation_code, what, change)
      select g.client_id, g.installation_code, g.what, sum(g.change) from gone g group by 1, 2, 3 having sum(g.change) <> 0`)

/** A mail that has joined a ticket keeps its words. A discarded or ignored one keeps only the record of its arrival. */
async function tidyReceivedMail({ staff, files }: Housekeeping, now: Date): Promise<void> {
  const ago = hoursBefore(now)
  const raw = await staff.acrossClients(async (tx) => {
    await emptyDiscarded(tx, ago(DISCARDED_MAIL_HOURS))
    return forgetRaw(tx, ago(WHOLE_MAIL_HOURS), ago(DISCARDED_MAIL_HOURS))
  })
  await files.trash.take(
    raw.map(({ rawFile }) => rawFile),
    'no-record',
    now,
  )
}

export interface FullHouse extends Housekeeping {
  readonly room: Room
  /**
   * The moment when this server began. Since then no older copy of the database, in which a sent file would still be
   * unsent, can have been restored.
   */
  readonly since: Date
}

/**
 * While the volume is nearly full, removes unsent files and nothing else. Files received since this server began are
 * deleted for good; older ones go to the trash. Then unsent files in the trash are deleted, the oldest first, as far as
 * needed.
 */
export async function makeRoom(house: FullHouse, now: Date): Promise<void> {
  const { room, since, database, files, log } = house
  if (await room()) return
  const ago = hoursBefore(now)
  for (const { client } of await clientsOf(database)) {
    const swept = await database.inClient(client, (tx) => sweepStaged(tx, ago(PRESSED_STAGED_HOURS), ago(DRAFT_HOURS)))
    const gone = swept.filter(({ addedAt }) => addedAt >= since).map(({ id }) => id)
    await files.remove(gone)
    if (gone.length > 0) log.warn({ client, files: gone }, 'files that nobody sent made room')
    await discardUnsent(
      house,
      client,
      swept.filter(({ addedAt }) => addedAt < since),
      now,
    )
  }
  await sweepCutOff(house, ago(PRESSED_STAGED_HOURS))
  await emptyTrash(house, ago(STAGED_HOURS))
}

async function discardUnsent(
  { files, log }: Housekeeping,
  client: number,
  unsent: readonly { readonly id: string }[],
  now: Date,
): Promise<void> {
  const ids = unsent.map(({ id }) => id)
  const taken = await files.trash.take(ids, 'never-sent', now)
  if (taken.length > 0) log.warn({ client, files: taken }, 'files that nobody sent went to the trash')
}

async function sweepCutOff({ files, log }: Housekeeping, before: Date): Promise<void> {
  const cutOff = await files.sweepIncoming(before)
  if (cutOff.length > 0) log.warn({ files: cutOff }, 'incomplete uploads were deleted')
}

/** Deletes files that went there unsent before an instant and still have no record; `room` is measured anew every few files. */
async function emptyTrash({ room, staff, files, log }: FullHouse, before: Date): Promise<void> {
  const unsent = (await files.trash.list()).filter(({ reason, at }) => reason === 'never-sent' && at < before)
  const ids = unsent.toSorted((a, b) => a.at.getTime() - b.at.getTime()).map(({ id }) => id)
  const recorded = await recordedFiles(staff, ids)
  const gone: string[] = []
  for (const id of ids.filter((each) => !recorded.has(each))) {
    if (await room()) break
    await files.trash.remove([id])
    gone.push(id)
  }
  if (gone.length > 0) log.warn({ files: gone }, 'files in the trash that nobody sent made room')
}
