// @vitest-environment happy-dom
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { CallFailed } from '../client.ts'
import { queryClientOf } from '../query-client.ts'
import { catchUp } from './catch-up.ts'
import { marking } from './marking.ts'

let isThere: boolean
let looks: number

beforeEach(() => {
  vi.useFakeTimers()
  isThere = true
  looks = 0
  vi.stubGlobal('fetch', async (address: string) => {
    expect(address).toBe('/api/ready')
    looks += 1
    return new Response(null, { status: isThere ? 200 : 502 })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A list on a visible screen, and a service that can refuse it. */
function shownList() {
  const client = queryClientOf({ staleTime: 30_000, onStillIn: () => () => undefined })
  catchUp(client)
  const service = { now: 'before', refusal: null as CallFailed | null, asked: 0 }
  const queryFn = async () => {
    service.asked += 1
    if (service.refusal) throw service.refusal
    return service.now
  }
  const observer = new QueryObserver(client, { queryKey: ['list'], queryFn })
  onTestFinished(observer.subscribe(() => undefined))
  return { service, tell: marking<string>(client, () => true), shown: () => observer.getCurrentResult().data, observer }
}
const refused = new CallFailed(503, 'No')

test('a reading that was refused once is repeated within a second', async () => {
  const { service, tell, shown } = shownList()
  await vi.advanceTimersByTimeAsync(1000)
  Object.assign(service, { now: 'after', refusal: refused })
  tell('answer')
  await vi.advanceTimersByTimeAsync(100)
  service.refusal = null
  await vi.advanceTimersByTimeAsync(800)
  expect(shown()).toBe('after')
})

test.each([
  ['refused for a while', refused],
  ['cut', new CallFailed(null, 'No')],
])('a screen whose readings are %s keeps what it shows, and catches up without another event', async (_, refusal) => {
  const { service, tell, shown } = shownList()
  await vi.advanceTimersByTimeAsync(1000)
  Object.assign(service, { now: 'after', refusal })
  tell('answer')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(shown()).toBe('before')
  service.refusal = null
  await vi.advanceTimersByTimeAsync(32_000)
  expect(shown()).toBe('after')
  const { asked } = service
  await vi.advanceTimersByTimeAsync(300_000)
  expect(service.asked).toBe(asked)
})

test('the pauses grow, and a failure that no later try would change is not tried again', async () => {
  const { service, tell } = shownList()
  await vi.advanceTimersByTimeAsync(1000)
  service.refusal = refused
  tell('answer')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(service.asked).toBeGreaterThan(30)
  expect(service.asked).toBeLessThan(90)
  service.refusal = new CallFailed(404, 'No')
  await vi.advanceTimersByTimeAsync(120_000)
  const { asked } = service
  await vi.advanceTimersByTimeAsync(600_000)
  expect(service.asked).toBe(asked)
})

test('a screen that is no longer shown is not read again', async () => {
  const { service, tell, observer } = shownList()
  await vi.advanceTimersByTimeAsync(1000)
  service.refusal = refused
  tell('answer')
  await vi.advanceTimersByTimeAsync(2000)
  observer.destroy()
  const { asked } = service
  await vi.advanceTimersByTimeAsync(300_000)
  expect(service.asked).toBe(asked)
})

/** Screens that have read nothing yet, and a service that is away. */
function failedLists(count: number) {
  const client = queryClientOf({ staleTime: 30_000, onStillIn: () => () => undefined })
  let asked = 0
  const queryFn = async () => {
    asked += 1
    if (!isThere) throw new CallFailed(null, 'No')
    return 'read'
  }
  const observers = Array.from({ length: count }, (_, n) => new QueryObserver(client, { queryKey: [n], queryFn }))
  for (const observer of observers) onTestFinished(observer.subscribe(() => undefined))
  return {
    client,
    asked: () => asked,
    shown: () => observers.map((observer) => observer.getCurrentResult()),
  }
}

test.each([
  ['while it is followed', 0],
  ['before it is followed', 10_000],
])(
  'a screen whose first readings failed %s keeps its failure until the server is there, and then reads',
  async (_, after) => {
    isThere = false
    const { client, asked, shown } = failedLists(3)
    await vi.advanceTimersByTimeAsync(after)
    catchUp(client)
    await vi.advanceTimersByTimeAsync(5000)
    const before = [asked(), looks]
    await vi.advanceTimersByTimeAsync(120_000)
    expect(shown().map(({ isError, isFetching }) => isError && !isFetching)).toEqual([true, true, true])
    expect(asked()).toBe(before[0])
    // One look for all of them, and not in step with other browsers.
    expect(looks).toBeGreaterThan(8)
    expect(looks).toBeLessThan(20)
    isThere = true
    await vi.advanceTimersByTimeAsync(16_000)
    expect(shown().map(({ data }) => data)).toEqual(['read', 'read', 'read'])
    const enough = looks
    await vi.advanceTimersByTimeAsync(300_000)
    expect(looks).toBe(enough)
  },
)
