import { expect, test } from 'vitest'
import { type Joinable, mayMerge, maySupport } from './support-actions.ts'

const A: Joinable = {
  number: 1,
  client: 1001,
  installation: 'LEV-01',
  person: 5,
  contact: 11,
  visibility: 'installation',
  limitedSession: null,
  mergedInto: null,
  accepted: false,
}
const B: Joinable = { ...A, number: 2 }
const own: Partial<Joinable> = { visibility: 'own' }
const another: Partial<Joinable> = { person: 6, contact: 12 }

test.each<[string, Joinable, Joinable, string | null]>([
  ["the same person's", A, B, null],
  ["two colleagues', who both see the installation", A, { ...B, ...another }, null],
  ['itself', A, A, 'merge-itself'],
  ['one that was joined already', { ...A, mergedInto: 9 }, B, 'already-merged'],
  ['into one that was joined already', A, { ...B, mergedInto: 9 }, 'already-merged'],
  ['an accepted one', { ...A, accepted: true }, B, 'ticket-over'],
  ['into an accepted one', A, { ...B, accepted: true }, 'ticket-over'],
  ["another client's", A, { ...B, client: 1002 }, 'merge-other-client'],
  ["another installation's", A, { ...B, installation: 'LEV-02' }, 'merge-other-audience'],
  ["one's who sees only their own", A, { ...B, ...another, ...own }, 'merge-other-audience'],
  ["a colleague's into one's who sees only their own", { ...A, ...own }, { ...B, ...another }, 'merge-other-audience'],
  ['two of one who sees only their own', { ...A, ...own }, { ...B, ...own }, null],
  ["a limited session's", { ...A, limitedSession: 3 }, B, 'merge-other-audience'],
  ["two of the client's own, of one person", { ...A, contact: null, visibility: null }, { ...B, contact: null }, null],
])('joining %s', (_case, one, other, reason) => {
  const verdict = mayMerge(one, other)
  expect(verdict.allowed ? null : verdict.reason).toBe(reason)
})

test('technicians change nothing in a ticket that is over', () => {
  expect(maySupport({ accepted: false }).allowed).toBe(true)
  expect(maySupport({ accepted: true })).toMatchObject({ allowed: false, reason: 'ticket-over' })
})
