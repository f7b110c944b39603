import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onceQuiet } from './query-client.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what can wait waits until a screen has read all it reads, one after another', async () => {
  const client = new QueryClient()
  const run = vi.fn()
  onceQuiet(client, run)
  const reading = (key: string, ms: number) =>
    client.fetchQuery({
      queryKey: [key],
      queryFn: () =>
        new Promise((resolve) => {
          setTimeout(() => resolve(key), ms)
        }),
    })
  const first = reading('list', 4000)
  await vi.advanceTimersByTimeAsync(3000)
  expect(run).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  await first
  await vi.advanceTimersByTimeAsync(1000)
  const second = reading('counters', 200)
  await vi.advanceTimersByTimeAsync(200)
  await second
  await vi.advanceTimersByTimeAsync(1400)
  expect(run).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(run).toHaveBeenCalledTimes(1)
  const more = reading('more', 0)
  await vi.advanceTimersByTimeAsync(5000)
  await more
  expect(run).toHaveBeenCalledTimes(1)
})
