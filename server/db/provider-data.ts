import storedModules from '#content/modules.json' with { type: 'json' }
import storedCalendar from '#content/office-calendar.json' with { type: 'json' }
import storedSettings from '#content/settings.json' with { type: 'json' }
import * as z from 'zod/mini'
import { type ModuleEntry, moduleEntry } from '#domain/module.ts'
import { officeCalendar } from '#domain/office-hours.ts'
import type { ClientArea } from '#domain/account.ts'
import { settings } from '#domain/settings.ts'
import { type Database, sql } from './sql.ts'

/**
 * At every start, gives the modules and office calendar of `content/` to a database that lacks them. Existing rows
 * stay; only values of the settings are updated, because they are edited in a file. Without mail (`mails`) nobody can be
 * warned that silence will count as acceptance, so it does not count.
 */
export async function seedProviderData(db: Database, { mails }: { readonly mails: boolean }): Promise<void> {
  const modules = z
    .array(moduleEntry)
    .parse(storedModules)
    .map(({ category, ...module }) => ({ ...module, area: AREAS[category] }))
  await db.rows(sql`
    insert into module (number, name, area, topic, listed)
    select number, name, area, topic, listed
    from jsonb_to_recordset(${JSON.stringify(modules)}::jsonb)
      as m (number bigint, name text, area text, topic text, listed boolean)
    on conflict do nothing`)
  await db.rows(sql`
    insert into office_calendar (calendar) values (${JSON.stringify(officeCalendar.parse(storedCalendar))}::jsonb)
    on conflict do nothing`)
  const { provider, promises, silence } = settings.parse(storedSettings)
  await db.rows(sql`
    insert into provider (name, promises, silence)
    values (${provider.name}, ${JSON.stringify(promises)}::jsonb, ${mails ? JSON.stringify(silence) : null}::jsonb)
    on conflict (only_one) do update
      set name = excluded.name, promises = excluded.promises, silence = excluded.silence`)
}

const AREAS: Record<ModuleEntry['category'], ClientArea> = { RE: 'main', APPS: 'apps', ASPRO: 'aspro' }
