import type { ModuleEntry } from '#domain/module.ts'
import type { ClientArea } from '#domain/account.ts'
import { inForce } from '#domain/settings.ts'
import { changedSettings, newestChanges } from '../settings/settings-store.ts'
import { readModules, readOfficeCalendar, readProvider, readSettings } from '../provider-settings.ts'
import { type Database, sql } from './sql.ts'

/**
 * At every start, gives the modules and office calendar of `content` to a database that lacks them. Existing rows stay.
 * Only values of the settings are updated, because they are edited in a file; later changes by supervisors count above
 * it. Without mail (`mails`) nobody can be warned that silence will count as acceptance, so it does not count.
 */
export async function seedProviderData(db: Database, { mails, content }: Given): Promise<void> {
  const modules = (await readModules(content)).map(({ category, ...module }) => ({ ...module, area: AREAS[category] }))
  await db.rows(sql`
    insert into module (number, name, area, topic, listed)
    select number, name, area, topic, listed
    from jsonb_to_recordset(${JSON.stringify(modules)}::jsonb)
      as m (number bigint, name text, area text, topic text, listed boolean)
    on conflict do nothing`)
  await db.rows(sql`
    insert into office_calendar (calendar) values (${JSON.stringify(await readOfficeCalendar(content))}::jsonb)
    on conflict do nothing`)
  const changed = changedSettings(await newestChanges(db))
  const files = await readProvider(await readSettings(content), content)
  const { provider, promises, silence } = inForce(files, changed).settings
  await db.rows(sql`
    insert into provider (name, promises, silence)
    values (${provider.name}, ${JSON.stringify(promises)}::jsonb, ${mails ? JSON.stringify(silence) : null}::jsonb)
    on conflict (only_one) do update
      set name = excluded.name, promises = excluded.promises, silence = excluded.silence`)
}

interface Given {
  readonly mails: boolean
  /** The provider's folder; the shipped one by default. */
  readonly content?: string
}

const AREAS: Record<ModuleEntry['category'], ClientArea> = { RE: 'main', APPS: 'apps', ASPRO: 'aspro' }
