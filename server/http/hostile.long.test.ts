import { once } from 'node:events'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { freshFolder } from '../process/data-folders.ts'
import { signDemoEntry } from '../demo/entry-link.ts'
import { EFFORT } from '../testing/effort.ts'
import { startPortal } from '../testing/portal-process.ts'

// Attackers flood the service while others work with it: these must hardly notice.

const GOOD = 40
const HOSTILE = 200
const QUIET_S = 20
/** Ten minutes in `npm run test:long`. */
const LOUD_S = 30 * EFFORT
/** A list, a ticket and the counters; now and then a note. */
const ROUND_MS = 1000
const NOTE_EVERY = 10

const LISTED = z.object({
  data: z.object({ data: z.object({ items: z.array(z.object({ llnumreg: z.int() })) }) }),
})

test(
  `${HOSTILE} hostile contacts beside ${GOOD} others for ${LOUD_S} s`,
  async () => {
    const portal = await startPortal({ DATA_DIR: await freshFolder() })
    onTestFinished(async () => void (await portal.stop()))
    const post = (cookie: string, path: string, sent: object) =>
      fetch(`${portal.origin}/api${path}`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify(sent),
      })
    const enter = async (installation: string, subject: string, caller: string): Promise<string> => {
      const t = await signDemoEntry({ installation, subject, caller, context: {} }, new Date())
      const entered = await post('', '/login/nuevo_ticket', { t })
      expect(entered.status, await entered.text()).toBe(200)
      return entered.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    }
    const ticketOf = async (cookie: string): Promise<number> => {
      const list = await fetch(`${portal.origin}/api/consultas/get_lista`, { headers: { cookie } })
      const [first] = LISTED.parse(await list.json()).data.data.items
      return first?.llnumreg ?? 0
    }
    const good: string[] = []
    for (let one = 0; one < GOOD; one += 1) good.push(await enter('LEV-01', '11', `buena-${one}`))
    const hostile: string[] = []
    for (let one = 0; one < HOSTILE; one += 1) hostile.push(await enter('DUE-01', '21', `mala-${one}`))
    const ticket = await ticketOf(good[0] ?? '')

    const work = async (seconds: number) => {
      const times: number[] = []
      const failed: string[] = []
      const end = performance.now() + seconds * 1000
      await Promise.all(
        good.map(async (cookie, index) => {
          // Starts spread over the round.
          await sleep((index * ROUND_MS) / GOOD)
          for (let round = 0; performance.now() < end; round += 1) {
            const next = performance.now() + ROUND_MS
            const paths = ['/get_lista?itemsPerPage=25', `/ver_consulta?llnumreg=${ticket}`, '/get_contadores']
            const calls = [
              ...paths.map((path) => () => fetch(`${portal.origin}/api/consultas${path}`, { headers: { cookie } })),
              ...(round % NOTE_EVERY === 0
                ? [() => post(cookie, '/consultas/guardar_borrador', { borrador: { titulo: 'Uno' }, documentos: [] })]
                : []),
            ]
            for (const call of calls) {
              const begun = performance.now()
              const answer = await call()
              const text = await answer.text()
              times.push(performance.now() - begun)
              if (answer.status !== 200) failed.push(`${answer.status} ${text}`)
            }
            await sleep(Math.max(0, next - performance.now()))
          }
        }),
      )
      return { times, failed }
    }

    const before = await work(QUIET_S)
    const endsAt = Date.now() + LOUD_S * 1000
    const worker = new Worker(new URL('../testing/hostile-contacts.ts', import.meta.url), {
      workerData: { origin: portal.origin, cookies: hostile, ticket: await ticketOf(hostile[0] ?? ''), endsAt },
    })
    onTestFinished(async () => void (await worker.terminate()))
    const attacked = once(worker, 'message')
    const loud = await work(LOUD_S - 5)
    const load = loadavg()[0] ?? 0
    const [answers] = await attacked
    // The machine's other work changes within ten minutes, so the comparison takes the quiet times before and after.
    const after = await work(QUIET_S)
    const [p95Before, p95Loud, p95After] = [before, loud, after].map(({ times }) => p95Of(times))
    const quiet = p95Of([...before.times, ...after.times])
    process.stdout.write(
      `p95 quiet ${p95Before?.toFixed(0)} ms before, ${p95After?.toFixed(0)} ms after; beside ${HOSTILE} ${p95Loud?.toFixed(0)} ms: ` +
        `${loud.times.length} calls, ${loud.failed.length} failed; answers to the hostile: ${JSON.stringify(answers)}; load ${load.toFixed(1)}\n`,
    )
    expect([...before.failed, ...loud.failed, ...after.failed]).toEqual([])
    expect(p95Loud).toBeLessThanOrEqual(3 * Math.max(quiet, 20))
    expect(portal.written()).not.toMatch(/unexpected error|"level":50/)
  },
  (2 * QUIET_S + LOUD_S + 180) * 1000,
)

const p95Of = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
