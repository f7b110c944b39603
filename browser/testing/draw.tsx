import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { onTestFinished } from 'vitest'
import { ThemeProvider } from '#ui/theme.tsx'
import { type UiWords, UiWordsProvider } from '#ui/words.tsx'

// Code that loads later may take long on a busy machine. The test waits as long for it as `expect.poll` does elsewhere.
configure({ asyncUtilTimeout: 30_000 })

/** Renders a part as the application does, without its router, and removes it after the test. */
export function draw(part: ReactElement, words: UiWords) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  onTestFinished(cleanup)
  return render(part, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>
        <ThemeProvider accent="#1a66cc" nonce="">
          <UiWordsProvider words={words}>{children}</UiWordsProvider>
        </ThemeProvider>
      </QueryClientProvider>
    ),
  })
}

/** Lets pending answers arrive. */
export const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 0)))
