import { beforeEach, expect, onTestFinished, test } from 'vitest'
import storedCalendar from '#content/office-calendar.json' with { type: 'json' }
import { type FreshDatabase, freshDatabase } from '../testing/fresh-database.ts'
import { seedProviderData } from './provider-data.ts'

let fresh: FreshDatabase
beforeEach(async () => {
  fresh = await freshDatabase() // which has seeded it once
  onTestFinished(() => fresh.drop())
})

test('a new database gets the modules, those that no list offers among them, and the office calendar', async () => {
  const modules = await fresh.list(`
    select name, area, topic, listed from module
    where name in ('Ventas', 'Portal del Cliente', 'BC Contabilidad', 'Intranet') order by number`)
  expect(modules).toEqual([
    ['Ventas', 'main', 'ventas', true],
    ['Intranet', 'main', '', false],
    ['Portal del Cliente', 'apps', 'portal-del-cliente', true],
    ['BC Contabilidad', 'aspro', 'bc-contabilidad', true],
  ])
  expect(await fresh.list('select calendar from office_calendar')).toEqual([[storedCalendar]])
})

test('rows changed in the database stay, and missing ones come back', async () => {
  await fresh.owner.query(`update module set topic = 'cambiado' where name = 'Ventas'`)
  await fresh.owner.query(`delete from module where name = 'Contabilidad'`)
  await fresh.owner.query(`update office_calendar set calendar = jsonb_set(calendar, '{zone}', '"Atlantic/Canary"')`)
  const [[before] = []] = await fresh.list<[number]>('select count(*)::int from module')

  await seedProviderData(fresh.db, { mails: true })

  expect(
    await fresh.list(`select name, topic from module where name in ('Ventas', 'Contabilidad') order by 1`),
  ).toEqual([
    ['Contabilidad', 'contabilidad'],
    ['Ventas', 'cambiado'],
  ])
  expect(await fresh.list('select count(*)::int from module')).toEqual([[Number(before) + 1]])
  expect(await fresh.list(`select calendar ->> 'zone' from office_calendar`)).toEqual([['Atlantic/Canary']])
})

test('silence counts as a yes only where mail leaves to warn of it', async () => {
  await seedProviderData(fresh.db, { mails: false })
  expect(await fresh.list('select silence from provider')).toEqual([[null]])
  await seedProviderData(fresh.db, { mails: true })
  expect(await fresh.list('select silence from provider')).toEqual([[{ officeDays: 15, warningOfficeDays: 5 }]])
})
