import type { consoleNotices } from '#contract/console/notices.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { type Runner, sql } from '../../db/sql.ts'
import { readCursor } from '../lists/cursor.ts'
import { type ListQuestion, all, holds, partOf } from '../lists/paged-list.ts'

export type NoticeForm = Input<typeof consoleNotices.create>

type ListedNotice = Data<typeof consoleNotices.change>

const notice = (now: Date) => sql`
  n.notice_id as id, n.area, n.version, n.text_es, n.text_en, n.shown_from as "from",
  n.shown_until as "until", n.revision,
  case when n.shown_until <= ${now} then 'past' when n.shown_from > ${now} then 'coming' else 'current' end as state,
  (select w.name from technician w where w.username = n.written_by) as changed_by`

/** Notices, the latest beginning first. */
export async function listNotices(
  runner: Runner,
  { search, state, after, limit }: ListQuestion<typeof consoleNotices.list>,
  now: Date,
) {
  const [from = null, id = null] = after === undefined ? [] : readCursor(after, ['instant', 'number'])
  const which = {
    past: sql`n.shown_until <= ${now}`,
    coming: sql`n.shown_from > ${now}`,
    current: sql`n.shown_from <= ${now} and n.shown_until > ${now}`,
  }
  const rows = await runner.rows<ListedNotice>(sql`
    select ${notice(now)} from notice n
    where ${all(
      from === null ? sql`true` : sql`(n.shown_from, n.notice_id) < (${from}::timestamptz, ${id}::bigint)`,
      state === undefined ? sql`true` : which[state],
      holds(search, sql`n.text_es`, sql`n.text_en`),
    )}
    order by n.shown_from desc, n.notice_id desc limit ${limit + 1}`)
  return partOf(rows, limit, (last) => [last.from.toISOString(), last.id])
}

export const noticeNumbered = (runner: Runner, id: number, now: Date) =>
  runner.maybe<ListedNotice>(sql`select ${notice(now)} from notice n where n.notice_id = ${id}`)

export async function insertNotice(runner: Runner, form: NoticeForm, username: string): Promise<number> {
  const { id } = await runner.row<{ id: number }>(sql`
    insert into notice (area, version, text_es, text_en, shown_from, shown_until, written_by)
    values (${form.area}, ${form.version}, ${form.textEs}, ${form.textEn}, ${form.from}, ${form.until}, ${username})
    returning notice_id as id`)
  return id
}

/** False if somebody has changed it since. */
export async function changeNotice(
  runner: Runner,
  id: number,
  form: NoticeForm & { readonly revision: number },
  username: string,
): Promise<boolean> {
  const changed = await runner.maybe(sql`
    update notice n set area = ${form.area}, version = ${form.version}, text_es = ${form.textEs},
      text_en = ${form.textEn}, shown_from = ${form.from}, shown_until = ${form.until}, written_by = ${username},
      revision = n.revision + 1
    where n.notice_id = ${id} and n.revision = ${form.revision}
    returning n.revision`)
  return changed !== undefined
}

/** False if somebody has changed it since. */
export async function removeNotice(runner: Runner, id: number, revision: number): Promise<boolean> {
  const removed = await runner.maybe(
    sql`delete from notice n where n.notice_id = ${id} and n.revision = ${revision} returning n.revision`,
  )
  return removed !== undefined
}

/** Puts a removed notice back under its number. False if it is there. */
export async function restoreNotice(
  runner: Runner,
  id: number,
  form: NoticeForm & { readonly revision: number },
  username: string,
): Promise<boolean> {
  const restored = await runner.maybe(sql`
    insert into notice (notice_id, area, version, text_es, text_en, shown_from, shown_until, written_by, revision)
    overriding system value
    values (${id}, ${form.area}, ${form.version}, ${form.textEs}, ${form.textEn}, ${form.from}, ${form.until}, ${username},
      ${form.revision + 1})
    on conflict (notice_id) do nothing returning revision`)
  return restored !== undefined
}
