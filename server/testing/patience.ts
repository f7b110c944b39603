const FACTOR = Math.max(1, Number(process.env.TEST_PATIENCE ?? 1))

/**
 * A time limit for tests, multiplied by how much slower than a quiet machine this one is: `TEST_PATIENCE`, which `npm test`
 * measures unless it is set. All waits and time limits of tests go through here.
 */
export const patient = (milliseconds: number): number => milliseconds * FACTOR

/** An awaited result comes within this time or never. A result that must be faster has a limit of its own. */
export const WAIT_MS = patient(30_000)

/** A test that takes longer hangs. */
export const TEST_MS = patient(300_000)
