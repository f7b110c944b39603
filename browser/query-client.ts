import { QueryClient, type QueryKey, focusManager } from '@tanstack/react-query'
import { CallFailed } from './client.ts'

const TRIES = 3

/**
 * The cache of what an application's screens have read. Coming back to the window refreshes what is shown, but not before
 * it is known whose session it is: `onStillIn` tells.
 */
export function queryClientOf({
  staleTime,
  onStillIn,
}: {
  staleTime: number
  onStillIn: (listener: () => void) => () => void
}): QueryClient {
  focusManager.setEventListener((onFocus) => onStillIn(() => onFocus()))
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Without network a call fails at once and its place says so, instead of waiting without a word.
        networkMode: 'always',
        staleTime,
        retry: (failures, error) => failures < TRIES - 1 && mayWorkNow(error),
        retryDelay: (failures) => 500 * 2 ** failures,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** How a query calls: with the sign that this tab has it already, unless it asks for a further part. */
export function asRead({ client, queryKey, signal }: { client: QueryClient; queryKey: QueryKey; signal: AbortSignal }) {
  const state = client.getQueryState(queryKey)
  return { signal, reread: state?.data !== undefined && !state.fetchMeta?.fetchMore }
}

const mayWorkNow = (error: unknown): boolean =>
  error instanceof CallFailed && (error.status === null || error.status === 503)
