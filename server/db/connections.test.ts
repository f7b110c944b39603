import pg from 'pg'
import { expect, test } from 'vitest'
import { testAppForThisTest } from '../testing/test-app.ts'
import { type Database, type Runner, insistOnLeastPrivilege, openDatabase, sql } from './sql.ts'

const DUERO = 1002
const SETTINGS = ['role', 'TimeZone', 'jit', 'statement_timeout', 'idle_in_transaction_session_timeout']

test('what holds a transaction is said within it: a connection that starts is told nothing that a pooler may drop', async () => {
  const { database, staff } = await testAppForThisTest()
  const sources = (runner: Runner) =>
    runner.rows<{ name: string; source: string }>(
      sql`select s.name, s.source from pg_settings s where s.name = any(${SETTINGS})`,
    )
  const told = (rows: readonly { name: string; source: string }[]) =>
    rows.filter(({ source }) => source === 'session').length
  for (const each of [database, staff]) {
    // The role is no row of pg_settings.
    expect(told(await sources(each))).toBe(SETTINGS.length - 1)
    expect(told(await each.inClient(DUERO, sources))).toBe(SETTINGS.length - 1)
    expect(told(await each.acrossClients(sources))).toBe(SETTINGS.length - 1)
    await insistOnLeastPrivilege(each)
  }
})

test('a start is refused where any kind of transaction is run as somebody else, or as one that is exempt', async () => {
  const portal = await testAppForThisTest()
  const owner = openDatabase(portal.url, { role: 'postgres', connections: 2 })
  try {
    await expect(insistOnLeastPrivilege(owner)).rejects.toThrow('is not held by row level security')
    const asOwner: readonly Partial<Database>[] = [
      { row: (statement) => owner.row(statement) },
      { inClient: (client, work) => owner.inClient(client, work) },
      { acrossClients: (work) => owner.acrossClients(work) },
    ]
    for (const part of asOwner) {
      await expect(insistOnLeastPrivilege({ ...portal.database, ...part })).rejects.toThrow(
        'runs statements as postgres instead of portal_app',
      )
    }
  } finally {
    await owner.close()
  }
})

test('a statement alone is a transaction: what fails leaves nothing, and the connection goes on', async () => {
  const { url } = await testAppForThisTest()
  const database = openDatabase(url, { connections: 1 })
  try {
    const process = () => database.row<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    const first = await process()
    await expect(database.rows(sql`select 1 / ${0}::int`)).rejects.toBeInstanceOf(pg.DatabaseError)
    await expect(database.rows(sql`select nothing from nowhere`)).rejects.toBeInstanceOf(pg.DatabaseError)
    await expect(database.rows(sql`select nothing from nowhere`)).rejects.toThrow('nowhere')
    await expect(
      database.rows(sql`insert into failed_login values ('x', 'y', now()), ('x', null, now())`),
    ).rejects.toThrow('null value')
    expect(await database.rows(sql`select from failed_login`)).toEqual([])
    expect(await database.rows(sql`select 7::bigint as number, date '2026-11-22' as day`)).toEqual([
      { number: 7, day: '2026-11-22' },
    ])
    expect(await process()).toEqual(first)
  } finally {
    await database.close()
  }
})

test('a statement may take its time for as long as PostgreSQL answers the probe', async () => {
  const { url } = await testAppForThisTest()
  const database = openDatabase(url, { connections: 1 })
  try {
    expect(await database.rows(sql`select 'whole' as answer from pg_sleep(2.5)`)).toEqual([{ answer: 'whole' }])
  } finally {
    await database.close()
  }
})
