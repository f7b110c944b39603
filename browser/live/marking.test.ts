// @vitest-environment happy-dom
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { marking } from './marking.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A list on a visible screen. Each reading but the first takes this long; the list shows how often it has been read. */
function listThatTakes(ms: number) {
  const client = new QueryClient()
  let asked = 0
  const queryFn = async () => {
    const shown = (asked += 1)
    await new Promise((resolve) => setTimeout(resolve, shown === 1 ? 10 : ms))
    return shown
  }
  const shown: unknown[] = []
  const observer = new QueryObserver(client, { queryKey: ['list'], queryFn })
  onTestFinished(observer.subscribe(({ data }) => data !== shown.at(-1) && shown.push(data)))
  return { tell: marking<string>(client, () => true), shown, asked: () => asked }
}

test('a slow list appears, however much happens meanwhile, and is then read again', async () => {
  const { tell, shown } = listThatTakes(600)
  await vi.advanceTimersByTimeAsync(600)
  for (let times = 0; times < 20; times += 1) {
    tell('answer')
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(shown.length).toBeGreaterThan(3)
  const during = shown.length
  await vi.advanceTimersByTimeAsync(2000)
  expect(shown.length).toBeGreaterThan(during)
})

test('a reading that hangs holds events back for two seconds at most', async () => {
  const { tell, asked } = listThatTakes(60_000)
  await vi.advanceTimersByTimeAsync(1000)
  tell('answer')
  await vi.advanceTimersByTimeAsync(0)
  const before = asked()
  tell('answer')
  await vi.advanceTimersByTimeAsync(1900)
  expect(asked()).toBe(before)
  await vi.advanceTimersByTimeAsync(200)
  expect(asked()).toBe(before + 1)
})

test('events within a quarter of a second cause one reading, the first one at once', async () => {
  const { tell, asked } = listThatTakes(10)
  await vi.advanceTimersByTimeAsync(1000)
  tell('answer')
  await vi.advanceTimersByTimeAsync(20)
  expect(asked()).toBe(2)
  for (let times = 0; times < 5; times += 1) tell('answer')
  await vi.advanceTimersByTimeAsync(250)
  expect(asked()).toBe(3)
})
