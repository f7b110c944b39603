import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'

/** Calls what the event loop alone answers, ten times a second, until `end` by `performance.now()`; tells how long each took. */
export async function watchHealth(origin: string, end: number, took: (ms: number) => void): Promise<void> {
  while (performance.now() < end) {
    const begun = performance.now()
    const { status } = await fetch(`${origin}/api/health`)
    expect(status).toBe(200)
    took(performance.now() - begun)
    await sleep(100)
  }
}
