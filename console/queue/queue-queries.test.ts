import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { queueQuery } from './queue-queries.ts'

const minutesUntilNextLook = (...viewers: readonly object[][]): number => {
  const client = new QueryClient()
  const { queryKey, refetchInterval } = queueQuery('open', {})
  const items = viewers.map((those, number) => ({ number, viewers: those }))
  client.setQueryData(queryKey, { pages: [{ items, next: null }], pageParams: [''] } as never)
  const query = client.getQueryCache().find({ queryKey })
  if (!query || typeof refetchInterval !== 'function') throw new Error('No list')
  return Number(refetchInterval(query as never)) / 60_000
}

test('a list that shows a colleague at a ticket looks again soon: nobody tells when their browser falls silent', () => {
  expect(minutesUntilNextLook([], [{ username: 'raul' }])).toBeLessThan(1)
  expect(minutesUntilNextLook([], [])).toBe(5)
  expect(minutesUntilNextLook()).toBe(5)
})
