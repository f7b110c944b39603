import * as z from 'zod/mini'
import { consoleApi } from '#contract/console/api.ts'
import { settingsMeanwhile } from '#contract/console/settings/settings.ts'
import type { Data } from '#contract/endpoint.ts'
import {
  type ChangedGroups,
  SETTING_GROUPS,
  type Settings,
  changeableOf,
  changedGroups,
  withChanges,
} from '#domain/settings.ts'
import type { Runner } from '../../db/sql.ts'
import { languageOf } from '../../http/language.ts'
import { notFound } from '../../http/problems.ts'
import {
  changedSettings,
  changesBefore,
  insertChange,
  lockSettings,
  newestChanges,
  settingHistory,
  writeProvider,
} from '../../settings/settings-store.ts'
import type { ConsoleDependencies } from '../door/console-dependencies.ts'
import { type ConsoleBinding, type ConsoleContext, bindConsole } from '../door/console-binding.ts'
import { changedMeanwhile, wrong } from '../masters/master-form.ts'
import { refusedSetting } from './setting-words.ts'

type Shown = Data<typeof consoleApi.consoleSettings.list>

/** The settings that supervisors change without a restart. */
export function bindSettings(binding: ConsoleBinding, { settingsInFiles: files }: ConsoleDependencies): void {
  const endpoints = consoleApi.consoleSettings
  const shown = (runner: Runner) => settingsShown(runner, files)

  bindConsole(binding, endpoints.list, (_input, { tx }) => shown(tx))

  bindConsole(binding, endpoints.change, async ({ newest, ...typed }, context) => {
    const { tx, technician, now, note } = context
    await lockSettings(tx)
    const before = await shown(tx)
    if (before.newest !== newest) throw changedMeanwhile(settingsMeanwhile, { current: before })
    const given = checked(typed, context)
    for (const group of SETTING_GROUPS) {
      const value = given[group]
      if (value === undefined || JSON.stringify(value) === JSON.stringify(before[group])) continue
      await insertChange(tx, { group, value: JSON.stringify(value), undoes: null, by: technician.username, at: now })
      await note({ details: { setting: group, from: before[group], to: value } })
    }
    return inForce(tx, shown)
  })

  bindConsole(binding, endpoints.undo, async ({ change }, { tx, technician, now, note }) => {
    await lockSettings(tx)
    const [last, previous] = await changesBefore(tx, change)
    if (!last) throw notFound()
    if (last.change !== change) throw changedMeanwhile(settingsMeanwhile, { current: await shown(tx) })
    const { group } = last
    const value = previous && previous.value !== null ? JSON.stringify(previous.value) : null
    await insertChange(tx, { group, value, undoes: change, by: technician.username, at: now })
    await note({ details: { setting: group, from: last.value, to: previous?.value ?? 'files' } })
    return inForce(tx, shown)
  })
}

/** Statements about tickets read promises and silence from the provider's row. */
async function inForce(tx: Runner, shown: (runner: Runner) => Promise<Shown>): Promise<Shown> {
  const after = await shown(tx)
  await writeProvider(tx, after)
  return after
}

async function settingsShown(runner: Runner, files: Settings): Promise<Shown> {
  const changes = await newestChanges(runner)
  const changed = changedSettings(changes)
  return {
    ...changeableOf(withChanges(files, changed)),
    changed: SETTING_GROUPS.filter((group) => group in changed),
    newest: changes[0]?.change ?? 0,
    history: await settingHistory(runner),
  }
}

/** Applies the rules of the file, and names a wrong value by its field. */
function checked(typed: object, { request }: ConsoleContext): ChangedGroups {
  const read = z.safeParse(changedGroups, typed)
  if (read.success) return read.data
  const language = languageOf(request)
  throw wrong(Object.fromEntries(read.error.issues.map(({ path }) => [path.join('.'), refusedSetting(path, language)])))
}
