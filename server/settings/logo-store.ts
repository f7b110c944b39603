import { type Runner, sql } from '../db/sql.ts'
import type { Logo } from '../provider-settings.ts'

export const pictureStamped = (runner: Runner, stamp: string) =>
  runner.maybe<Logo>(sql`select p.stamp, p.type, p.bytes from provider_picture p where p.stamp = ${stamp}`)

/** Keeps a picture for good: the history of settings may bring it back. */
export const insertPicture = (runner: Runner, { stamp, type, bytes }: Logo, by: string, now: Date) =>
  runner.rows(sql`
    insert into provider_picture (stamp, type, bytes, sent_by, sent_at)
    values (${stamp}, ${type}, ${bytes}, ${by}, ${now})
    on conflict do nothing`)
