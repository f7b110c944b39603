import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { queryClientOf } from '#browser/query-client.ts'
import { watchLostFocus } from '#ui/lost-focus.ts'
import { languageNow } from '../messages/language.ts'
import { noticesQuery } from '../notices/notices-query.ts'
import { onStillIn } from '../session/session-check.ts'

/** A line of 400 ms is slow enough, and answers within this. */
const LONGEST_WAIT_MS = 1000

/** The screens' cache. It is loaded with the first screen that reads from the server; the login does without it. */
export function WithQueries({ children }: { children: ReactNode }) {
  // Renders the frame first, then the screen in steps, so that a slow phone answers in between.
  const isFramed = useDeferredValue(true, false)
  return <QueryClientProvider client={screensCache}>{isFramed && children}</QueryClientProvider>
}

export const screensCache = queryClientOf({ staleTime: 30_000, onStillIn })

/**
 * The notices stand above every screen. They are read before it, so that nothing moves later, but a slow line does not
 * delay the screen for long.
 */
export const readNotices = (): Promise<void> =>
  Promise.race([
    screensCache.prefetchQuery(noticesQuery(languageNow())),
    new Promise<void>((resolve) => setTimeout(resolve, LONGEST_WAIT_MS)),
  ])

watchLostFocus()
// Events are followed once the first screen is there. If that code does not load, the screens show the data that they have.
setTimeout(
  () =>
    void import('./live.ts').then(
      ({ follow }) => follow(screensCache),
      () => undefined,
    ),
  1500,
)
