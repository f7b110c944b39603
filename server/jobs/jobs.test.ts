import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { noteLate } from '../console/jobs/job-clock-store.ts'
import { type TestApp, testAppForThisTest } from '../testing/test-app.ts'
import { type Job, type Jobs, startJobs, steadyClock } from './jobs.ts'
import { seldom } from './often.ts'
import { patient } from '../testing/patience.ts'

const log = pino({ level: 'silent' })
const YEARLY = '0 0 1 1 *'

async function server(portal: TestApp, jobs: readonly Job[], says = log): Promise<Jobs> {
  const onLate = (late: readonly string[]) => noteLate(portal.staff, late, new Date())
  const started = await startJobs(portal.url, jobs, says, { lookMs: 200, onLate })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= started.stop())
  onTestFinished(stop)
  return { ...started, stop }
}

const until = async (holds: () => boolean | Promise<boolean>) => {
  for (let waited = 0; !(await holds()); waited += 50) {
    if (waited > patient(15_000)) throw new Error('It did not come about')
    await sleep(50)
  }
}

test('of two servers one runs a job, once, and never two at a time', async () => {
  const portal = await testAppForThisTest()
  let running = 0
  const ran: string[] = []
  const together: number[] = []
  const on = (name: string): Job => ({
    name: 'tried',
    cron: YEARLY,
    run: async () => {
      running += 1
      together.push(running)
      await sleep(100)
      ran.push(name)
      running -= 1
    },
  })
  const servers = [await server(portal, [on('one')]), await server(portal, [on('other')])]
  for (const round of [1, 2, 3]) {
    const asked = await Promise.all([...servers, ...servers].map(({ runSoon }) => runSoon('tried')))
    expect(asked.filter(Boolean)).toHaveLength(1)
    await until(() => ran.length === round)
  }
  await sleep(2500)
  expect(ran).toHaveLength(3)
  expect(together).toEqual([1, 1, 1])
})

test('jobs that wait while no server runs are done by the next one, and a failed one is tried again', async () => {
  const portal = await testAppForThisTest()
  const jobs = { name: 'kept', cron: YEARLY }
  let wasRun = 0
  const before = await server(portal, [{ ...jobs, run: () => Promise.reject(new Error('half way')) }])
  expect(await before.runSoon('kept')).toBe(true)
  // It fails, and is waiting for its retry when the server ends.
  await until(async () => {
    const { rowCount } = await portal.owner.query("select from jobs.job where name = 'kept' and state = 'retry'")
    return rowCount === 1
  })
  await before.stop()
  await portal.owner.query("update jobs.job set start_after = now() where name = 'kept'")
  await server(portal, [{ ...jobs, run: async () => (wasRun += 1) }])
  await until(() => wasRun === 1)
})

test('a server that is told to stop lets the job that runs come to its end', async () => {
  const portal = await testAppForThisTest()
  let begun = false
  let ended = false
  const run = async () => {
    begun = true
    await sleep(1000)
    ended = true
  }
  const { runSoon, stop } = await server(portal, [{ name: 'long', cron: YEARLY, run }])
  await runSoon('long')
  await until(() => begun)
  await stop()
  expect(ended).toBe(true)
  const { rows } = await portal.owner.query("select state from jobs.job where name = 'long'")
  expect(rows).toEqual([{ state: 'completed' }])
})

test('times left behind by a fast clock hold up nothing once it is right', async () => {
  const portal = await testAppForThisTest()
  let wasRun = 0
  const job = { name: 'held', cron: YEARLY }
  const first = await server(portal, [{ ...job, run: () => Promise.reject(new Error('half way')) }])
  await first.runSoon('held')
  await until(async () => {
    const { rowCount } = await portal.owner.query("select from jobs.job where name = 'held' and state = 'retry'")
    return rowCount === 1
  })
  await first.stop()
  await portal.owner.query(`
    update jobs.job set start_after = now() + interval '40 days' where name = 'held';
    update jobs.version set cron_on = now() + interval '40 days';
    update jobs.queue set maintain_on = now() + interval '40 days'`)
  const isAhead = async () => {
    const { rows } = await portal.owner.query(
      'select cron_on > now() as ahead from jobs.version union select maintain_on > now() from jobs.queue',
    )
    return rows.some(({ ahead }) => ahead === true)
  }
  await server(portal, [{ ...job, run: async () => (wasRun += 1) }])
  await until(async () => wasRun === 1 && !(await isAhead()))
  // This also happens while a server looks on, without a restart.
  await portal.owner.query("update jobs.version set cron_on = now() + interval '2 hours'")
  await until(async () => !(await isAhead()))
})

