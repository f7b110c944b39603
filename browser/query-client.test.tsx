// @vitest-environment happy-dom
import { QueryClientProvider, onlineManager, useQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { CallFailed } from './client.ts'
import { queryClientOf } from './query-client.ts'

afterEach(cleanup)

test('a read that failed without a network is read again when the network returns', async () => {
  const client = queryClientOf({ staleTime: 30_000, onStillIn: () => () => undefined })
  let answers = false
  function Read() {
    const { data, isError } = useQuery({
      queryKey: ['read'],
      queryFn: () => (answers ? Promise.resolve('Read') : Promise.reject(new CallFailed(500, 'No'))),
    })
    return <p>{isError ? 'Failed' : data}</p>
  }
  render(
    <QueryClientProvider client={client}>
      <Read />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('Failed')).toBeDefined()
  act(() => onlineManager.setOnline(false))
  answers = true
  act(() => onlineManager.setOnline(true))
  expect(await screen.findByText('Read')).toBeDefined()
})
