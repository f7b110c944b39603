import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'

/**
 * Makes a call that needs the event loop alone, about ten times a second, until `end` by `performance.now()`; reports
 * how long each took.
 */
export async function watchHealth(origin: string, end: number, took: (ms: number) => void): Promise<void> {
  while (performance.now() < end) {
    const begun = performance.now()
    const { status } = await fetch(`${origin}/api/health`)
    expect(status).toBe(200)
    took(performance.now() - begun)
    await sleep(100)
  }
}