test('the queue’s own time goes on steadily when the clock is set', () => {
  const before = steadyClock.now()
  vi.useFakeTimers({ now: Date.now() - 2 * 3_600_000, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  expect(steadyClock.now() - before).toBeGreaterThanOrEqual(0)
})

test('supervisors see at the console which jobs are due and do not run, as long as they do not', async () => {
  const portal = await testAppForThisTest()
  const raul = await portal.consoleLogIn('raul')
  const late = async () => (await portal.console(raul, 'GET', '/jobs')).data.late
  await server(portal, [{ name: 'kept', cron: YEARLY, run: async () => undefined }])
  expect(await late()).toBeNull()
  await portal.owner.query("update jobs.version set cron_on = now() - interval '6 minutes'")
  await until(async () => (await late()) !== null)
  const told = await late()
  expect(told).toEqual({ since: expect.any(String), jobs: ['schedule'] })
  await sleep(500)
  expect(await late()).toEqual(told)
  await portal.owner.query('update jobs.version set cron_on = now()')
  await until(async () => (await late()) === null)
})

test('jobs that are due and do not run are reported, once', async () => {
  const portal = await testAppForThisTest()
  const said: string[] = []
  const says = pino({ level: 'error' }, { write: (line: string) => void said.push(JSON.parse(line).late) })
  await server(portal, [{ name: 'kept', cron: YEARLY, run: async () => undefined }], says)
  await portal.owner.query("update jobs.version set cron_on = now() - interval '6 minutes'")
  await until(() => said.length > 0)
  await sleep(500)
  expect(said).toEqual(['schedule'])
})

test('the role of the jobs reaches no table of the portal, and no other role the jobs', async () => {
  const portal = await testAppForThisTest()
  const as = async (role: string, statement: string) => {
    const client = new pg.Client({ connectionString: portal.url, options: `-c role=${role}` })
    await client.connect()
    try {
      await client.query(statement)
      return 'done'
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    } finally {
      await client.end()
    }
  }
  expect(await as('portal_jobs', 'select from jobs.job')).toBe('done')
  expect(await as('portal_jobs', 'select from ticket')).toMatch(/permission denied/)
  expect(await as('portal_jobs', 'select from technician')).toMatch(/permission denied/)
  expect(await as('portal_jobs', 'create table jobs.more (id int)')).toMatch(/permission denied/)
  for (const role of ['portal_app', 'portal_staff', 'portal_door']) {
    expect(await as(role, 'select from jobs.job')).toMatch(/permission denied/)
  }
})

test('while the database is away, the log tells it once a minute, not with every try', async () => {
  const portal = await testAppForThisTest()
  const { hostname, port } = new URL(portal.url)
  let isAway = false
  let tries = 0
  const line = createServer((socket) => {
    socket.on('error', () => undefined)
    if (isAway) {
      tries += 1
      return socket.destroy()
    }
    open.add(socket)
    const on = connect(Number(port), hostname)
    on.on('error', () => undefined)
    socket.on('close', () => on.destroy())
    socket.pipe(on).pipe(socket)
  })
  const open = new Set<Socket>()
  await new Promise<void>((listening) => line.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void line.close())
  const through = new URL(portal.url)
  through.host = `127.0.0.1:${(line.address() as AddressInfo).port}`
  const told: { times?: number }[] = []
  const says = pino({ level: 'warn' }, { write: (text) => void told.push(JSON.parse(text)) })
  const idle = (name: string): Job => ({ name, cron: YEARLY, run: async () => undefined })
  const jobs = await startJobs(through.href, ['one', 'two', 'three'].map(idle), says)
  onTestFinished(jobs.stop)

  isAway = true
  for (const socket of open) socket.destroy()
  await until(() => tries >= 12)
  // One for each kind: cut off, and not let in.
  expect(told.length).toBeLessThan(4)
  expect(told[0]).toMatchObject({ times: 1 })
  isAway = false
})

test('what goes on is told again after a minute, with its number since', () => {
  let now = 0
  const told: [string, number][] = []
  const tell = seldom(
    (error, times) => told.push([error.message, times]),
    () => now,
  )
  const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
  for (const second of [0, 20, 40, 59, 60, 61, 130]) {
    now = second * 1000
    tell(away)
  }
  tell(new Error('another'))
  expect(told).toEqual([
    ['away', 1],
    ['away', 4],
    ['away', 2],
    ['another', 1],
  ])
})
