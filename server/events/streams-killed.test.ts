import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { LEVANTE } from '../isolation/isolation-cast.ts'
import { eventually } from '../testing/eventually.ts'
import { followEvents } from '../process/read-stream.ts'
import { type TestApp, testAppForThisTest } from '../testing/test-app.ts'

// Servers on one database, each with open streams, are killed between any two steps from an act to its announcement.

const PROCESS = fileURLToPath(new URL('../process/live-server-process.ts', import.meta.url))
/** The lock that `tell_event` takes in the commit. */
const COMMIT_LOCK = 7_320_119

interface Server {
  readonly origin: string
  readonly signal: (signal: NodeJS.Signals) => void
  readonly kill: () => Promise<void>
}

async function startServer({ url, clock }: TestApp): Promise<Server> {
  const child: ChildProcess = spawn(process.execPath, [PROCESS, url, clock.now.toISOString()], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const gone = once(child, 'exit')
  const [said] = await once(child.stdout ?? child, 'data')
  return {
    origin: String(said).trim(),
    signal: (signal) => void child.kill(signal),
    kill: async () => {
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** Three servers; a customer and a technician follow events at each of them. */
async function threeServers() {
  const portal = await testAppForThisTest()
  const { owner } = portal
  await owner.query('delete from event')
  const { rows: tickets } = await owner.query<{ number: number }>(
    `select number::int from ticket where client_id = ${LEVANTE} and installation_code = 'LEV-01' and not accepted
      and state = 'pending' and limited_session_id is null order by number limit 2`,
  )
  const servers = await Promise.all([1, 2, 3].map(() => startServer(portal)))
  /** The steps in a circle, from the nth on. */
  const from = (nth: number) => [...servers.slice(nth), ...servers.slice(0, nth)].map(({ origin }) => origin)
  const lucia = await portal.enter('LEV-01', 11)
  const sonia = await portal.consoleLogIn('sonia')
  const readersAt = async (nth: number) => ({
    customer: await followEvents(() => from(nth), lucia),
    technician: await followEvents(() => from(nth), sonia, '/console/eventos'),
  })
  const readers = await Promise.all([readersAt(0), readersAt(1), readersAt(2)])

  /** Adds to a ticket; whether it was acknowledged. */
  const write = async (text: string, { origin }: Server, nth = 0): Promise<boolean> => {
    const body = JSON.stringify({ llnumreg: tickets[nth]?.number, llobse: text })
    const headers = { cookie: lucia, 'content-type': 'application/json' }
    const sent = fetch(`${origin}/api/consultas/anadir_informacion`, { method: 'POST', headers, body })
    return sent.then(
      ({ ok }) => ok,
      () => false,
    )
  }
  /** Waits until this many transactions wait for a lock that this test holds. */
  const wait = (many: number) =>
    eventually(async () => {
      const { rows: waiting } = await owner.query(
        'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))',
      )
      expect(waiting).toHaveLength(many)
    })
  const written = async () => {
    const { rows } = await owner.query<{ text: string }>(
      "select text from entry where text like 'Paso %' order by entry_id",
    )
    return rows.map(({ text }) => text)
  }
  /** Checks that every reader got each committed event, once and in order. */
  const isTold = async () => {
    const { rows } = await owner.query<{ id: string }>('select event_id::text as id from event order by event_id')
    const ids = rows.map(({ id }) => id)
    const told = () => readers.flatMap(({ customer, technician }) => [customer, technician])
    await eventually(() => {
      for (const events of told()) expect(events.map(({ id }) => id)).toEqual(ids)
    })
  }
  return { owner, tickets, servers, readers, write, wait, written, isTold }
}

test('killed at any step between an act and its telling: what committed is told to everybody once, and nothing else', async () => {
  const { owner, tickets, servers, readers, write, wait, written, isTold } = await threeServers()
  const [first, second, third] = servers
  const [atFirst, atSecond, atThird] = readers
  if (!first || !second || !third || !atFirst || !atSecond || !atThird) throw new Error('There are three of each')
  // A reader has no id to resume from until the first event.
  expect(await write('Paso 1', third)).toBe(true)
  await isTold()

  // The first server has one act under way that is not committed, and one in its commit, whose end it never learns. Nor
  // has it read the events that others got.
  await owner.query('begin')
  await owner.query(`select from ticket where client_id = ${LEVANTE} and number = $1 for update`, [tickets[1]?.number])
  const undone = write('Paso perdido', first, 1)
  await wait(1)
  await owner.query(`select pg_advisory_lock(${COMMIT_LOCK})`)
  const unheard = write('Paso 2', first)
  await wait(2)
  first.signal('SIGSTOP')
  await owner.query(`select pg_advisory_unlock(${COMMIT_LOCK})`)
  await eventually(() => {
    for (const { customer, technician } of [atSecond, atThird]) {
      expect([customer.length, technician.length]).toEqual([2, 2])
    }
  })
  await first.kill()
  expect(await Promise.all([undone, unheard])).toEqual([false, false])
  await owner.query('commit')
  await isTold()

  // The second one has told technicians, and is asking which events customers may see.
  second.signal('SIGSTOP')
  expect(await write('Paso 3', third)).toBe(true)
  await eventually(() => expect(atThird.customer).toHaveLength(3))
  await owner.query('begin; lock table ticket in access exclusive mode')
  second.signal('SIGCONT')
  await wait(1)
  await eventually(() => expect(atSecond.technician).toHaveLength(3))
  expect(atSecond.customer).toHaveLength(2)
  await second.kill()
  await owner.query('commit')
  await isTold()

  expect(await write('Paso 4', third)).toBe(true)
  await isTold()
  expect(await written()).toEqual(['Paso 1', 'Paso 2', 'Paso 3', 'Paso 4'])
})
