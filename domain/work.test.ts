import { describe, expect, test } from 'vitest'
import { type IncidentState, isOpen } from './incident.ts'
import {
  type GivenState,
  type InstallationPlace,
  type PlannedStage,
  type WorkProgress,
  afterInstallation,
  afterPlan,
  afterState,
  installationDayProblem,
  installationNeedsReason,
  isDelivered,
  mayChangeState,
  mayInstall,
  mayPlan,
  mayValidate,
  nextPlanned,
  plannedOf,
  stateNeedsReason,
} from './work.ts'

const TODAY = '2026-11-18'
const BEGUN: WorkProgress = {
  state: 'pending',
  situation: null,
  plannedDelivery: '2026-12-01',
  plannedTest: '2026-12-05',
  plannedProduction: '2026-12-15',
  deliveredOn: null,
  testInstalledOn: null,
  productionInstalledOn: null,
  validation: null,
}
const TESTED: WorkProgress = {
  ...BEGUN,
  state: 'installed-in-test',
  deliveredOn: '2026-11-02',
  testInstalledOn: '2026-11-04',
}
const IN_USE: WorkProgress = {
  ...TESTED,
  state: 'installed-in-production',
  productionInstalledOn: '2026-11-10',
  validation: 'validated',
}

test.each<[IncidentState, boolean, boolean, string | null]>([
  ['pending', true, false, '2026-12-01'],
  ['planned', true, false, '2026-12-01'],
  ['resolved', true, false, '2026-12-01'],
  ['clarified', true, false, '2026-12-01'],
  ['supervised', true, false, '2026-12-01'],
  ['in-progress', true, false, '2026-12-01'],
  ['valuation', true, false, '2026-12-01'],
  ['installed-in-test', true, true, '2026-12-15'],
  ['delivered', false, true, null],
  ['installed-in-production', false, true, null],
  ['cancelled', false, false, null],
  ['expired', false, false, null],
  ['returned', false, false, null],
])('work that is %s is open: %s, delivered: %s, and comes next on %s', (state, open, delivered, next) => {
  const work = { ...BEGUN, state }
  expect([isOpen(work), isDelivered(work), nextPlanned(work)]).toEqual([open, delivered, next])
  const given = { ...work, situation: 'ENTREGADO' }
  expect([isOpen(given), isDelivered(given), nextPlanned(given)]).toEqual([false, true, null])
})

describe('a change of state', () => {
  const to = (state: GivenState, situation: string | null = null) => ({ state, situation })

  test('is one', () => {
    expect(mayChangeState(BEGUN, to('pending'))).toMatchObject({ reason: 'same-state' })
    expect(mayChangeState(BEGUN, to('planned')).allowed).toBe(true)
    expect(mayChangeState(BEGUN, to('pending', 'ENTREGADO')).allowed).toBe(true)
  })

  test.each<[string, Partial<WorkProgress>, GivenState, boolean]>([
    ['goes on', {}, 'planned', false],
    ['is delivered', {}, 'delivered', false],
    ['is cancelled', {}, 'cancelled', true],
    ['expires', {}, 'expired', true],
    ['is returned', {}, 'returned', true],
    ['is taken up again', { state: 'cancelled' }, 'pending', true],
    ['was delivered and is worked on again', { state: 'delivered' }, 'in-progress', true],
    ['comes out of BD pruebas', { state: 'installed-in-test' }, 'in-progress', true],
    ['was never installed in BD real after all', { state: 'installed-in-production' }, 'delivered', true],
    ['is delivered after it was cancelled', { state: 'cancelled' }, 'delivered', false],
  ])('of work that %s needs a reason: %s', (_case, over, state, needed) => {
    expect(stateNeedsReason({ ...BEGUN, ...over }, to(state))).toBe(needed)
  })

  test('to delivered keeps the day', () => {
    const delivered = afterState(BEGUN, to('delivered'), TODAY)
    expect(delivered).toEqual({ ...BEGUN, state: 'delivered', deliveredOn: TODAY })
    // Another wording is still the same delivery.
    expect(afterState(delivered, to('clarified', 'ENTREGADO'), '2026-11-30').deliveredOn).toBe(TODAY)
  })

  test('work that resumes forgets its delivery, installations and validation', () => {
    for (const work of [TESTED, IN_USE, { ...TESTED, validation: 'failed' as const }]) {
      expect(afterState(work, to('in-progress'), TODAY)).toEqual({ ...BEGUN, state: 'in-progress' })
    }
  })

  test('to delivered from BD pruebas is a new delivery', () => {
    expect(afterState({ ...TESTED, validation: 'failed' }, to('delivered'), TODAY)).toEqual({
      ...BEGUN,
      state: 'delivered',
      deliveredOn: TODAY,
    })
  })

  test.each<GivenState>(['cancelled', 'expired', 'returned'])('to %s keeps what had been reached', (state) => {
    expect(afterState(TESTED, to(state), TODAY)).toEqual({ ...TESTED, state })
  })
})

