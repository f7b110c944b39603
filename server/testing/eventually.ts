import { vi } from 'vitest'
import { patient, WAIT_MS } from './patience.ts'

/**
 * Repeats until nothing is thrown, and returns the result. `within`: a time limit that the test asserts, in
 * milliseconds.
 */
export function eventually<T>(
  ask: () => T | Promise<T>,
  { within, interval = 50 }: { readonly within?: number; readonly interval?: number } = {},
): Promise<T> {
  return vi.waitFor(ask, { timeout: within === undefined ? WAIT_MS : patient(within), interval })
}
