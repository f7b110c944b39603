import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { CallFailed } from '#browser/client.ts'

const TRIES = 3

const mayWorkNow = (error: unknown): boolean =>
  error instanceof CallFailed && (error.status === null || error.status === 503)

/** The cache of what the screens have read. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Without network a call fails at once and its place says so, instead of waiting without a word.
      networkMode: 'always',
      staleTime: 10_000,
      retry: (failures, error) => failures < TRIES - 1 && mayWorkNow(error),
      retryDelay: (failures) => 500 * 2 ** failures,
    },
    mutations: { networkMode: 'always' },
  },
})

/** How a query calls: with the sign that this tab has it already, unless it asks for a further part. */
export function asRead({ client, queryKey, signal }: { client: QueryClient; queryKey: QueryKey; signal: AbortSignal }) {
  const state = client.getQueryState(queryKey)
  return { signal, reread: state?.data !== undefined && !state.fetchMeta?.fetchMore }
}
