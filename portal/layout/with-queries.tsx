import { QueryClient, QueryClientProvider, focusManager } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { watchLostFocus } from '#ui/lost-focus.ts'
import { CallFailed } from '../api.ts'
import { onStillIn } from '../session/session-check.ts'

/** The cache of what the screens have read. It is loaded with the first screen that reads; the login does without. */
export function WithQueries({ children }: { children: ReactNode }) {
  // What is around it first, then the screen in steps, so that a slow phone answers in between.
  const isFramed = useDeferredValue(true, false)
  return <QueryClientProvider client={queryClient}>{isFramed && children}</QueryClientProvider>
}

const TRIES = 3

const mayWorkNow = (error: unknown): boolean =>
  error instanceof CallFailed && (error.status === null || error.status === 503)

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Without network a call fails at once and its place says so, instead of waiting without a word.
      networkMode: 'always',
      staleTime: 30_000,
      retry: (failures, error) => failures < TRIES - 1 && mayWorkNow(error),
      retryDelay: (failures) => 500 * 2 ** failures,
    },
    mutations: { networkMode: 'always' },
  },
})

watchLostFocus()
// Coming back to the window refreshes what is shown, but not before it is known whose session it is.
focusManager.setEventListener((onFocus) => onStillIn(() => onFocus()))
