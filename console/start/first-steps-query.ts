import { queryOptions } from '@tanstack/react-query'
import { asRead } from '#browser/query-client.ts'
import { consoleFirstSteps } from '#contract/console/start/first-steps.ts'
import { call } from '../api.ts'
import { MASTERS } from '../lists/list-query.ts'

/** Refetched after every change of masters, which may have done a step. */
export const firstStepsQuery = queryOptions({
  queryKey: [...MASTERS, 'first-steps'] as const,
  queryFn: (query) => call(consoleFirstSteps.view, {}, asRead(query)),
  staleTime: 60_000,
})
