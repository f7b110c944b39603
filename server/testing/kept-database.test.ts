import { expect, onTestFinished, test } from 'vitest'
import { makeTwin } from '../isolation/twins.ts'
import { freshDatabase } from './fresh-database.ts'
import { keepDatabase } from './kept-database.ts'

test('rows are kept, put back and copied to another client in a table with a column that PostgreSQL generates', async () => {
  const { owner, list, drop } = await freshDatabase()
  onTestFinished(drop)
  await owner.query(`
    alter table client add column initial text generated always as (left(name, 1)) stored;
    insert into client (client_id, name, email, areas) values (1, 'Duero', 'x@example.com', '{main}')`)
  const names = () => list(`select client_id::int, name, initial from client order by client_id`)
  const kept = await keepDatabase(owner)
  await owner.query(`update client set name = 'Ebro'`)
  expect(await kept.restore()).toEqual(['client'])
  expect(await names()).toEqual([[1, 'Duero', 'D']])

  await makeTwin(owner, 1, 2, ['client'])
  expect(await names()).toEqual([
    [1, 'Duero', 'D'],
    [2, 'Duero', 'D'],
  ])
})
