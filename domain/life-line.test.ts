import { describe, expect, test } from 'vitest'
import { type LifeLineWork, ticketStep, valuationStep, workSteps } from './life-line.ts'

const WORK: LifeLineWork = {
  kind: 'incident',
  number: 50_007,
  createdOn: '2026-10-01',
  state: 'in-progress',
  situation: null,
  plannedDelivery: '2026-12-01',
  plannedTest: '2026-12-05',
  plannedProduction: '2026-12-15',
  deliveredOn: null,
  testInstalledOn: null,
  productionInstalledOn: null,
  validation: null,
}
const standings = (over: Partial<LifeLineWork>) => workSteps({ ...WORK, ...over }).map(({ standing }) => standing)

test.each<[string, Partial<LifeLineWork>, string]>([
  ['worked on', {}, 'current ahead ahead ahead'],
  ['estimated', { state: 'valuation' }, 'current ahead ahead ahead'],
  ['delivered', { state: 'delivered', deliveredOn: '2026-11-02' }, 'done done ahead ahead'],
  ['delivered, nobody knows when', { state: 'delivered' }, 'done done ahead ahead'],
  ['delivered by its situation', { situation: 'ENTREGADO', deliveredOn: '2026-11-02' }, 'done done ahead ahead'],
  ['tested', { state: 'installed-in-test', testInstalledOn: '2026-11-04' }, 'done done current ahead'],
  ['found not to work', { state: 'installed-in-test', validation: 'failed' }, 'done done current ahead'],
  ['validated', { state: 'installed-in-test', validation: 'validated' }, 'done done done ahead'],
  ['in use', { state: 'installed-in-production', testInstalledOn: '2026-11-04' }, 'done done done done'],
  ['in use untested', { state: 'installed-in-production' }, 'done done skipped done'],
  ['cancelled', { state: 'cancelled' }, 'stopped skipped skipped skipped'],
  ['expired', { state: 'expired' }, 'stopped skipped skipped skipped'],
  [
    'returned after it was tested',
    { state: 'returned', deliveredOn: '2026-11-02', testInstalledOn: '2026-11-04' },
    'stopped done done skipped',
  ],
])('of work that is %s', (_case, over, line) => {
  expect(standings(over).join(' ')).toBe(line)
})

test('each stage has its kind, its day and its planned day', () => {
  const tested = {
    ...WORK,
    state: 'installed-in-test',
    deliveredOn: '2026-11-02',
    testInstalledOn: '2026-11-04',
  } as const
  expect(workSteps(tested)).toEqual([
    { kind: 'incident', number: 50_007, standing: 'done', on: '2026-10-01', planned: null },
    { kind: 'version', number: null, standing: 'done', on: '2026-11-02', planned: '2026-12-01' },
    { kind: 'test', number: null, standing: 'current', on: '2026-11-04', planned: '2026-12-05' },
    { kind: 'production', number: null, standing: 'ahead', on: null, planned: '2026-12-15' },
  ])
  expect(workSteps({ ...tested, kind: 'development' })[0]).toMatchObject({ kind: 'development' })
})

describe('the stages before the work', () => {
  test.each([
    ['pending', 'current'],
    ['closed', 'done'],
  ] as const)('a %s ticket is %s', (state, standing) => {
    expect(ticketStep({ number: 100_003, createdOn: '2026-09-30', state })).toEqual({
      kind: 'ticket',
      number: 100_003,
      standing,
      on: '2026-09-30',
      planned: null,
    })
  })

  test.each([
    [null, false, 'current'],
    [null, true, 'skipped'],
    ['accepted', false, 'done'],
    ['accepted', true, 'done'],
    ['rejected', false, 'stopped'],
  ] as const)('a valuation decided as %s, closed: %s, is %s', (decision, closed, standing) => {
    expect(valuationStep({ number: 301, createdOn: '2026-10-25', decision, closed })).toEqual({
      kind: 'valuation',
      number: 301,
      standing,
      on: '2026-10-25',
      planned: null,
    })
  })
})
