import { expect, test } from 'vitest'
import type { DevelopmentState } from '../development.ts'
import type { Verdict } from '../verdict.ts'
import { type Decision, isExpired, mayAsk, mayDecide, mayOffer, mayUndo, undoableUntil } from './valuation.ts'

const reasonOf = (verdict: Verdict) => (verdict.allowed ? null : verdict.reason)
const TODAY = '2026-11-18'

test.each<[Decision | null, boolean, string | null, string | null]>([
  [null, false, null, null],
  [null, true, 'valuation-closed', 'valuation-closed'],
  ['accepted', false, 'already-decided', null],
  ['rejected', false, 'already-decided', null],
  ['accepted', true, 'already-decided', 'valuation-closed'],
])(
  'a valuation decided as %s, closed: %s, is decided unless %s and asked about unless %s',
  (decision, closed, decide, ask) => {
    const valuation = { decision, closed, version: 1, validUntil: null }
    expect(reasonOf(mayDecide(valuation, { today: TODAY }))).toBe(decide)
    expect(reasonOf(mayOffer(valuation))).toBe(decide)
    expect(reasonOf(mayAsk(valuation))).toBe(ask)
  },
)

test.each([
  ['its last day', '2026-11-18', false],
  ['the day after', '2026-11-17', true],
  ['no last day', null, false],
])('on %s it is decided as long as it holds', (_case, validUntil, expired) => {
  const valuation = { decision: null, closed: false, version: 1, validUntil }
  expect(isExpired(valuation, TODAY)).toBe(expired)
  expect(reasonOf(mayDecide(valuation, { today: TODAY }))).toBe(expired ? 'valuation-expired' : null)
})

test('a reader of another version cannot decide, and is told of the change rather than of its last day', () => {
  const valuation = { decision: null, closed: false, version: 3, validUntil: '2026-11-17' }
  expect(reasonOf(mayDecide(valuation, { today: TODAY, read: 2 }))).toBe('valuation-changed')
  expect(reasonOf(mayDecide({ ...valuation, validUntil: TODAY }, { today: TODAY, read: 3 }))).toBeNull()
})

const AT = new Date('2026-11-18T11:00:00Z')
const after = (ms: number) => new Date(AT.getTime() + ms)
const HOUR = 3_600_000

test.each<[string, Decision | null, boolean, DevelopmentState | null, number, string | null]>([
  ['at once', 'accepted', false, null, 0, null],
  ['a moment before the hour is over', 'rejected', false, null, HOUR - 1, null],
  ['as the hour is over', 'accepted', false, null, HOUR, 'undo-too-late'],
  ['of nothing', null, false, null, 0, 'not-decided'],
  ['once Support has closed it', 'accepted', true, null, 0, 'valuation-closed'],
  ['with its development still pending', 'accepted', false, 'pending', 0, null],
  ['with its development planned', 'accepted', false, 'planned', 0, null],
  ['with its development being valued', 'accepted', false, 'valuation', 0, null],
  ['with its development resolved', 'accepted', false, 'resolved', 0, 'work-begun'],
  ['with its development installed, long after', 'accepted', false, 'installed-in-test', 2 * HOUR, 'work-begun'],
])('a decision is undone %s', (_case, decision, closed, work, ms, refusal) => {
  const decidedAt = decision === null ? null : AT
  expect(reasonOf(mayUndo({ decision, decidedAt, closed, work }, after(ms)))).toBe(refusal)
  expect(undoableUntil(AT)).toEqual(after(HOUR))
})
