// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import './testing/draw.tsx'
import { consoleApiKeys } from '#contract/console/api-keys.ts'
import { tickets } from '#contract/tickets.ts'
import { useKeyedAct } from './act.ts'
import { type Call, CallFailed } from './client.ts'
import { queryClientOf } from './query-client.ts'

/** The keys under which an act is sent while nothing, or a refusal, comes back. */
async function keysOf(endpoint: typeof tickets.claim | typeof consoleApiKeys.create, error: CallFailed) {
  const keys: unknown[] = []
  const call = ((_endpoint, _input, options) => {
    keys.push(options?.idempotencyKey)
    return Promise.reject(error)
  }) as Call
  const client = queryClientOf({ staleTime: 0, onStillIn: () => () => undefined })
  const { result } = renderHook(() => useKeyedAct(call, endpoint, { stale: [] }), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  result.current.mutate({ ticket: 1 })
  await waitFor(() => expect(result.current.isError).toBe(true))
  return keys
}

test('an act whose answer was lost is asked for once more under its key; a refused one is not', async () => {
  const lost = await keysOf(tickets.claim, new CallFailed(null, 'No'))
  expect([lost.length, new Set(lost).size]).toEqual([2, 1])
  expect(await keysOf(tickets.claim, new CallFailed(409, 'No'))).toHaveLength(1)
})

test('an act without a key, which would happen twice, is sent once', async () => {
  expect(await keysOf(consoleApiKeys.create, new CallFailed(null, 'No'))).toHaveLength(1)
})
