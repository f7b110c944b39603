/** How many times as much a test does that gains by it: 1 in `npm test`, more in `npm run test:long`. */
export const EFFORT = Math.max(1, Number(process.env.TEST_EFFORT ?? 1))
