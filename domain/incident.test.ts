import { describe, expect, test } from 'vitest'
import {
  type IncidentState,
  type ShownIncidentState,
  blockingAmong,
  isBlocking,
  isOpen,
  mayClaimIncident,
  shownIncidentState,
} from './incident.ts'

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
])('an incident that is %s, and was never delivered, is open and blocks its ticket: %s', (state, open) => {
  expect(isOpen({ state, situation: null })).toBe(open)
  expect(isOpen({ state, situation: 'ENTREGADO' })).toBe(false)
  expect(isBlocking({ state, situation: null, deliveredOn: null })).toBe(open)
  expect(isBlocking({ state, situation: 'ENTREGADO', deliveredOn: null })).toBe(false)
  expect(isBlocking({ state, situation: null, deliveredOn: '2026-11-02' })).toBe(false)
})

test.each([
  [[], null],
  [['delivered', 'cancelled'], null],
  [['pending', 'planned'], 2],
  [['pending', 'delivered'], 1],
  [['delivered', 'pending', 'returned'], 2],
] as const)('of incidents that are %j a ticket waits for number %s', (states, blocking) => {
  const incidents = states.map((state, index) => ({
    number: index + 1,
    state,
    situation: null,
    deliveredOn: null,
  }))
  expect(blockingAmong(incidents)).toBe(blocking)
  expect(blockingAmong(incidents.toReversed())).toBe(blocking)
  expect(blockingAmong(incidents.map((incident) => ({ ...incident, situation: 'ENTREGADO' })))).toBe(null)
})

test.each<[IncidentState, ShownIncidentState, ShownIncidentState]>([
  ['pending', 'in-progress', 'delivered'],
  ['planned', 'in-progress', 'delivered'],
  ['resolved', 'in-progress', 'delivered'],
  ['clarified', 'in-progress', 'delivered'],
  ['supervised', 'in-progress', 'delivered'],
  ['in-progress', 'in-progress', 'delivered'],
  ['delivered', 'delivered', 'delivered'],
  ['valuation', 'valuation', 'valuation'],
  ['expired', 'expired', 'expired'],
  ['returned', 'returned', 'returned'],
  ['installed-in-test', 'installed-in-test', 'installed-in-test'],
  ['installed-in-production', 'installed-in-production', 'installed-in-production'],
  ['cancelled', 'cancelled', 'cancelled'],
])('an incident that is %s is shown as %s, in the situation ENTREGADO as %s', (state, shown, inSituation) => {
  expect(shownIncidentState({ state, situation: null })).toBe(shown)
  expect(shownIncidentState({ state, situation: 'PENDIENTE' })).toBe(shown)
  expect(shownIncidentState({ state, situation: 'ENTREGADO' })).toBe(inSituation)
})

describe('a claim of an incident', () => {
  const NOW = new Date('2026-11-18T11:00:00.000Z')
  const DAY_MS = 24 * 3_600_000
  const ago = (ms: number) => new Date(NOW.getTime() - ms)
  const unclaimed = { state: 'pending', situation: null, claims: 0, lastClaimAt: null } as const

  test.each<[IncidentState, boolean]>([
    ['pending', true],
    ['planned', true],
    ['resolved', true],
    ['supervised', true],
    ['clarified', false],
    ['in-progress', false],
    ['delivered', false],
    ['valuation', false],
    ['expired', false],
    ['returned', false],
    ['installed-in-test', false],
    ['installed-in-production', false],
    ['cancelled', false],
  ])('that is %s is possible: %s; never in the situation ENTREGADO', (state, possible) => {
    expect(mayClaimIncident({ ...unclaimed, state }, NOW).allowed).toBe(possible)
    expect(mayClaimIncident({ ...unclaimed, state, situation: 'ENTREGADO' }, NOW)).toEqual({
      allowed: false,
      reason: 'incident-not-claimable',
      until: null,
    })
  })

  test.each([
    ['just now', 1, 0, 'incident-claimed-recently'],
    ['a millisecond less than 24 hours ago', 1, DAY_MS - 1, 'incident-claimed-recently'],
    ['exactly 24 hours ago', 2, DAY_MS, 'incident-claimed-recently'],
    ['a millisecond more than 24 hours ago', 1, DAY_MS + 1, null],
    ['a millisecond more than 24 hours ago, for the second time', 2, DAY_MS + 1, null],
    ['long ago, for the third time', 3, 90 * DAY_MS, 'incident-claims-exhausted'],
    ['just now, for the third time', 3, 0, 'incident-claims-exhausted'],
  ])('claimed last %s', (_case, claims, since, reason) => {
    const verdict = mayClaimIncident({ ...unclaimed, claims, lastClaimAt: ago(since) }, NOW)
    const until = reason === 'incident-claimed-recently' ? new Date(NOW.getTime() - since + DAY_MS) : null
    expect(verdict).toEqual(reason === null ? { allowed: true } : { allowed: false, reason, until })
  })

  test('is refused as impossible rather than as too early', () => {
    expect(mayClaimIncident({ ...unclaimed, state: 'delivered', claims: 3, lastClaimAt: NOW }, NOW)).toMatchObject({
      reason: 'incident-not-claimable',
    })
  })
})
