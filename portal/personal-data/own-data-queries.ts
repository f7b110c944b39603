import { queryOptions } from '@tanstack/react-query'
import { session } from '#contract/session.ts'
import { call } from '../api.ts'

export const ownDetailsQuery = queryOptions({
  queryKey: ['own-details'] as const,
  queryFn: ({ signal }) => call(session.ownDetails, {}, { signal }),
})
