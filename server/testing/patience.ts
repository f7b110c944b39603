const FACTOR = Math.max(1, Number(process.env.TEST_PATIENCE ?? 1))

/**
 * How long something may take in a test, on a machine so many times as slow as a quiet one: `TEST_PATIENCE`, which
 * `npm test` measures unless it is set. Every wait and every bound in time of every test goes through here.
 */
export const patient = (milliseconds: number): number => milliseconds * FACTOR

/** What a test waits for comes by then or not at all; what has to be quicker has a bound of its own. */
export const WAIT_MS = patient(30_000)

/** A test that lasts longer hangs. */
export const TEST_MS = patient(300_000)
