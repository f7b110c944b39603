import { expect, test } from 'vitest'
import { type DevelopmentState, type ShownDevelopmentState, shownDevelopmentState } from './development.ts'

test.each<[DevelopmentState, ShownDevelopmentState]>([
  ['pending', 'pending'],
  ['planned', 'pending'],
  ['resolved', 'resolved'],
  ['clarified', 'clarified'],
  ['supervised', 'supervised'],
  ['delivered', 'delivered'],
  ['valuation', 'valuation'],
  ['expired', 'expired'],
  ['returned', 'returned'],
  ['installed-in-test', 'installed-in-test'],
  ['installed-in-production', 'installed-in-production'],
  ['cancelled', 'cancelled'],
])('a development that is %s is shown as %s', (state, shown) => {
  expect(shownDevelopmentState(state)).toBe(shown)
})
