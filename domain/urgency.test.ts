import { expect, test } from 'vitest'
import { URGENCIES, stepsAboveUsual } from './urgency.ts'

test.each([
  [0, '3'],
  [1, '4'],
  [-1, '2'],
  [-9, URGENCIES[0]],
  [99, URGENCIES.at(-1)],
])('%i steps above the usual urgency stands %s', (steps, urgency) => {
  expect(stepsAboveUsual(steps)).toBe(urgency)
})