describe('an installation', () => {
  test.each<[Partial<WorkProgress>, InstallationPlace, string | null]>([
    [{ state: 'pending' }, 'test', null],
    [{ state: 'pending' }, 'production', null],
    [{ state: 'delivered' }, 'test', null],
    [{ state: 'installed-in-test' }, 'production', null],
    [{ state: 'installed-in-test' }, 'test', 'already-in-test'],
    [{ state: 'installed-in-test', validation: 'failed' }, 'test', null],
    [{ state: 'installed-in-production' }, 'test', 'already-in-production'],
    [{ state: 'installed-in-production' }, 'production', 'already-in-production'],
    [{ state: 'cancelled' }, 'test', 'ended-without-delivery'],
    [{ state: 'expired' }, 'production', 'ended-without-delivery'],
    [{ state: 'returned' }, 'test', 'ended-without-delivery'],
  ])('of %j in %s is refused: %s', (over, where, reason) => {
    const verdict = mayInstall({ ...BEGUN, ...over }, where)
    expect(verdict.allowed ? null : verdict.reason).toBe(reason)
  })

  test('for testing asks anew', () => {
    expect(afterInstallation(BEGUN, 'test', '2026-11-17')).toEqual({
      ...BEGUN,
      state: 'installed-in-test',
      deliveredOn: '2026-11-17',
      testInstalledOn: '2026-11-17',
    })
    expect(afterInstallation({ ...TESTED, validation: 'failed' }, 'test', TODAY)).toEqual({
      ...TESTED,
      testInstalledOn: TODAY,
    })
  })

  test('in BD real keeps the verdict from BD pruebas', () => {
    expect(afterInstallation({ ...TESTED, validation: 'validated' }, 'production', TODAY)).toEqual({
      ...TESTED,
      state: 'installed-in-production',
      productionInstalledOn: TODAY,
      validation: 'validated',
    })
  })

  test.each<[Partial<WorkProgress>, InstallationPlace, boolean]>([
    [{ state: 'delivered' }, 'production', false],
    [{ state: 'installed-in-test' }, 'production', true],
    [{ state: 'installed-in-test', validation: 'failed' }, 'production', true],
    [{ state: 'installed-in-test', validation: 'validated' }, 'production', false],
    [{ state: 'installed-in-test', validation: 'failed' }, 'test', false],
  ])('of %j in %s needs a reason: %s', (over, where, needed) => {
    expect(installationNeedsReason({ ...BEGUN, ...over }, where)).toBe(needed)
  })

  test.each([
    ['2026-11-18', null],
    ['2026-11-19', 'in-the-future'],
    ['2026-11-01', null],
    ['2026-10-31', 'before-it-was-raised'],
  ])('on %s: %s', (on, problem) => {
    expect(installationDayProblem(on, '2026-11-01', TODAY)).toBe(problem)
  })
})

describe('a planned date', () => {
  test.each<[IncidentState, PlannedStage, string | null]>([
    ['pending', 'delivery', null],
    ['pending', 'production', null],
    ['delivered', 'delivery', 'already-done'],
    ['delivered', 'test', null],
    ['installed-in-test', 'delivery', 'already-done'],
    ['installed-in-test', 'test', 'already-done'],
    ['installed-in-test', 'production', null],
    ['installed-in-production', 'production', 'already-done'],
    ['cancelled', 'delivery', 'ended-without-delivery'],
    ['returned', 'production', 'ended-without-delivery'],
  ])('of work that is %s for its %s is refused: %s', (state, stage, reason) => {
    const verdict = mayPlan({ ...BEGUN, state }, stage, '2027-01-31')
    expect(verdict.allowed ? null : verdict.reason).toBe(reason)
  })

  test.each<PlannedStage>(['delivery', 'test', 'production'])('of the %s is that one alone', (stage) => {
    const planned = afterPlan(BEGUN, stage, '2027-01-31')
    const others = (['delivery', 'test', 'production'] as const).filter((other) => other !== stage)
    expect(plannedOf(planned, stage)).toBe('2027-01-31')
    for (const other of others) expect(plannedOf(planned, other)).toBe(plannedOf(BEGUN, other))
    expect(mayPlan(planned, stage, '2027-01-31')).toMatchObject({ reason: 'same-date' })
    expect(mayPlan(planned, stage, null).allowed).toBe(true)
  })
})

test.each<[IncidentState, WorkProgress['validation'], string | null]>([
  ['installed-in-test', null, null],
  ['installed-in-test', 'validated', 'already-validated'],
  ['installed-in-test', 'failed', 'already-validated'],
  ['delivered', null, 'not-in-test'],
  ['in-progress', null, 'not-in-test'],
  ['installed-in-production', 'validated', 'not-in-test'],
])('what is %s and %s is validated unless refused: %s', (state, validation, reason) => {
  const verdict = mayValidate({ state, validation })
  expect(verdict.allowed ? null : verdict.reason).toBe(reason)
})
