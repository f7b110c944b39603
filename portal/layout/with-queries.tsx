import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { queryClientOf } from '#browser/query-client.ts'
import { watchLostFocus } from '#ui/lost-focus.ts'
import { languageNow } from '../messages/language.ts'
import { noticesQuery } from '../notices/notices-query.ts'
import { onStillIn } from '../session/session-check.ts'

const LONGEST_WAIT_MS = 400

/** The screens' cache. It is loaded with the first screen that reads from the server; the login does without. */
export function WithQueries({ children }: { children: ReactNode }) {
  // First the frame, then the screen in steps, so that a slow phone answers in between.
  const isFramed = useDeferredValue(true, false)
  return <QueryClientProvider client={screensCache}>{isFramed && children}</QueryClientProvider>
}

export const screensCache = queryClientOf({ staleTime: 30_000, onStillIn })

/** The notices stand above every screen, so they are read before it: nothing moves then. A slow line delays no screen for long. */
export const readNotices = (): Promise<void> =>
  Promise.race([
    screensCache.prefetchQuery(noticesQuery(languageNow())),
    new Promise<void>((resolve) => setTimeout(resolve, LONGEST_WAIT_MS)),
  ])

watchLostFocus()
// What happens is followed once the first screen is there; without that part the screens are as they were read.
setTimeout(
  () =>
    void import('./live.ts').then(
      ({ follow }) => follow(screensCache),
      () => undefined,
    ),
  1500,
)
