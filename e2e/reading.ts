import { type Page, type Request, expect } from '@playwright/test'

/**
 * Records the page's requests from now on. Returns a function that waits until none has been under way for half a
 * second. «networkidle» would never come, because the stream of events stays open.
 */
export function watchReading(page: Page, timeout?: number): () => Promise<void> {
  const open = new Set<Request>()
  let lastAt = 0
  const isOver = (request: Request) => {
    if (open.delete(request)) lastAt = performance.now()
  }
  page.on('request', (request) => {
    if (request.frame() === page.mainFrame() && !/\/eventos\b/.test(request.url())) open.add(request)
  })
  page.on('requestfinished', isOver)
  page.on('requestfailed', isOver)
  return () => {
    // A screen that was opened within the page may not have asked for anything yet.
    lastAt = performance.now()
    return expect
      .poll(() => open.size === 0 && performance.now() - lastAt > 500, timeout === undefined ? {} : { timeout })
      .toBe(true)
  }
}
