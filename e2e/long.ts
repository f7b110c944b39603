import { EFFORT } from '#server/testing/effort.ts'

/** Whether `npm run test:long` runs: it also takes the journeys tagged `@long`, and every check in every window and theme. */
export const IS_LONG = EFFORT > 1
