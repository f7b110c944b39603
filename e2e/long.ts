import { EFFORT } from '#server/testing/effort.ts'

/** Whether `npm run test:long` runs: it takes every journey, and every check in every window and theme. */
export const IS_LONG = EFFORT > 1

/** `JOURNEYS=all`, or `test:long`: also the journeys tagged `@long`, and what `npm test` leaves out of the others. */
export const HAS_ALL_JOURNEYS = IS_LONG || process.env.JOURNEYS === 'all'
