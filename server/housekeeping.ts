import type { Settings } from '#domain/settings.ts'
import { dropUnusedConversations } from './assistant/abandonment.ts'
import { tidyConsole } from './console/jobs/console-housekeeping.ts'
import { sweepStaged } from './scope/attachment-store.ts'
import type { Room } from './db/room.ts'
import { type Database, sql } from './db/sql.ts'
import { type FileKeeping, tidyFiles } from './unrecorded-files.ts'

const HOUR_MS = 3_600_000
const STAGED_HOURS = 24
/** While the volume is nearly full. */
const PRESSED_STAGED_HOURS = 1
const KEY_HOURS = 48
/** Far longer than an entry's five minutes: no link becomes valid again if the clock runs ahead for a while. */
const USED_ENTRY_HOURS = 24
/** Nobody misses a draft untouched for a month. */
const DRAFT_HOURS = 30 * 24

export interface Housekeeping extends FileKeeping {
  /** Without it there is always room. */
  readonly room?: Room
  readonly database: Database
  readonly settings: Settings
}

/**
 * Deletes what has expired, client by client: drafts, staged files, idempotency keys, used entries and ended sessions; then files
 * without a record.
 */
export async function tidy(house: Housekeeping, now: Date): Promise<void> {
  const { database, staff, files, settings, log } = house
  const isPressed = house.room !== undefined && !(await house.room())
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
  const clients = await database.rows<{ client: number }>(sql`select c as client from door_clients() c`)
  for (const { client } of clients) {
    const swept = await database.inClient(client, async (tx) => {
      await tx.rows(sql`delete from idempotency i where ${tx.own('i')} and i.created_at < ${ago(KEY_HOURS)}`)
      await tx.rows(sql`delete from used_entry u where ${tx.own('u')} and u.expires_at < ${ago(USED_ENTRY_HOURS)}`)
      await tx.rows(
        sql`delete from session s where ${tx.own('s')} and s.created_at < ${ago(settings.limits.sessionHours)}`,
      )
      await tx.rows(sql`delete from draft d where ${tx.own('d')} and d.saved_at < ${ago(DRAFT_HOURS)}`)
      return sweepStaged(tx, ago(isPressed ? PRESSED_STAGED_HOURS : STAGED_HOURS), ago(DRAFT_HOURS))
    })
    if (isPressed) {
      await files.remove(swept.map(({ id }) => id))
      if (swept.length > 0) log.warn({ client, files: swept.map(({ id }) => id) }, 'files that nobody sent made room')
      continue
    }
    const taken = await files.trash.take(
      swept.map(({ id }) => id),
      'never-sent',
      now,
    )
    if (taken.length > 0) log.warn({ client, files: taken }, 'files that nobody sent went to the trash')
  }
  const cutOff = await files.sweepIncoming(ago(isPressed ? PRESSED_STAGED_HOURS : STAGED_HOURS))
  if (cutOff.length > 0) log.warn({ files: cutOff }, 'incomplete uploads were deleted')
  await tidyFiles(house, ago(STAGED_HOURS), now)
  await database.rows(sql`delete from failed_login where at < ${ago(1)}`)
  await dropUnusedConversations(database, now)
  await tidyConsole(staff, settings, now)
}
