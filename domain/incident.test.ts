import { expect, test } from 'vitest'
import { type IncidentState, isBlocking } from './incident.ts'

test.each<[IncidentState, boolean]>([
  ['pending', true],
  ['planned', true],
  ['resolved', true],
  ['clarified', true],
  ['supervised', true],
  ['in-progress', true],
  ['valuation', true],
  ['installed-in-test', true],
  ['delivered', false],
  ['installed-in-production', false],
  ['cancelled', false],
  ['expired', false],
  ['returned', false],
])('an incident that is %s blocks its ticket: %s', (state, blocking) => {
  expect(isBlocking({ state, situation: null })).toBe(blocking)
  expect(isBlocking({ state, situation: 'ENTREGADO' })).toBe(false)
})
