import { QueryClient, type QueryKey, focusManager } from '@tanstack/react-query'
import { mayWorkNow } from './client.ts'

const TRIES = 3

/**
 * The cache of an application's queries. Returning to the window refreshes visible data, but not before the session is confirmed:
 * `onStillIn` reports that.
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
        // Without a network a call fails at once with a message, instead of waiting silently.
        networkMode: 'always',
        // When the network returns, queries that failed without it are read again, and so are old ones.
        refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : true),
        staleTime,
        retry: (failures, error) => failures < TRIES - 1 && mayWorkNow(error),
        retryDelay: (failures) => 500 * 2 ** failures,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** How a query calls the server: marked as a refetch if this tab has the data, unless it requests another part. */
export function asRead({ client, queryKey, signal }: { client: QueryClient; queryKey: QueryKey; signal: AbortSignal }) {
  const state = client.getQueryState(queryKey)
  return { signal, reread: state?.data !== undefined && !state.fetchMeta?.fetchMore }
}
