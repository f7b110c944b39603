import * as z from 'zod/mini'
import {
  type ChangeableSettings,
  type ChangedGroups,
  SETTING_GROUPS,
  type SettingGroup,
  changeableSettings,
  changedGroups,
} from '#domain/settings.ts'
import { keptPromises } from '../db/promise-store.ts'
import { type Runner, sql } from '../db/sql.ts'

export interface ChangedGroup {
  readonly change: number
  readonly group: SettingGroup
  /** Null: the file's value. */
  readonly value: unknown
}

/** The newest change of each group. */
export const newestChanges = (runner: Runner) =>
  runner.rows<ChangedGroup>(sql`
    select c.change_id as change, c.setting_group as "group", c.value
    from unnest(${SETTING_GROUPS}::text[]) g (setting_group) cross join lateral (
      select s.* from setting_change s where s.setting_group = g.setting_group
      order by s.change_id desc limit 1) c
    order by c.change_id desc`)

/** How the groups are read: as they are typed, but another version's servers may have written promises. */
const KEPT = { ...changeableSettings.shape, promises: keptPromises }

/** Applies those changes to the settings. A value that this version does not understand is reported, and left out. */
export function changedSettings(
  changes: readonly ChangedGroup[],
  notUnderstood: (group: SettingGroup) => void = () => undefined,
): ChangedGroups {
  const given = Object.fromEntries(changes.flatMap(({ group, value }) => (value === null ? [] : [[group, value]])))
  const known = SETTING_GROUPS.flatMap((group) => {
    if (!(group in given)) return []
    const read = z.safeParse(KEPT[group], given[group])
    if (!read.success) notUnderstood(group)
    return read.success ? [[group, read.data]] : []
  })
  return z.parse(changedGroups, Object.fromEntries(known))
}

/** Changes are made one at a time: the provider's row is locked until the transaction ends. */
export const lockSettings = (runner: Runner) =>
  runner.rows<{ name: string }>(sql`select p.name from provider p for update`)

export const settingHistory = (runner: Runner, limit: number) =>
  runner.rows<{
    change: number
    group: SettingGroup
    undoes: number | null
    mayUndo: boolean
    by: string
    at: Date
    /** Null: the files'. */
    value: unknown
    /** That of the change before; null also if there was none. */
    before: unknown
  }>(sql`
    select s.change_id as change, s.setting_group as "group", s.undoes, s.value,
      (select b.value from setting_change b where b.setting_group = s.setting_group and b.change_id < s.change_id
        order by b.change_id desc limit 1) as before, not exists (
        select from setting_change n where n.setting_group = s.setting_group and n.change_id > s.change_id) as may_undo,
      (select w.name from technician w where w.username = s.changed_by) as by, s.changed_at as at
    from setting_change s order by s.change_id desc limit ${limit}`)

/** The last two changes of the group that a change belongs to, the newest first. */
export const changesBefore = (runner: Runner, change: number) =>
  runner.rows<ChangedGroup>(sql`
    select s.change_id as change, s.setting_group as "group", s.value from setting_change s
    where s.setting_group = (select c.setting_group from setting_change c where c.change_id = ${change})
    order by s.change_id desc limit 2`)

interface NewChange {
  readonly group: SettingGroup
  /** As JSON; null for the files' value. */
  readonly value: string | null
  readonly undoes: number | null
  readonly by: string
  readonly at: Date
}

export const insertChange = (runner: Runner, { group, value, undoes, by, at }: NewChange) =>
  runner.rows(sql`
    insert into setting_change (setting_group, value, undoes, changed_by, changed_at)
    values (${group}, ${value}::jsonb, ${undoes}, ${by}, ${at})`)

/**
 * Writes the values that the statements about tickets read. If silence never counts, for lack of mail, that stays so.
 */
export const writeProvider = (
  runner: Runner,
  { names, promises, silence }: Pick<ChangeableSettings, 'names' | 'promises' | 'silence'>,
) =>
  runner.rows(sql`
    update provider set name = ${names.provider}, promises = ${JSON.stringify(promises)}::jsonb,
      silence = case when silence is null then null else ${JSON.stringify(silence)}::jsonb end`)
