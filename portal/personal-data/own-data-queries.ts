import { queryOptions } from '@tanstack/react-query'
import { ownData } from '#contract/own-data.ts'
import { call } from '../api.ts'

export const ownDetailsQuery = queryOptions({
  queryKey: ['own-details'] as const,
  queryFn: ({ signal }) => call(ownData.ownDetails, {}, { signal }),
})
