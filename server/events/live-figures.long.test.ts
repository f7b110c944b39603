// Measures live streams: the time from a commit to the other browser's screen, the memory of an idle stream, and
// whether lists grow slower beside a thousand streams. Two servers in processes of their own and a real Chromium, all
// on this machine.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, type IncomingMessage, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { expect, onTestFinished, test } from 'vitest'
import { CHROMIUM_FLAGS, insistOnChromium } from '../../scripts/chromium.mjs'
import { buildWeb } from '../../scripts/setup.mjs'
import { type TestApp, testAppForThisTest } from '../testing/test-app.ts'

const PROCESS = fileURLToPath(new URL('live-figures-process.ts', import.meta.url))
const WEB = fileURLToPath(new URL('../../dist', import.meta.url))
const MINUTES_MS = 4 * 60_000

interface Server {
  readonly origin: string
  readonly memory: () => Promise<{ rss: number; held: number }>
}

async function startServer({ url, clock }: TestApp): Promise<Server> {
  const child: ChildProcess = spawn(process.execPath, ['--expose-gc', PROCESS, url, clock.now.toISOString(), WEB], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [said] = await once(child.stdout ?? child, 'data')
  return {
    origin: String(said).trim(),
    memory: async () => {
      child.send('memory')
      const [told] = await once(child, 'message')
      return told
    },
  }
}

/** Each person sits at an address of their own. */
const addressOf = (nth: number): string => `10.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}`

const agent = new Agent({ keepAlive: true, maxSockets: 40 })
/** A call, read to its end. */
const read = (url: string, cookie: string, address: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { cookie, 'x-forwarded-for': address }
    get(url, { agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    }).on('error', reject)
  })

/** An open stream; `onEvent` is called with every event. Closed with the test. */
const openStream = (url: string, cookie: string, address: string, onEvent = (): void => undefined) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { cookie, 'x-forwarded-for': address }
    const request = get(url, { agent: false, headers }, (response) => {
      expect(response.statusCode).toBe(200)
      response.on('data', (part: Buffer) => {
        resolve(response)
        if (part.includes('data:')) onEvent()
      })
      response.on('error', () => undefined)
    })
    request.on('error', reject)
    onTestFinished(() => void request.destroy())
  })

/** Reads as a browser's screen does: events within a quarter of a second cause one reading. */
function screen(readAll: () => Promise<unknown>): () => void {
  let waiting = false
  let reading = false
  const go = async () => {
    reading = true
    while (waiting) {
      waiting = false
      await Promise.all([readAll(), sleep(250)])
    }
    reading = false
  }
  return () => {
    waiting = true
    if (!reading) void go()
  }
}

const sorted = (times: readonly number[]) => times.toSorted((one, other) => one - other)
const shareOf = (times: readonly number[], share: number) => sorted(times)[Math.ceil(share * times.length) - 1] ?? 0
const rounded = (value: number) => Math.round(value * 10) / 10

/** In the page: notes when each title came onto the screen, by the clock of this machine. */
const WATCH = `
  globalThis.shown = new Map()
  new MutationObserver(() => {
    for (const [title] of document.body.textContent.matchAll(/Medida \\d+\\./g))
      if (!shown.has(title)) shown.set(title, Date.now())
  }).observe(document.body, { subtree: true, childList: true, characterData: true })`

const STREAMS = 200
const ACTS = 60
const EVERY_MS = 1000
const ON_SCREEN_MS = 1000

