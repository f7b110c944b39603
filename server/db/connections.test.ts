import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { testAppForThisTest } from '../testing/test-app.ts'
import { type Database, type Runner, insistOnLeastPrivilege, openDatabase, sql } from './sql.ts'

const LEVANTE = 1001
const DUERO = 1002
const SETTINGS = ['role', 'TimeZone', 'jit', 'statement_timeout', 'idle_in_transaction_session_timeout']

test('the settings of a transaction are made within it: the start of a connection sets nothing that a pooler may drop', async () => {
  const { database, staff } = await testAppForThisTest()
  const sources = (runner: Runner) =>
    runner.rows<{ name: string; source: string }>(
      sql`select s.name, s.source from pg_settings s where s.name = any(${SETTINGS})`,
    )
  const told = (rows: readonly { name: string; source: string }[]) =>
    rows.filter(({ source }) => source === 'session').length
  for (const each of [database, staff]) {
    // The view pg_settings has no row for the role.
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
    await expect(insistOnLeastPrivilege(owner)).rejects.toThrow('is exempt from row level security')
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

test('statements asked for at once travel in one message: one that fails takes the others with it, and the connection goes on', async () => {
  const { url } = await testAppForThisTest()
  const database = openDatabase(url, { connections: 1 })
  const kept = (value: unknown) => sql`insert into failed_login (address, username, at) values ('x', ${value}, now())`
  const divided = (by: number) => sql`select 6 / ${by}::int as share`
  const round: { self?: unknown } = {}
  round.self = round
  try {
    for (const bad of [divided(0), sql`select nothing from nowhere`, sql`select ${round}::text as text`, kept(null)]) {
      const outcomes = await database
        .inClient(LEVANTE, (tx) => Promise.allSettled([tx.rows(kept('y')), tx.rows(bad), tx.rows(divided(2))]))
        .catch((error: unknown) => error)
      expect(outcomes).toEqual(new Error('The transaction was rolled back: an error inside it was not passed on'))
      await expect(
        database.readClient(LEVANTE, (tx) => Promise.all([tx.rows(divided(3)), tx.rows(bad)])),
      ).rejects.toThrow(Error)
      await expect(database.rows(bad)).rejects.toThrow(Error)
      expect(await database.rows(sql`select from failed_login`)).toEqual([])
      const read = (tx: Runner) => Promise.all([tx.row(divided(2)), tx.row(divided(3)), tx.row(divided(2))])
      const shares = [{ share: 3 }, { share: 2 }, { share: 3 }]
      expect(await database.readClient(LEVANTE, read)).toEqual(shares)
      expect(await database.inClient(LEVANTE, read)).toEqual(shares)
    }
  } finally {
    await database.close()
  }
})

test('what work leaves for later is done before the next statement, and at the latest with the commit, which fails with it', async () => {
  const { url } = await testAppForThisTest()
  const database = openDatabase(url, { connections: 1 })
  const kept = (value: unknown) => sql`insert into failed_login (address, username, at) values ('x', ${value}, now())`
  const all = sql`select f.username from failed_login f order by f.at, f.username`
  const round: { self?: unknown } = {}
  round.self = round
  try {
    for (const bad of [sql`select 1 / ${0}::int`, sql`select nothing from nowhere`, sql`select ${round}::text`]) {
      const failing = async (rest: (runner: Runner) => Promise<unknown>) =>
        database.inClient(LEVANTE, async (tx) => {
          tx.later(kept('lost'))
          tx.later(bad)
          await rest(tx)
        })
      await expect(failing(async () => undefined)).rejects.toThrow(Error)
      await expect(failing((tx) => tx.rows(all))).rejects.toThrow(Error)
      expect(await database.rows(all)).toEqual([])
    }
    await database.acrossClients(async (tx) => {
      tx.of(LEVANTE).later(kept('a'))
      expect(await tx.rows(all)).toEqual([{ username: 'a' }])
      tx.later(kept('b'))
    })
    await database.inClient(LEVANTE, async (tx) => tx.later(kept('c')))
    expect(await database.rows(all)).toEqual(['a', 'b', 'c'].map((username) => ({ username })))
    await expect(database.readClient(LEVANTE, async (tx) => tx.later(kept('d')))).rejects.toThrow('only reads')
  } finally {
    await database.close()
  }
})

test('PostgreSQL describes the columns of a statement once on each connection', async () => {
  const { url } = await testAppForThisTest()
  const database = openDatabase(url, { connections: 1 })
  const described = vi.spyOn(pg.Connection.prototype as unknown as { describe(): void }, 'describe')
  try {
    const doubled = (number: number) =>
      database.readClient(LEVANTE, (tx) =>
        tx.row(sql`select ${number}::int * 2 as twice_as_much, array[1, 2] as both, null::date as no_day`),
      )
    for (const number of [1, 2, 3])
      expect(await doubled(number)).toEqual({ twiceAsMuch: 2 * number, both: [1, 2], noDay: null })
    expect(described).toHaveBeenCalledOnce()
  } finally {
    described.mockRestore()
    await database.close()
  }
})

test('a reading writes nothing, and reaches its client alone', async () => {
  const { database } = await testAppForThisTest()
  const clients = sql`select distinct client_id as client from ticket`
  expect(await database.readClient(DUERO, (tx) => tx.rows(clients))).toEqual([{ client: DUERO }])
  expect(await database.rows(clients)).toEqual([])
  const write = sql`insert into failed_login (address, username, at) values ('x', 'y', now())`
  await expect(database.readClient(DUERO, (tx) => tx.rows(write))).rejects.toThrow('read-only transaction')
  await database.inClient(DUERO, (tx) => tx.rows(write))
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

test('a busy process does not take itself for a silent database', async () => {
  const { url } = await testAppForThisTest()
  const database = openDatabase(url, { connections: 1 })
  let isBusy = true
  const stand = () => {
    const until = performance.now() + 400
    while (performance.now() < until);
    if (isBusy) setImmediate(stand)
  }
  try {
    await database.rows(sql`select`)
    const slow = database.rows(sql`select 'whole' as answer from pg_sleep(5)`)
    setImmediate(stand)
    expect(await slow).toEqual([{ answer: 'whole' }])
  } finally {
    isBusy = false
    await database.close()
  }
})

describe('of those who wait for a connection', () => {
  test('nobody is refused because others take their time', async () => {
    const { url } = await testAppForThisTest()
    const database = openDatabase(url, { connections: 1 })
    try {
      const slow = database.inClient(DUERO, (tx) => tx.rows(sql`select from pg_sleep(2.5)`))
      expect(await database.inClient(LEVANTE, (tx) => tx.rows(sql`select 7 as seven`))).toEqual([{ seven: 7 }])
      await slow
    } finally {
      await database.close()
    }
  })

  test('one client has a part of them alone: fifty slow transactions of one keep no other one waiting', async () => {
    const { url } = await testAppForThisTest()
    const database = openDatabase(url, { connections: 4 })
    try {
      let done = 0
      const slow = Array.from({ length: 50 }, async () => {
        await database.inClient(DUERO, (tx) => tx.rows(sql`select from pg_sleep(0.2)`))
        done += 1
      })
      for (let another = 0; another < 3; another += 1) {
        const before = done
        await database.inClient(LEVANTE, (tx) => tx.rows(sql`select 7 as seven`))
        await database.rows(sql`select 7 as seven`)
        // Of the fifty, only those already under way may have ended meanwhile.
        expect(done - before).toBeLessThanOrEqual(2)
      }
      expect(done).toBeLessThan(10)
      await Promise.all(slow)
      expect(done).toBe(50)
    } finally {
      await database.close()
    }
  })
})
