import { expect, test } from 'vitest'
import { openFileStore } from '../db/file-store.ts'
import { tidy } from '../housekeeping.ts'
import { readSettings } from '../provider-settings.ts'
import { signDemoEntry } from '../demo/entry-link.ts'
import { NOON, type TestApp, testAppForThisTest } from '../testing/test-app.ts'
import { trustedClock } from './trusted-clock.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND
const DAY = 24 * HOUR

/** A machine whose wall clock, database clock and monotonic clock can be set apart. The portal uses the first. */
function machine(portal: TestApp) {
  let [now, database, up] = [NOON.getTime(), NOON.getTime(), 1000]
  const errors: unknown[] = []
  const log = { error: (...said: unknown[]) => void errors.push(said) }
  const clocks = { now: () => new Date(now), uptime: () => up, database: () => new Date(database) }
  /** Returns whether it ran the jobs. */
  const server = () => {
    const run = trustedClock(portal.staff, log, clocks)
    return async (work: (at: Date) => Promise<unknown> = async () => undefined): Promise<boolean> => {
      let ran = false
      await run(async (at) => {
        ran = true
        await work(at)
      })
      return ran
    }
  }
  const set = (by: number, both = true) => {
    now += by
    if (both) database += by
    portal.clock.now = new Date(now)
  }
  const pass = (ms: number) => {
    up += ms / SECOND
    set(ms)
  }
  return { server, errors, set, pass }
}

const state = async (portal: TestApp) => (await portal.console(await portal.consoleLogIn('sonia'), 'GET', '/jobs')).data
const resume = async (portal: TestApp, who: 'raul' | 'sonia') =>
  portal.console(await portal.consoleLogIn(who), 'POST', '/jobs/resume')
const resumed = async ({ owner }: TestApp) =>
  (await owner.query("select username, details ->> 'reason' as reason from audit where act = '/console/jobs/resume'"))
    .rows

test('jobs that end something run as long as the clock keeps pace with time', async () => {
  const portal = await testAppForThisTest()
  const { server, pass, set, errors } = machine(portal)
  const run = server()
  expect(await run()).toBe(true)
  for (const ms of [15 * 60 * SECOND, 8 * HOUR, 30 * DAY]) {
    pass(ms)
    expect(await run()).toBe(true)
  }
  // A correction of less than an hour, and a portal that was off for some days.
  set(50 * 60 * SECOND)
  expect(await run()).toBe(true)
  pass(6 * DAY)
  expect(await server()()).toBe(true)
  expect(await state(portal)).toEqual({ stopped: null, late: null, mailbox: null })
  expect(errors).toEqual([])
})

test.each([
  ['forty days ahead', 40 * DAY, true, 'step'],
  ['two hours back', -2 * HOUR, true, 'step'],
  ['two minutes off the database’s', 120 * SECOND, false, 'apart'],
] as const)(
  'a clock %s stops the jobs of every server until a supervisor has looked',
  async (_what, by, both, reason) => {
    const portal = await testAppForThisTest()
    const { server, set, pass, errors } = machine(portal)
    const [run, other] = [server(), server()]
    for (const each of [run, other]) expect(await each()).toBe(true)
    pass(15 * 60 * SECOND)
    set(by, both)
    expect(await run()).toBe(false)
    expect(await other()).toBe(false)
    expect(errors).toHaveLength(1)
    expect(await state(portal)).toMatchObject({ stopped: { reason } })
    // Neither time, nor a restart, nor a technician, nor a corrected clock resumes them.
    set(-by, both)
    pass(HOUR)
    for (const each of [run, other, server()]) expect(await each()).toBe(false)
    expect((await resume(portal, 'sonia')).status).toBe(403)
    expect(await run()).toBe(false)

    expect((await resume(portal, 'raul')).data).toEqual({ stopped: null, late: null, mailbox: null })
    for (const each of [run, other, server()]) expect(await each()).toBe(true)
    pass(HOUR)
    for (const each of [run, other]) expect(await each()).toBe(true)
    // Resuming a second time changes nothing.
    await resume(portal, 'raul')
    expect(await resumed(portal)).toEqual([{ username: 'raul', reason }])
  },
)

test('let go on with a clock that is still off, they stop again', async () => {
  const portal = await testAppForThisTest()
  const { server, set } = machine(portal)
  const run = server()
  await run()
  set(10 * 60 * SECOND, false)
  expect(await run()).toBe(false)
  await resume(portal, 'raul')
  expect(await run()).toBe(false)
  expect(await state(portal)).toMatchObject({ stopped: { reason: 'apart' } })
})

test('a start whose clock shows that nothing has run for forty days, or an earlier day, waits for a supervisor', async () => {
  const portal = await testAppForThisTest()
  const { server, set } = machine(portal)
  expect(await server()()).toBe(true)
  set(40 * DAY)
  expect(await server()()).toBe(false)
  expect(await state(portal)).toMatchObject({ stopped: { reason: 'gap' } })
  await resume(portal, 'raul')
  expect(await server()()).toBe(true)
  set(-2 * DAY)
  expect(await server()()).toBe(false)
  expect(await state(portal)).toMatchObject({ stopped: { reason: 'step' } })
})

test('a used entry stays used when the clock jumps ahead, housekeeping’s time comes, and it is put back', async () => {
  const portal = await testAppForThisTest()
  const { database, staff, files: folder, app } = portal
  const house = { database, staff, files: openFileStore(folder), folder, settings: await readSettings(), log: app.log }
  const { server, set, pass } = machine(portal)
  const run = server()
  const jobs = (now: Date) => tidy(house, now)
  const t = await signDemoEntry({ installation: 'LEV-01', subject: '11' }, portal.clock.now)
  const use = async () => (await portal.call(null, 'POST', '/login/nuevo_ticket', { t })).status
  expect(await use()).toBe(200)
  expect(await run(jobs)).toBe(true)
  for (const days of [2, 40]) {
    pass(60 * SECOND)
    set(days * DAY)
    expect(await run(jobs)).toBe(false)
    set(-days * DAY)
    expect(await use()).toBe(401)
    await resume(portal, 'raul')
  }
  // With a trusted clock the job runs.
  await jobs(new Date(NOON.getTime() + 40 * DAY))
  expect(await use()).toBe(200)
})
