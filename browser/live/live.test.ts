// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { live } from '#contract/live.ts'
import { CallFailed, type CallOptions } from '../client.ts'
import { beginLive } from './live.ts'

// Several tabs of one browser, with its locks and channels, and a server whose stream the test writes.

/** Lets so much time pass, and messages between tabs arrive, which take turns of the event loop and no time. */
async function settled(ms = 20): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  for (let turns = 0; turns < 50; turns++) await turn()
}

/** One turn of the event loop, by a message as between tabs. */
const turn = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })

interface Connection {
  readonly age: number | undefined
  readonly lastEventId: string | undefined
  readonly signal: AbortSignal
  readonly say: (text: string) => void
}
let connections: Connection[]
let refusal: CallFailed | null
let held: Map<string, Promise<void>>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  connections = []
  refusal = null
  held = new Map()
  // Locks are given one after another, as browsers do.
  const request = async (name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) => {
    const before = held.get(name) ?? Promise.resolve()
    const own = before.then(() => (signal.aborted ? undefined : work()))
    held.set(name, own)
    await own
  }
  vi.stubGlobal('navigator', { onLine: true, locks: { request } })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const service = (age: number | undefined, { lastEventId, signal }: CallOptions): Promise<Response> => {
  if (refusal) return Promise.reject(refusal)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const say = (text: string) => controller.enqueue(new TextEncoder().encode(text))
      connections.push({ age, lastEventId, signal: signal ?? new AbortController().signal, say })
      signal?.addEventListener('abort', () => controller.error(signal.reason))
    },
  })
  return Promise.resolve(new Response(body))
}

function tab() {
  const heard: unknown[] = []
  let isOpen = true
  let changed = () => {}
  beginLive({
    ...live.events,
    open: service,
    onNews: (news) => heard.push(news),
    session: { isOpen: () => isOpen, onChange: (listener) => (changed = listener) },
  })
  const set = (open: boolean) => {
    isOpen = open
    changed()
  }
  onTestFinished(() => set(false))
  return { heard, close: () => set(false), enter: () => set(true) }
}

const ALIVE = 'retry: 2000\n: \n\n'
const answered = (id: number, ticket: number) => `id: ${id}\ndata: {"tipo":"respuesta","llnumreg":${ticket}}\n\n`

test('one stream tells all tabs of each event once; the next tab takes over behind the last event', async () => {
  const [first, second, third] = [tab(), tab(), tab()]
  await settled()
  expect(connections).toHaveLength(1)
  connections[0]?.say(ALIVE)
  connections[0]?.say(answered(5, 101))
  await settled()
  for (const { heard } of [first, second, third]) expect(heard).toEqual([{ news: 'answer', ticket: 101 }])
  first.close()
  await settled()
  expect(connections.map(({ lastEventId, signal }) => [lastEventId, signal.aborted])).toEqual([
    [undefined, true],
    ['5', false],
  ])
  connections[1]?.say(`${ALIVE}${answered(6, 102)}`)
  await settled()
  expect(second.heard.slice(1)).toEqual([{ news: 'answer', ticket: 102 }])
  expect(third.heard.slice(1)).toEqual([{ news: 'answer', ticket: 102 }])
  expect(first.heard).toHaveLength(1)
})

test('a tab that joins reads once more what it has read before it listened', async () => {
  tab()
  await settled()
  connections[0]?.say(`${ALIVE}${answered(5, 101)}`)
  await settled()
  const second = tab()
  await settled(300)
  expect([connections.length, second.heard]).toEqual([1, [null]])
})

test('a session that ends ends its stream; the next one of the tab begins anew', async () => {
  const one = tab()
  await settled()
  one.close()
  await settled()
  expect(connections.map(({ signal }) => signal.aborted)).toEqual([true])
  one.enter()
  await settled()
  expect(connections.map(({ signal }) => signal.aborted)).toEqual([true, false])
})

