import * as z from 'zod/mini'
import { keptNotice } from '#contract/console/notices.ts'
import { type Runner, sql } from '../db/sql.ts'

/** A notice as its history keeps it. */
export type KeptNotice = z.output<typeof keptNotice>

export interface NoticeChange {
  readonly notice: number
  /** Null: it was not there. */
  readonly before: KeptNotice | null
  /** Null: it was removed. */
  readonly after: KeptNotice | null
}

interface NewNoticeChange extends NoticeChange {
  readonly undoes: number | null
  readonly by: string
  readonly at: Date
}

export const insertNoticeChange = (runner: Runner, { notice, before, after, undoes, by, at }: NewNoticeChange) =>
  runner.rows(sql`
    insert into notice_change (notice_id, before, after, undoes, changed_by, changed_at)
    values (${notice}, ${written(before)}::jsonb, ${written(after)}::jsonb, ${undoes}, ${by}, ${at})`)

const written = (notice: KeptNotice | null) => notice && JSON.stringify(z.encode(keptNotice, notice))
const read = (notice: unknown): KeptNotice | null => z.parse(z.nullable(keptNotice), notice)

/** The newest change of the notice that a change belongs to. */
export async function newestNoticeChange(
  runner: Runner,
  change: number,
): Promise<(NoticeChange & { readonly change: number }) | undefined> {
  const row = await runner.maybe<{ change: number; notice: number; before: unknown; after: unknown }>(sql`
    select n.change_id as change, n.notice_id as notice, n.before, n.after from notice_change n
    where n.notice_id = (select c.notice_id from notice_change c where c.change_id = ${change})
    order by n.change_id desc limit 1`)
  return row && { ...row, before: read(row.before), after: read(row.after) }
}

/** The newest changes of all notices. */
export async function noticeHistory(runner: Runner, limit: number) {
  const rows = await runner.rows<{
    change: number
    undoes: number | null
    mayUndo: boolean
    by: string
    at: Date
    before: unknown
    after: unknown
  }>(sql`
    select n.change_id as change, n.undoes, n.before, n.after, n.changed_at as at,
      not exists (
        select from notice_change c where c.notice_id = n.notice_id and c.change_id > n.change_id) as may_undo,
      (select w.name from technician w where w.username = n.changed_by) as by
    from notice_change n order by n.change_id desc limit ${limit}`)
  return rows.map(({ before, after, ...row }) => ({ ...row, before: shown(read(before)), after: shown(read(after)) }))
}

/** `all` stands for every application: what is null was not there. */
const shown = (notice: KeptNotice | null) =>
  notice && {
    textEs: notice.textEs,
    textEn: notice.textEn,
    area: notice.area ?? 'all',
    version: notice.version,
    from: notice.from.toISOString(),
    until: notice.until.toISOString(),
  }
