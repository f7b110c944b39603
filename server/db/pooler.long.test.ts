// Behind a real PgBouncer that drops the start-up options of connections.
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startJobs } from '../jobs/jobs.ts'
import { startPooler } from '../testing/debian/pgbouncer.ts'
import { secondServer } from '../testing/second-server.ts'
import { testAppForThisTest } from '../testing/test-app.ts'
import { insistOnSessions } from './check-database.ts'
import { type Database, type Runner, insistOnLeastPrivilege, openDatabase, sql } from './sql.ts'

const LEVANTE = 1001
const DUERO = 1002
const log = pino({ level: 'silent' })

describe.each(['session', 'transaction'] as const)('in %s mode', (mode) => {
  test('every kind of transaction is its role’s, within its limits, and no customer’s reaches more than its client', async () => {
    const { customers, technicians } = await behindPooler()
    for (const database of [customers, technicians]) {
      await insistOnLeastPrivilege(database)
      expect(await bounds(database)).toEqual({ ...BOUNDS, role: database.role })
      await database.inClient(DUERO, async (tx) => expect(await bounds(tx)).toEqual({ ...BOUNDS, role: database.role }))
      await database.acrossClients(async (tx) => expect(await bounds(tx)).toEqual({ ...BOUNDS, role: database.role }))
    }
    const clientsOf = async (runner: Runner) =>
      (await runner.rows<{ client: number }>(sql`select distinct client_id as client from ticket`)).map(
        ({ client }) => client,
      )
    expect(await clientsOf(customers)).toEqual([])
    expect(await customers.inClient(DUERO, clientsOf)).toEqual([DUERO])
    expect(await customers.acrossClients(clientsOf)).toEqual([])
    expect((await technicians.acrossClients(clientsOf)).length).toBeGreaterThan(2)
    await expect(customers.rows(sql`select from audit`)).rejects.toThrow('permission denied')
  })

  test('two clients’ people and the technicians at once are each told their own, three hundred times, without a fault', async () => {
    const { app, url } = await behindPooler()
    const server = await secondServer(app, {}, url)
    onTestFinished(() => server.close())
    const people = [
      { cookie: await app.enter('LEV-01', 11), client: LEVANTE },
      { cookie: await app.logIn('pablo', 'Demo-pablo-1'), client: DUERO },
    ]
    const ask = async (person: (typeof people)[number]) => {
      const headers = { cookie: person.cookie }
      const [session, list] = await Promise.all([
        server.inject({ url: '/api/login/check_session', headers }),
        server.inject({ url: '/api/consultas/get_lista', query: { estado: 'P' }, headers }),
      ])
      expect([session.statusCode, list.statusCode]).toEqual([200, 200])
      return { client: person.client, list: list.body }
    }
    const answers: Awaited<ReturnType<typeof ask>>[] = []
    // More calls at once than there are connections, and fewer than the crowd in which reads are refused.
    while (answers.length < 300) {
      const round = Array.from({ length: 12 }, () => people.map(ask)).flat()
      answers.push(...(await Promise.all(round)))
    }
    for (const { client } of people) {
      const own = new Set(answers.filter((answer) => answer.client === client).map(({ list }) => list))
      expect(own.size).toBe(1)
    }
    const [one, other] = people.map(({ client }) => answers.find((answer) => answer.client === client)?.list)
    expect(one).not.toBe(other)
  })

  test('a transaction that fails, or a statement alone, leaves nothing behind on what others are given next', async () => {
    const { customers, technicians } = await behindPooler()
    for (let round = 0; round < 30; round += 1) {
      await Promise.all([
        customers.inClient(DUERO, (tx) => tx.rows(sql`select 1 / ${0}`)).catch(() => undefined),
        customers.rows(sql`select 1 / ${0}::int`).catch(() => undefined),
        technicians.acrossClients((tx) => tx.rows(sql`select from no_such_table`)).catch(() => undefined),
        technicians.rows(sql`select from audit`),
        customers.inClient(LEVANTE, async (tx) => {
          const { client } = await tx.row<{ client: number }>(sql`select distinct client_id as client from ticket`)
          expect(client).toBe(LEVANTE)
        }),
      ])
      expect(await bounds(customers)).toEqual({ ...BOUNDS, role: customers.role })
    }
  })

  async function behindPooler() {
    const app = await testAppForThisTest()
    const pooler = await startPooler(app.url, mode)
    const customers = openDatabase(pooler.url, { connections: 6 })
    const technicians = openDatabase(pooler.url, { role: 'portal_staff', connections: 4 })
    onTestFinished(async () => {
      await customers.close()
      await technicians.close()
      await pooler.stop()
    })
    return { app, customers, technicians, url: pooler.url }
  }
})

test('migrations and jobs are refused a pooler that shares connections, with a sentence, and do with one that does not', async () => {
  const app = await testAppForThisTest()
  const shared = await startPooler(app.url, 'transaction')
  onTestFinished(shared.stop)
  const busy = openDatabase(shared.url, { connections: 3 })
  onTestFinished(() => busy.close())
  let isBusy = true
  const others = [1, 2, 3].map(async () => {
    while (isBusy) await busy.rows(sql`select 1`)
  })
  onTestFinished(async () => {
    isBusy = false
    await Promise.all(others)
  })
  for (let round = 0; round < 20; round += 1) {
    await expect(insistOnSessions(shared.url)).rejects.toThrow(/DATABASE_DIRECT_URL must lead to PostgreSQL itself/)
  }
  const own = await startPooler(app.url, 'session')
  onTestFinished(own.stop)
  await insistOnSessions(own.url)
  await insistOnSessions(app.url)
  let ran = 0
  const jobs = await startJobs(own.url, [{ name: 'tried', cron: '0 0 1 1 *', run: async () => (ran += 1) }], log)
  onTestFinished(jobs.stop)
  await jobs.runSoon('tried')
  await expect.poll(() => ran).toBe(1)
})

const BOUNDS = { zone: 'UTC', jit: 'off', statement: '15s', idle: '30s' }

const bounds = (runner: Pick<Database, 'row'>) =>
  runner.row(sql`
    select current_user::text as role, current_setting('timezone') as zone, current_setting('jit') as jit,
      current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`)
