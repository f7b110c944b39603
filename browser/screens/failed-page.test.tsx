// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CodeMissing } from '#ui/network.ts'
import { UI_WORDS } from '#ui/preview/sample-words.ts'
import { ThemeProvider } from '#ui/theme.tsx'
import { UiWordsProvider } from '#ui/words.tsx'
import { FailedPage } from './failed-page.tsx'

const reload = vi.fn()

beforeEach(() => {
  vi.spyOn(location, 'reload').mockImplementation(reload)
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  reload.mockReset()
  vi.restoreAllMocks()
})

test('if code did not load, the page reloads once the server answers, but not again and again', async () => {
  const fetch = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  await fail()
  expect([await screen.findByText(UI_WORDS.opensOnline), reload.mock.calls.length]).toEqual([expect.anything(), 0])
  fetch.mockResolvedValue(new Response())
  await act(async () => globalThis.dispatchEvent(new Event('online')))
  expect(reload).toHaveBeenCalledOnce()
  cleanup()
  await fail()
  expect([await screen.findByText('It failed'), reload.mock.calls.length]).toEqual([expect.anything(), 1])
})

async function fail(): Promise<void> {
  const component = () => <FailedPage error={new CodeMissing()} words="It failed" />
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() })
  await act(async () => {
    render(
      <ThemeProvider accent="#1a66cc" nonce="">
        <UiWordsProvider words={UI_WORDS}>
          <RouterProvider router={router} />
        </UiWordsProvider>
      </ThemeProvider>,
    )
    await Promise.resolve()
  })
}
