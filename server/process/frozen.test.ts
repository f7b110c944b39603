import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { signDemoEntry } from '../demo/entry-link.ts'
import { EFFORT } from '../testing/effort.ts'
import { type PortalProcess, isAlive, postmasterOf, startPortal } from '../testing/portal-process.ts'
import { startedFolder } from './data-folders.ts'
import { eventually } from '../testing/eventually.ts'
import { patient } from '../testing/patience.ts'

const FROZEN_MS = EFFORT > 1 ? 30_000 : 5000
const CLIENTS = 30
/** Two seconds, and some more for a busy machine. */
const LATEST_MS = patient(2500)

test('while the database is frozen everybody is told so within two seconds, and afterwards everybody goes on', async () => {
  const folder = await startedFolder()
  const portal = await startPortal({ DATA_DIR: folder })
  onTestFinished(async () => void (await portal.stop()))
  const people = await Promise.all([
    ...Array.from({ length: CLIENTS }, (_, at) => entered(portal, `caller-${at}`)),
    loggedIn(portal, '/api/console/login', { username: 'sonia', password: 'Demo-sonia-1' }),
  ])
  const answers: Answered[] = []
  const asking = new AbortController()
  const asked = Promise.all(
    people.map(async ({ cookie, ask }) => {
      while (!asking.signal.aborted) {
        answers.push(await answered(portal, cookie, ask))
        await sleep(200)
      }
    }),
  )
  await eventually(() => expect(answers.length).toBeGreaterThan(CLIENTS * 2))

  const thaw = await freeze(await postmasterOf(folder))
  const frozenAt = performance.now()
  await sleep(FROZEN_MS)
  const during = answers.filter(({ at }) => at > frozenAt)
  const thawedAt = performance.now()
  thaw()
  await eventually(() => expect(newest(answers, people.length).every(({ status }) => status === 200)).toBe(true), {
    interval: 10,
  })
  const recoveredMs = performance.now() - thawedAt
  asking.abort()
  await asked

  const slowest = Math.max(...answers.map(({ ms }) => ms))
  const of = (status: number) => during.filter((each) => each.status === status).length
  process.stdout.write(
    `frozen ${FROZEN_MS} ms: ${of(503)} × 503, ${of(200)} × 200, slowest ${slowest} ms, back in ${Math.round(recoveredMs)} ms\n`,
  )
  // The fault took effect: everybody waited for the database, and nobody got anything.
  expect(of(503)).toBeGreaterThan(CLIENTS)
  expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
  expect(answers.filter(({ status, retryAfter }) => status === 503 && retryAfter === null)).toEqual([])
  expect(slowest).toBeLessThan(LATEST_MS)
  expect(recoveredMs).toBeLessThan(patient(3000))
  for (const { cookie, ask } of people) expect((await answered(portal, cookie, ask)).status).toBe(200)
})

interface Answered {
  readonly at: number
  readonly status: number
  readonly ms: number
  readonly retryAfter: string | null
}

async function answered({ origin }: PortalProcess, cookie: string, path: string): Promise<Answered> {
  const before = performance.now()
  const { status, headers } = await fetch(`${origin}${path}`, { headers: { cookie } })
  const at = performance.now()
  return { at, status, ms: Math.round(at - before), retryAfter: headers.get('retry-after') }
}

const newest = (answers: readonly Answered[], many: number) => answers.slice(-many)

const LISTS = ['get_lista?estado=P', 'get_lista?estado=C', 'get_contadores', 'get_lista_modulos']

async function entered(portal: PortalProcess, caller: string) {
  const context = { company: '001' }
  const t = await signDemoEntry({ installation: 'LEV-01', subject: '11', caller, context }, new Date())
  const { cookie } = await loggedIn(portal, '/api/login/nuevo_ticket', { t })
  return { cookie, ask: `/api/consultas/${LISTS[Number(caller.slice(-1)) % LISTS.length]}` }
}

async function loggedIn({ origin }: PortalProcess, path: string, sent: object) {
  const answer = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(sent),
  })
  const [cookie = ''] = answer.headers.getSetCookie().map((each) => each.split(';')[0])
  return { cookie, ask: '/api/console/tickets' }
}

/** Stops the postmaster first, so that it starts no new process meanwhile. */
async function freeze(postmaster: number): Promise<() => void> {
  process.kill(postmaster, 'SIGSTOP')
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  const processes = [...children.trim().split(' ').map(Number), postmaster]
  for (const pid of processes) process.kill(pid, 'SIGSTOP')
  const thaw = () => {
    for (const pid of processes.filter(isAlive)) process.kill(pid, 'SIGCONT')
  }
  onTestFinished(thaw)
  return thaw
}
