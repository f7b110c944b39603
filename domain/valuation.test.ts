import { expect, test } from 'vitest'
import { type Decision, mayAsk, mayDecide } from './valuation.ts'

test.each<[Decision | null, boolean, string | null, string | null]>([
  [null, false, null, null],
  [null, true, 'valuation-closed', 'valuation-closed'],
  ['accepted', false, 'already-decided', null],
  ['rejected', false, 'already-decided', null],
  ['accepted', true, 'already-decided', 'valuation-closed'],
])(
  'a valuation decided as %s, closed: %s, is decided unless %s and asked about unless %s',
  (decision, closed, decide, ask) => {
    const reasonOf = (verdict: ReturnType<typeof mayDecide>) => (verdict.allowed ? null : verdict.reason)
    expect(reasonOf(mayDecide({ decision, closed }))).toBe(decide)
    expect(reasonOf(mayAsk({ decision, closed }))).toBe(ask)
  },
)
