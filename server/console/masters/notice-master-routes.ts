import { consoleApi } from '#contract/console/api.ts'
import { noticeNow } from '#contract/console/notices.ts'
import type { StaffTransaction } from '../../db/sql.ts'
import { notFound } from '../../http/problems.ts'
import { type ConsoleBinding, type ConsoleContext, bindConsole } from '../door/console-binding.ts'
import { changedMeanwhile, changesOf, written, wrong } from './master-form.ts'
import {
  type NoticeForm,
  changeNotice,
  insertNotice,
  listNotices,
  noticeNumbered,
  removeNotice,
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
    return written(await noticeNumbered(tx, id, now))
  })

  bindConsole(binding, endpoints.change, async ({ notice: id, revision, ...typed }, context) => {
    const { tx, technician, now, note } = context
    const form = checked(typed, context)
    const before = await find(tx, id, now)
    const changed = await changeNotice(tx, id, { ...form, revision }, technician.username)
    const after = await find(tx, id, now)
    if (!changed) throw changedMeanwhile(noticeNow, { current: after })
    const fields = ['area', 'version', 'textEs', 'textEn', 'from', 'until'] as const
    await note({ details: { notice: id, ...changesOf(before, after, fields) } })
    return after
  })

  bindConsole(binding, endpoints.remove, async ({ notice: id, revision }, { tx, now, note }) => {
    const before = await find(tx, id, now)
    if (!(await removeNotice(tx, id, revision))) {
      throw changedMeanwhile(noticeNow, { current: await find(tx, id, now) })
    }
    const { area, version, textEs, textEn, from, until } = before
    await note({ details: { notice: id, area, version, textEs, textEn, from, until } })
    return null
  })
}

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
