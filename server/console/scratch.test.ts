import { test } from 'vitest'
import { load } from '../testing/load.ts'
import { NOON, testApp } from '../testing/test-app.ts'
test('measure', async () => {
  const portal = await testApp()
  const time = async (name: string, work: () => Promise<unknown>) => { const s = performance.now(); await work(); console.log(name, Math.round(performance.now() - s)) }
  await portal.owner.query('drop index entry_by_words, ticket_by_words, entry_by_number_alone')
  await time('load without', () => load(portal.owner, NOON))
  await time('tsvectors', () => portal.owner.query('select sum(length(search_words(text))) from entry'))
  await time('simple only', () => portal.owner.query("select sum(length(to_tsvector('pg_catalog.simple', text))) from entry"))
  await time('spanish only', () => portal.owner.query("select sum(length(to_tsvector('pg_catalog.spanish', text))) from entry"))
  await time('regexp only', () => portal.owner.query("select sum(length(regexp_replace(translate(lower(text), 'áàâäãåéèêëíìîïóòôöõúùûüýñç', 'aaaaaaeeeeiiiiooooouuuuync'), '[^a-z0-9]+', ' ', 'g'))) from entry"))
  await time('index entry', () => portal.owner.query('create index entry_by_words on entry using gin (search_words(text))'))
  await time('index ticket', () => portal.owner.query('create index ticket_by_words on ticket using gin (search_words(title))'))
  console.log((await portal.owner.query("select count(*), pg_size_pretty(pg_relation_size('entry_by_words')) from entry")).rows)
  await portal.close()
}, 400_000)
