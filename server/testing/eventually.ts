import { vi } from 'vitest'
import { patient, WAIT_MS } from './patience.ts'

/** Asks again and again until it no longer throws, and answers what it then said. `within`: a promise, in milliseconds. */
export function eventually<T>(
  ask: () => T | Promise<T>,
  { within, interval = 50 }: { readonly within?: number; readonly interval?: number } = {},
): Promise<T> {
  return vi.waitFor(ask, { timeout: within === undefined ? WAIT_MS : patient(within), interval })
}