test(
  `from a commit to the other browser’s screen, with ${STREAMS} streams at two servers`,
  async () => {
    expect(await buildWeb()).toBeFalsy()
    const portal = await testAppForThisTest()
    const servers = [await startServer(portal), await startServer(portal)] as const
    // Forty colleagues of the client at whose installation something happens, and twenty browsers each of two technicians: they all read
    // again what they have on the screen. The others are of another client.
    const nuria = await Promise.all(Array.from({ length: 6 }, (_, nth) => portal.enter('DUE-01', 21, {}, `n${nth}`)))
    const colleagues = await Promise.all(
      Array.from({ length: 40 }, (_, nth) => portal.enter('LEV-01', 11, { company: '001' }, `c${nth}`)),
    )
    const technicians = [await portal.consoleLogIn('sonia'), await portal.consoleLogIn('raul')]
    let events = 0
    let readings = 0
    for (let nth = 0; nth < STREAMS - 1; nth += 1) {
      const { origin } = servers[nth % 2] ?? servers[0]
      const address = addressOf(nth)
      const lists = (cookie: string, ...paths: string[]) =>
        screen(async () => {
          readings += paths.length
          await Promise.all(paths.map((path) => read(`${origin}/api${path}`, cookie, address)))
        })
      const colleague = colleagues[nth]
      const technician = nth < 80 ? technicians[nth % 4 < 2 ? 0 : 1] : undefined
      const [cookie, path, onNews] = colleague
        ? ([
            colleague,
            '/eventos',
            lists(colleague, '/consultas/get_lista?estado=P', '/consultas/get_contadores'),
          ] as const)
        : technician
          ? ([
              technician,
              '/console/eventos',
              lists(technician, '/console/tickets?view=open', '/console/ticket-counts'),
            ] as const)
          : ([nuria[nth % nuria.length] ?? '', '/eventos', () => undefined] as const)
      // oxlint-disable-next-line no-await-in-loop -- as browsers come, one after another
      await openStream(`${origin}/api${path}`, cookie, address, () => {
        events += 1
        onNews()
      })
    }

    const browser = await chromium.launch({ executablePath: insistOnChromium(), args: CHROMIUM_FLAGS })
    onTestFinished(() => browser.close())
    const context = await browser.newContext({
      locale: 'es-ES',
      timezoneId: 'Europe/Madrid',
      baseURL: servers[1].origin,
    })
    const [name = '', value = ''] = (await portal.enter('LEV-01', 11, { company: '001' }, 'watching')).split(/=(.*)/)
    await context.addCookies([{ name, value, url: servers[1].origin }])
    const page = await context.newPage()
    const followed = page.waitForResponse((response) => /\/eventos\b/.test(response.url()))
    await page.goto('/public/tickets/lista')
    await followed
    await page.evaluate(WATCH)

    const actor = colleagues[0] ?? ''
    const modules = await portal.call(actor, 'GET', '/consultas/get_lista_modulos')
    const modulo = modules.data[0].shnumreg
    const numbers: number[] = []
    for (let nth = 0; nth < ACTS; nth += 1) {
      const next = performance.now() + EVERY_MS
      // oxlint-disable-next-line no-await-in-loop -- one after another
      const answer = await fetch(`${servers[0].origin}/api/consultas/nueva_consulta`, {
        method: 'POST',
        headers: { cookie: actor, 'content-type': 'application/json', 'x-forwarded-for': addressOf(0) },
        body: JSON.stringify({
          modulo,
          titulo: `Medida ${nth}.`,
          textoConsulta: 'Al cerrar octubre el asiento no cuadra: faltan las facturas de dos proveedores.',
          interlocutor: 'Lucía',
          email: 'lucia@levante.example',
        }),
      })
      expect(answer.status).toBe(200)
      // oxlint-disable-next-line no-await-in-loop -- one after another
      const { data } = (await answer.json()) as { data: { data: [{ llnumreg: number }] } }
      numbers.push(data.data[0].llnumreg)
      // oxlint-disable-next-line no-await-in-loop -- one after another
      await sleep(next - performance.now())
    }
    await sleep(2000)
    const shown = await page.evaluate<[string, number][]>('[...globalThis.shown]')
    const { rows } = await portal.owner.query<{ number: number; at: Date }>(
      `select number::int, min(at) as at from event where kind = 'query' and number = any($1) group by number`,
      [numbers],
    )
    const times = numbers.map((number, nth) => {
      const at = shown.find(([title]) => title === `Medida ${nth}.`)?.[1]
      const committed = rows.find((row) => row.number === number)?.at
      return at && committed ? at - committed.getTime() : Infinity
    })
    process.stderr.write(
      `commit to screen: ${times.length} acts, ${events} events to ${STREAMS - 1} other streams, ${readings} readings of lists; ` +
        `median ${shareOf(times, 0.5)} ms, p95 ${shareOf(times, 0.95)} ms, longest ${shareOf(times, 1)} ms\n`,
    )
    expect(times.filter((ms) => ms === Infinity)).toEqual([])
    expect(shareOf(times, 0.95)).toBeLessThanOrEqual(ON_SCREEN_MS)
  },
  MINUTES_MS,
)

const IDLE = 1000
const MOST_KB = 60
const SLOWER = 1.2
const LISTS = 400

test(
  `${IDLE} idle streams at one server: what each holds, and how long a list takes beside them`,
  async () => {
    const portal = await testAppForThisTest()
    const server = await startServer(portal)
    const people = await Promise.all(
      Array.from({ length: 50 }, (_, nth) =>
        nth < 25 ? portal.enter('LEV-01', 11, {}, `p${nth}`) : portal.enter('DUE-01', 21, {}, `p${nth}`),
      ),
    )
    const reader = await portal.enter('LEV-01', 11, { company: '001' }, 'reader')
    const list = () => read(`${server.origin}/api/consultas/get_lista?estado=P`, reader, '10.9.9.9')
    const medianOf = async (): Promise<number> => {
      const times: number[] = []
      for (let nth = 0; nth < LISTS; nth += 1) {
        const begun = performance.now()
        // oxlint-disable-next-line no-await-in-loop -- one after another
        expect(await list()).toBe(200)
        times.push(performance.now() - begun)
      }
      return shareOf(times, 0.5)
    }
    const openSome = async (from: number, to: number) => {
      const streams: IncomingMessage[] = []
      for (let nth = from; nth < to; nth += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one after another
        streams.push(await openStream(`${server.origin}/api/eventos`, people[nth % 50] ?? '', addressOf(nth)))
      }
      return streams
    }
    // The first request of each kind costs more, for code, connections and caches; no stream is to blame.
    for (const stream of await openSome(0, 50)) stream.destroy()
    await medianOf()
    await sleep(500)
    const before = await server.memory()
    const idleBefore = await medianOf()
    const streams = await openSome(0, IDLE)
    const during = await server.memory()
    const beside = await medianOf()
    // Each stream has had a sign of life since. Whatever that leaves behind counts, too.
    await sleep(16_000)
    const after = await server.memory()
    for (const stream of streams) stream.destroy()
    await sleep(1000)
    const idleAfter = await medianOf()
    const perStream = (of: 'rss' | 'held') => rounded((Math.max(during[of], after[of]) - before[of]) / IDLE / 1024)
    const idle = (idleBefore + idleAfter) / 2
    process.stderr.write(
      `${IDLE} idle streams, after garbage collection: ${perStream('held')} KB each of heap and buffers, ${perStream('rss')} KB each of ` +
        `resident memory; a list ${rounded(beside)} ms beside them, ${rounded(idleBefore)} before and ${rounded(idleAfter)} after ` +
        `(${rounded((beside / idle) * 100) / 100} of idle)\n`,
    )
    expect(Math.max(perStream('held'), perStream('rss'))).toBeLessThanOrEqual(MOST_KB)
    expect(beside).toBeLessThanOrEqual(idle * SLOWER)
  },
  MINUTES_MS,
)
