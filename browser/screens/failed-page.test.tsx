// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen } from '@testing-library/react'
import { type MockInstance, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CodeMissing } from '#ui/network.ts'
import { UI_WORDS } from '#ui/preview/sample-words.ts'
import { ThemeProvider } from '#ui/theme.tsx'
import { UiWordsProvider } from '#ui/words.tsx'
import { CallFailed } from '../client.ts'
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

test.each([
  ['no server answered', new CallFailed(null, 'No answer'), 1],
  ['the server was refusing', new CallFailed(503, 'Not now'), 1],
  ['what no later try would change', new CallFailed(404, 'Not there'), 0],
])('a page that failed because of a call opens once the server is there: %s', async (_, error, times) => {
  const fetch = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 502 }))
  const opened = await fail(error)
  expect([await screen.findByText(error.message), opened.mock.calls.length]).toEqual([expect.anything(), 0])
  fetch.mockResolvedValue(new Response())
  await act(async () => globalThis.dispatchEvent(new Event('online')))
  await act(async () => globalThis.dispatchEvent(new Event('online')))
  expect([opened.mock.calls.length, reload.mock.calls.length]).toEqual([times, 0])
})

async function fail(error: Error = new CodeMissing()): Promise<MockInstance> {
  const component = () => <FailedPage error={error} words="It failed" />
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() })
  const opened = vi.spyOn(router, 'invalidate')
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
  return opened
}
