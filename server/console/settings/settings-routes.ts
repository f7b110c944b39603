import * as z from 'zod/mini'
import { consoleApi } from '#contract/console/api.ts'
import { settingsMeanwhile } from '#contract/console/settings/settings.ts'
import type { Data } from '#contract/endpoint.ts'
import { changedLeaves, leavesOf } from '#domain/provider/leaves.ts'
import { boundsAt } from '#domain/provider/limit-bounds.ts'
import {
  type ChangedGroups,
  LONGEST_TEXT,
  type ProviderFiles,
  SETTING_GROUPS,
  changeableOf,
  changedGroups,
  inForce,
} from '#domain/settings.ts'
import type { Runner } from '../../db/sql.ts'
import { languageOf } from '../../http/language.ts'
import { notFound } from '../../http/problems.ts'
import { logoIn } from '../../settings/logo.ts'
import { noticeHistory } from '../../settings/notice-history-store.ts'
import { insertPicture } from '../../settings/logo-store.ts'
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
import { cutOffLogo, emptyText, longTexts, outOfBounds, refusedLogo, refusedSetting } from './setting-words.ts'

type Shown = Data<typeof consoleApi.consoleSettings.list>

/** The settings that supervisors change without a restart. */
export function bindSettings(binding: ConsoleBinding, { live: { files } }: Pick<ConsoleDependencies, 'live'>): void {
  const endpoints = consoleApi.consoleSettings
  const shown = (runner: Runner) => settingsShown(runner, files)

  /** Changes some groups, unless somebody else has changed one since. */
  async function change(newest: number, context: ConsoleContext, given: (before: Shown) => ChangedGroups) {
    const { tx, technician, now, note } = context
    await lockSettings(tx)
    const before = await shown(tx)
    if (before.newest !== newest) throw changedMeanwhile(settingsMeanwhile, { current: before })
    const after = given(before)
    for (const group of SETTING_GROUPS) {
      const value = after[group]
      if (value === undefined || JSON.stringify(value) === JSON.stringify(before[group])) continue
      await insertChange(tx, { group, value: JSON.stringify(value), undoes: null, by: technician.username, at: now })
      await note({ details: { setting: group, from: before[group], to: value } })
    }
    return asItIsNow(tx, shown)
  }

  bindConsole(binding, endpoints.list, (_input, { tx }) => shown(tx))

  bindConsole(binding, endpoints.change, ({ newest, ...typed }, context) =>
    change(newest, context, (before) => checked(typed, before, context)),
  )

  bindConsole(binding, endpoints.logo, async ({ newest, theme, picture }, context) => {
    const { tx, technician, now } = context
    const logo = picture === null ? null : taken(picture, context)
    if (logo) await insertPicture(tx, logo, technician.username, now)
    return change(newest, context, (before) => ({ logo: { ...before.logo, [theme]: logo?.stamp ?? null } }))
  })

  bindConsole(binding, endpoints.undo, async ({ change: undone }, { tx, technician, now, note }) => {
    await lockSettings(tx)
    const [last, previous] = await changesBefore(tx, undone)
    if (!last) throw notFound()
    if (last.change !== undone) throw changedMeanwhile(settingsMeanwhile, { current: await shown(tx) })
    const { group } = last
    const value = previous && previous.value !== null ? JSON.stringify(previous.value) : null
    await insertChange(tx, { group, value, undoes: undone, by: technician.username, at: now })
    await note({ details: { setting: group, from: last.value, to: previous?.value ?? 'files' } })
    return asItIsNow(tx, shown)
  })
}

/** Statements about tickets find promises and silence in the provider's row. */
async function asItIsNow(tx: Runner, shown: (runner: Runner) => Promise<Shown>): Promise<Shown> {
  const after = await shown(tx)
  await writeProvider(tx, after)
  return after
}

async function settingsShown(runner: Runner, files: ProviderFiles): Promise<Shown> {
  const changes = await newestChanges(runner)
  const changed = changedSettings(changes)
  const ofFiles = changeableOf(files)
  const history = await settingHistory(runner, MOST_SHOWN)
  const notices = await noticeHistory(runner, MOST_SHOWN)
  return {
    ...changeableOf(inForce(files, changed)),
    changed: SETTING_GROUPS.filter((group) => group in changed),
    newest: changes[0]?.change ?? 0,
    history: [
      ...history.map(({ value, before, ...change }) => ({
        ...change,
        fields: changedFields(change.group, before ?? ofFiles[change.group], value ?? ofFiles[change.group]),
      })),
      ...notices.map(({ before, after, ...change }) => ({
        ...change,
        group: 'notices' as const,
        fields: changedFields('notices', before, after),
      })),
    ]
      .toSorted((a, b) => b.at.getTime() - a.at.getTime())
      .slice(0, MOST_SHOWN),
  }
}

const MOST_SHOWN = 50
const MOST_FIELDS = 40
const LONGEST_SHOWN = 300

function changedFields(
  group: Shown['history'][number]['group'],
  before: unknown,
  after: unknown,
): Shown['history'][number]['fields'] {
  const cut = (text: string | null) =>
    text === null || text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN - 1).toWellFormed()}…`
  return changedLeaves(before, after, group)
    .slice(0, MOST_FIELDS)
    .map(({ field, from, to }) => ({ field: field.slice(0, 100), from: cut(from), to: cut(to) }))
}

const LONGEST_LEGAL = LONGEST_TEXT

/** In characters; of a list all its lines together. */
const LONGEST_TYPED = {
  'names.provider': 100,
  'names.product': 100,
  'contact.openingHours.es': 2000,
  'contact.openingHours.en': 2000,
  'assistant.name': 40,
}

/** By the rules of the file, and those of typing; a wrong value is named by its field. */
function checked(typed: object, before: object, { request, sentences }: ConsoleContext): ChangedGroups {
  const read = z.safeParse(changedGroups, typed)
  const language = languageOf(request)
  if (!read.success) {
    throw wrong(
      Object.fromEntries(read.error.issues.map(({ path }) => [path.join('.'), refusedSetting(path, language)])),
    )
  }
  const given = read.data
  const [was, is] = [leavesOf(before), leavesOf(given)]
  const refused = new Map<string, string>()
  for (const [path, value] of is) {
    const bounds = boundsAt(path)
    // A file may say what nobody may type; it stays as long as nobody touches it.
    if (!bounds || value === was.get(path)) continue
    if (Number(value) < bounds[0] || Number(value) > bounds[1]) refused.set(path, outOfBounds(path, bounds, language))
  }
  for (const [path, most] of Object.entries(LONGEST_TYPED)) {
    const value = is.get(path) ?? ''
    if (value.length > most && value !== was.get(path)) refused.set(path, sentences.field['too-long'](most))
  }
  const legal = [...leavesOf(given.legal, 'legal')]
  for (const [path, text] of legal) if (text === '') refused.set(path, emptyText(language))
  if (legal.reduce((sum, [, text]) => sum + text.length, 0) > LONGEST_LEGAL) {
    refused.set(legal[0]?.[0] ?? 'legal', longTexts(language))
  }
  if (refused.size > 0) throw wrong(Object.fromEntries(refused))
  return given
}

function taken(base64: string, { request }: ConsoleContext) {
  const language = languageOf(request)
  if (base64 === '' || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) throw wrong({ picture: cutOffLogo(language) })
  const logo = logoIn(Buffer.from(base64, 'base64'))
  if ('is' in logo) throw wrong({ picture: refusedLogo(logo, language) })
  return logo
}
