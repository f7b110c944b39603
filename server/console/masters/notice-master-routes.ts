import { consoleApi } from '#contract/console/api.ts'
import { noticeNow } from '#contract/console/notices.ts'
import type { StaffTransaction } from '../../db/sql.ts'
import { notFound, Problem } from '../../http/problems.ts'
import {
  type KeptNotice,
  type NoticeChange,
  insertNoticeChange,
  newestNoticeChange,
} from '../../settings/notice-history-store.ts'
import { type ConsoleBinding, type ConsoleContext, bindConsole } from '../door/console-binding.ts'
import { changedMeanwhile, changesOf, written, wrong } from './master-form.ts'
import {
  type NoticeForm,
  changeNotice,
  insertNotice,
  listNotices,
  noticeNumbered,
  removeNotice,
  restoreNotice,
} from './notice-master-store.ts'
import { DEFAULT_LIMIT } from '../lists/paged-list.ts'

/** The master of notices; `session.notices` shows them to the customers they concern. */
export function bindNoticesMaster(binding: ConsoleBinding): void {
  const endpoints = consoleApi.consoleNotices

  bindConsole(binding, endpoints.list, ({ limit = DEFAULT_LIMIT, ...question }, { tx, now }) =>
    listNotices(tx, { ...question, limit }, now),
  )

  bindConsole(binding, endpoints.create, async (typed, context) => {
    const { tx, technician, now, note } = context
    const form = checked(typed, context)
    const id = await insertNotice(tx, form, technician.username)
    await note({ details: { notice: id, ...form } })
    const after = written(await noticeNumbered(tx, id, now))
    await keep(context, id, null, after)
    return after
  })

  bindConsole(binding, endpoints.change, async ({ notice: id, revision, ...typed }, context) => {
    const { tx, technician, now, note } = context
    const form = checked(typed, context)
    const before = await find(tx, id, now)
    const changed = await changeNotice(tx, id, { ...form, revision }, technician.username)
    const after = await find(tx, id, now)
    if (!changed) throw changedMeanwhile(noticeNow, { current: after })
    await note({ details: { notice: id, ...changesOf(endpoints.change, before, after, ['notice']) } })
    await keep(context, id, before, after)
    return after
  })

  bindConsole(binding, endpoints.remove, async ({ notice: id, revision }, context) => {
    const { tx, now, note } = context
    const before = await find(tx, id, now)
    if (!(await removeNotice(tx, id, revision))) {
      throw changedMeanwhile(noticeNow, { current: await find(tx, id, now) })
    }
    const { area, version, textEs, textEn, from, until } = before
    await note({ details: { notice: id, area, version, textEs, textEn, from, until } })
    await keep(context, id, before, null)
    return null
  })

  bindConsole(binding, endpoints.undo, async ({ change }, context) => {
    const last = await newestNoticeChange(context.tx, change)
    if (!last) throw notFound()
    const { notice: id, before, after } = last
    if (last.change !== change || !(await putBack(context, last))) {
      throw new Problem(409, (s) => s.master['changed-meanwhile']())
    }
    const now = await noticeNumbered(context.tx, id, context.now)
    await context.note({ details: { notice: id, from: after, to: before } })
    await keep(context, id, after, now ?? null, change)
    return null
  })
}

/** What was before a notice's newest change counts again. False if the notice is no longer as that change left it. */
async function putBack({ tx, technician }: ConsoleContext, { notice, before, after }: NoticeChange): Promise<boolean> {
  if (!after) return before !== null && restoreNotice(tx, notice, before, technician.username)
  if (!before) return removeNotice(tx, notice, after.revision)
  return changeNotice(tx, notice, { ...before, revision: after.revision }, technician.username)
}

/** The history of settings has each change, and undoes it. */
const keep = (
  { tx, technician, now }: ConsoleContext,
  notice: number,
  before: KeptNotice | null,
  after: KeptNotice | null,
  undoes: number | null = null,
) => insertNoticeChange(tx, { notice, before, after, undoes, by: technician.username, at: now })

async function find(tx: StaffTransaction, id: number, now: Date) {
  const found = await noticeNumbered(tx, id, now)
  if (!found) throw notFound()
  return found
}

function checked(typed: NoticeForm, { sentences }: ConsoleContext): NoticeForm {
  if (typed.until <= typed.from) throw wrong({ until: sentences.master['ends-before']() })
  const version = typed.version?.trim() || null
  return { ...typed, version, textEs: typed.textEs.trim(), textEn: typed.textEn.trim() }
}
