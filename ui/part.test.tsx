// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { part } from './part.tsx'
import { UI_WORDS } from './preview/sample-words.ts'
import { LoadingState } from './states.tsx'
import { ThemeProvider } from './theme.tsx'
import { UiWordsProvider } from './words.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('a part that was opened without a network is loaded and shown when the network returns', async () => {
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const fetch = vi.fn(() => Promise.resolve(() => <p>Arrived</p>))
  const { Part } = part(fetch)
  await act(async () =>
    render(
      <ThemeProvider accent="#1a66cc" nonce="">
        <UiWordsProvider words={UI_WORDS}>
          <Suspense fallback={<LoadingState />}>
            <Part />
          </Suspense>
        </UiWordsProvider>
      </ThemeProvider>,
    ),
  )
  expect([screen.getByRole('status').textContent, fetch.mock.calls.length]).toEqual([UI_WORDS.opensOnline, 0])
  network.mockReturnValue(true)
  await act(async () => globalThis.dispatchEvent(new Event('online')))
  expect(await screen.findByText('Arrived')).toBeDefined()
})