test('a browser without locks has a stream in each tab', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  const [first, second] = [tab(), tab()]
  await settled()
  expect(connections).toHaveLength(2)
  connections[1]?.say(answered(5, 101))
  await settled()
  expect([first.heard, second.heard]).toEqual([[], [{ news: 'answer', ticket: 101 }]])
})

test('without a network nothing is asked for; with one it goes on where it was', async () => {
  const { heard } = tab()
  await settled()
  connections[0]?.say(`${ALIVE}${answered(5, 101)}`)
  await settled()
  globalThis.dispatchEvent(new Event('offline'))
  await settled()
  expect(connections.map(({ signal }) => signal.aborted)).toEqual([true])
  globalThis.dispatchEvent(new Event('online'))
  await settled()
  connections[1]?.say(ALIVE)
  await settled()
  expect(connections.map(({ lastEventId }) => lastEventId)).toEqual([undefined, '5'])
  // Queries that failed meanwhile are read as well.
  expect(heard.slice(1)).toEqual([null])
})

test('a stream that falls silent lets the browser close its other dead connections, once, by requests that are given up', async () => {
  const asked: AbortSignal[] = []
  vi.stubGlobal('fetch', (address: string, { cache, signal }: RequestInit & { signal: AbortSignal }) => {
    expect([address, cache]).toEqual(['/api/ready', 'no-store'])
    asked.push(signal)
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const given = new AbortController()
    setTimeout(() => given.abort(), ms)
    return given.signal
  })
  tab()
  await settled()
  connections[0]?.say(`${ALIVE}${answered(5, 101)}`)
  await settled(24_900)
  expect(asked).toHaveLength(0)
  await settled(200)
  expect(asked).toHaveLength(5)
  await settled(4000)
  expect(asked.every(({ aborted }) => aborted)).toBe(true)
  // The next try meets no silence, but an end.
  expect(connections).toHaveLength(2)
  await settled(12_000)
  expect(asked).toHaveLength(5)
  vi.restoreAllMocks()
})

test('an event of a newer service may mean anything', async () => {
  const { heard } = tab()
  await settled()
  connections[0]?.say(`${ALIVE}id: 5\ndata: {"tipo":"otra"}\n\nid: 6\ndata: {\n\n`)
  await settled()
  expect(heard).toEqual([null, null])
})

test('a stream also brings the events since the screens began to read, and nothing is read twice for it', async () => {
  const one = tab()
  await settled()
  const sincePage = Date.now() - performance.timeOrigin
  expect(connections[0]?.age).toBeGreaterThan(sincePage - 2000)
  expect(connections[0]?.age).toBeLessThanOrEqual(sincePage + 1)
  connections[0]?.say(ALIVE)
  await settled()
  expect(one.heard).toEqual([])
  one.close()
  await settled(300)
  one.enter()
  await settled()
  expect(connections[1]?.age, 'another session reads anew').toBeLessThan(200)
})

test('a stream that took too long to open may have missed something', async () => {
  const late = Promise.withResolvers<Response>()
  const heard: unknown[] = []
  let isOpen = true
  let changed = () => {}
  beginLive({
    ...live.events,
    open: () => late.promise,
    onNews: (news) => heard.push(news),
    session: { isOpen: () => isOpen, onChange: (listener) => (changed = listener) },
  })
  onTestFinished(() => {
    isOpen = false
    changed()
  })
  await vi.advanceTimersByTimeAsync(12_000)
  expect(heard).toEqual([])
  late.resolve(await service(undefined, {}))
  await vi.advanceTimersByTimeAsync(10)
  expect(heard).toEqual([null])
})

test('where no stream comes through, the screen looks once a minute', async () => {
  refusal = new CallFailed(404, 'No')
  const { heard } = tab()
  await vi.advanceTimersByTimeAsync(59_000)
  expect(heard).toEqual([])
  await vi.advanceTimersByTimeAsync(2000)
  expect(heard).toEqual([null])
  await vi.advanceTimersByTimeAsync(120_000)
  expect(heard).toEqual([null, null, null])
  refusal = null
  await vi.advanceTimersByTimeAsync(180_000)
  expect(connections).toHaveLength(1)
})
