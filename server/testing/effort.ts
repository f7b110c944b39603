/** Multiplies the work of tests that profit from it: 1 in `npm test`, more in `npm run test:long`. */
export const EFFORT = Math.max(1, Number(process.env.TEST_EFFORT ?? 1))
