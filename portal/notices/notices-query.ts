import { queryOptions } from '@tanstack/react-query'
import { session } from '#contract/session.ts'
import { call } from '../api.ts'

/** How often an open screen asks for new notices. */
const EVERY_MS = 60_000

/** In the current language: the service chooses the text. */
export const noticesQuery = (language: string) =>
  queryOptions({
    queryKey: ['notices', language] as const,
    queryFn: ({ signal }) => call(session.notices, {}, { signal }),
    staleTime: EVERY_MS,
    refetchInterval: EVERY_MS,
  })
