import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../fresh-database.ts'
import { load } from './load.ts'
import { NOON } from '../noon.ts'

let database: FreshDatabase

beforeAll(async () => {
  database = await freshDatabase()
  const size = { tickets: 800, clients: 20, largest: 300, smallest: 3, ticketsAPerson: 50 }
  await load(database.owner, NOON, { size, searchable: 'all' })
})
afterAll(() => database.drop())

test('a load has as many tickets as asked, the largest client and the smallest included', async () => {
  const sizes = await database.list<[number]>('select count(*) from ticket group by client_id order by 1 desc')
  expect(sizes.reduce((sum, [each]) => sum + each, 0)).toBe(800)
  expect([sizes.length, sizes[0], sizes.at(-1)]).toEqual([20, [300], [3]])
})

test('its words are those that the product itself keeps', async () => {
  const kept = (table: string) => database.list(`select * from ${table} order by 1, 2, 3, 4`)
  const words = 'select distinct client_id, word, stem, reversed from search_word order by 1, 2'
  const [places, said] = [await kept('search_place'), await database.list(words)]
  expect(places.length).toBeGreaterThan(10_000)
  await database.owner.query('truncate search_place, search_word')
  await database.owner.query('call fill_search_words()')
  expect(await kept('search_place')).toEqual(places)
  expect(await database.list(words)).toEqual(said)
})
