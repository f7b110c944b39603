import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../db/migrate.ts'
import { seedProviderData } from '../db/provider-data.ts'
import { openDatabase } from '../db/sql.ts'
import { startEmbeddedPostgres } from '../embedded-postgres.ts'
import { freshFolder } from '../process/data-folders.ts'
import { load } from '../testing/load/load.ts'
import type { Called } from '../testing/load/open-load.ts'
import { watchHealth } from '../testing/load/watch-health.ts'
import { postmasterOf, startPortal } from '../testing/portal-process.ts'

// The service at half of the load that it bears, at three times that load, and right afterwards. Server and PostgreSQL
// have one processor, the callers another: callers on the same processor could not make so many calls.

const SECONDS = 20
/** After this long the service is as it was: what a greater load has left to do is done. */
const BACK_S = 5
const HEALTH_MS = 100
const CALLERS = 24
const SOON_MS = { reads: 2000, acts: 10_000 }

test(
  'at half of what it bears nothing is refused; at three times as much some are, and the others are served soon',
  async () => {
    const { origin, people, module, stop, written } = await loadedPortal()
    onTestFinished(stop)
    await onProcessor(1, process.pid)
    const calls = async (seconds: number, amount: { atOnce: number } | { perSecond: number }): Promise<Called[]> => {
      const worker = new Worker(new URL('../testing/load/open-load.ts', import.meta.url), {
        workerData: { origin, people, module, seconds, ...amount },
      })
      const [called] = await once(worker, 'message')
      await worker.terminate()
      return called
    }
    await calls(5, { atOnce: CALLERS })
    const full = await calls(SECONDS / 2, { atOnce: CALLERS })
    const bears = full.length / (SECONDS / 2)
    const half = await calls(SECONDS, { perSecond: bears / 2 })

    const healths: number[] = []
    const watching = watchHealth(origin, performance.now() + SECONDS * 1000, (ms) => healths.push(ms))
    const thrice = await calls(SECONDS, { perSecond: bears * 3 })
    await watching
    const after = await calls(SECONDS / 2, { perSecond: bears / 2 })

    const settled = (called: readonly Called[]) => called.filter((call) => call.at > BACK_S * 1000)
    const [usual, back] = [settled(half), settled(after)]
    const served = (called: readonly Called[]) => called.filter(({ status }) => status === 200).map(({ ms }) => ms)
    const statuses = (called: readonly Called[]) =>
      [...Map.groupBy(called, ({ status }) => status)].map(([status, { length }]) => `${length} × ${status}`).join(', ')
    const figures = (called: readonly Called[]) =>
      `p50 ${at(served(called), 0.5).toFixed(0)} ms, p99 ${at(served(called), 0.99).toFixed(0)} ms, ${statuses(called)}`
    process.stdout.write(
      [
        `bears ${bears.toFixed(0)} calls/s: ${figures(full)}`,
        `half: ${figures(usual)}`,
        `three times: ${figures(thrice)}; health p99 ${at(healths, 0.99).toFixed(0)} ms, longest ${Math.max(...healths).toFixed(0)} ms`,
        ...['list', 'ticket', 'create', 'note', 'file'].map(
          (kind) => `  ${kind}: ${figures(thrice.filter((call) => call.kind === kind))}`,
        ),
        `afterwards: ${figures(back)}; load ${loadavg()[0]?.toFixed(1)}`,
        '',
      ].join('\n'),
    )
    expect(half.filter(({ status }) => status !== 200)).toEqual([])
    const refused = thrice.filter(({ status }) => status !== 200)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.filter(({ status, mayRetry }) => status !== 503 || !mayRetry)).toEqual([])
    const isRead = ({ kind }: Called) => kind === 'list' || kind === 'ticket'
    expect(at(served(thrice.filter(isRead)), 0.99)).toBeLessThanOrEqual(SOON_MS.reads)
    expect(at(served(thrice.filter((call) => !isRead(call))), 0.99)).toBeLessThanOrEqual(SOON_MS.acts)
    expect(at(healths, 0.99)).toBeLessThanOrEqual(HEALTH_MS)
    expect(back.filter(({ status }) => status !== 200)).toEqual([])
    expect(at(served(back), 0.99)).toBeLessThanOrEqual(5 * at(served(usual), 0.99))
    expect(written()).not.toMatch(/unexpected error|"level":50/)
  },
  (4 * SECONDS + 200) * 1000,
)

/** A portal among 100,000 tickets, with the people of 200 clients who are logged in. */
async function loadedPortal() {
  const folder = await freshFolder()
  const postgres = await startEmbeddedPostgres({ folder: `${folder}/postgres`, durable: true })
  onTestFinished(() => postgres.stop())
  await migrate(postgres.url)
  const database = openDatabase(postgres.url)
  await seedProviderData(database, { mails: true })
  await database.close()
  const owner = new pg.Client({ connectionString: postgres.url })
  await owner.connect()
  const loaded = await load(owner, new Date())
  const { rows } = await owner.query<{ client: number; contact: number; ticket: number; installation: string }>(`
    select c.client_id::int as client, c.contact_id::int as contact, s.installation_code as installation, (
      select t.number::int from ticket t where t.client_id = c.client_id and t.contact_id = c.contact_id and t.installation_code = s.installation_code
        and t.state = 'pending' order by t.number desc limit 1) as ticket
    from contact c join session s on s.client_id = c.client_id and s.contact_id = c.contact_id`)
  const { rows: modules } = await owner.query<{ number: number }>(
    "select number::int from module where listed and 'main' = area order by number limit 1",
  )
  await owner.end()
  const own = new Map(rows.map((row) => [`${row.client}/${row.contact}`, row]))
  await onProcessor(0, await postmasterOf(folder))
  const portal = await startPortal({ DATABASE_URL: postgres.url, DATA_DIR: `${folder}/data` })
  await onProcessor(0, portal.pid)
  return {
    origin: portal.origin,
    written: portal.written,
    stop: async () => void (await portal.stop()),
    module: modules[0]?.number ?? 0,
    people: loaded.flatMap(({ client, contact, cookie }, index) => {
      const { ticket, installation } = own.get(`${client}/${contact}`) ?? {}
      return ticket ? [{ cookie, ticket, installation, address: `127.0.1.${1 + (index % 200)}` }] : []
    }),
  }
}

/** All threads of a process, and whatever it starts from now on, run on this processor alone. */
const onProcessor = (processor: number, pid: number) =>
  promisify(execFile)('taskset', ['--all-tasks', '--cpu-list', '--pid', String(processor), String(pid)])

const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0
