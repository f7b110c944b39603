import { consoleApi } from '#contract/console/api.ts'
import type { StaffTransaction } from '../../db/sql.ts'
import { invalid, notFound, roleMissing } from '../../http/problems.ts'
import { type ConsoleBinding, type ConsoleContext, type Technician, bindConsole } from '../door/console-binding.ts'
import { askingOf } from '../tickets/asking.ts'
import { insistOnDays } from '../tickets/insist-on-days.ts'
import { countLists } from '../tickets/queue-store.ts'
import {
  MOST_SAVED,
  anySavedView,
  deleteSavedView,
  insertSavedView,
  lockSavedViews,
  savedBeside,
  savedView,
  savedViews,
  updateSavedView,
} from './saved-view-store.ts'

/** The queue's filters and orders under a name: each technician's own, and the team's, which supervisors keep. */
export function bindSavedViews(binding: ConsoleBinding): void {
  const { list, find, create, change, remove } = consoleApi.consoleSavedViews

  bindConsole(binding, list, async (_input, context) => {
    const views = await savedViews(context.tx, context.technician.username)
    const counts = await countLists(context.tx, views, await askingOf(context))
    return views.map((view, index) => ({ ...view, count: counts[index] ?? null }))
  })

  bindConsole(binding, find, async ({ savedView: id }, { tx }) => {
    const found = await anySavedView(tx, id)
    if (!found) throw notFound()
    return found
  })

  bindConsole(binding, create, async ({ team = false, ...typed }, context) => {
    insistOnDays(create, typed.filter, 'filter.')
    const { tx, technician, note, now } = context
    if (team) insistOnSupervisor(technician)
    const owner = team ? null : technician.username
    const kept = { ...typed, name: typed.name.trim() }
    const { saved } = await insistOnFreeName(owner, kept.name, null, context)
    if (saved >= MOST_SAVED) throw invalid(({ support }) => support['too-many-views'](String(MOST_SAVED)))
    const id = await insertSavedView(tx, owner, kept, now)
    await note({ details: { savedView: id, name: kept.name, team } })
    return { savedView: id }
  })

  bindConsole(binding, change, async ({ savedView: id, ...typed }, context) => {
    insistOnDays(change, typed.filter, 'filter.')
    const { tx, technician, note } = context
    const { team, name: before } = await insistOnOwn(tx, id, technician)
    const kept = { ...typed, name: typed.name.trim() }
    await insistOnFreeName(team ? null : technician.username, kept.name, id, context)
    await updateSavedView(tx, id, kept)
    await note({ details: { savedView: id, name: kept.name, team, ...(before !== kept.name && { was: before }) } })
    return { savedView: id }
  })

  bindConsole(binding, remove, async ({ savedView: id }, { tx, technician, note }) => {
    const { team, name } = await insistOnOwn(tx, id, technician)
    await deleteSavedView(tx, id)
    await note({ details: { savedView: id, name, team } })
    return null
  })
}

/** A view that this technician may change. Another technician's own counts as missing. */
async function insistOnOwn(tx: StaffTransaction, id: number, technician: Technician) {
  const found = await savedView(tx, id, technician.username)
  if (!found) throw notFound()
  if (found.team) insistOnSupervisor(technician)
  return found
}

function insistOnSupervisor({ role }: Technician): void {
  if (role !== 'supervisor') throw roleMissing()
}

async function insistOnFreeName(owner: string | null, name: string, own: number | null, context: ConsoleContext) {
  const { tx, sentences } = context
  await lockSavedViews(tx)
  const beside = await savedBeside(tx, owner, name)
  if (beside.namesake !== null && beside.namesake !== own) {
    const sentence = sentences.support['view-name-taken']()
    throw invalid(() => sentence, { name: sentence })
  }
  return beside
}
