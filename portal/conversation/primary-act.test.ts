import { expect, test } from 'vitest'
import { primaryAct } from './primary-act.ts'

const NOW = new Date('2026-11-24T10:00:00Z')
const HOUR_AGO = new Date('2026-11-24T09:00:00Z')
const DAY_AGO = new Date('2026-11-23T10:00:00Z')
const LONGER_AGO = new Date('2026-11-23T09:59:59Z')
const NONE = { mayReply: false, mayClaim: false, mayConclude: false }
const CLAIM = { ...NONE, mayClaim: true }

test.each([
  ['Support asks', { ...NONE, mayReply: true }, true, HOUR_AGO, 'reply'],
  ['Support has closed', { ...NONE, mayConclude: true }, false, HOUR_AGO, 'accept'],
  ['minutes after sending', CLAIM, true, HOUR_AGO, 'add-information'],
  ['a day without a word', CLAIM, true, DAY_AGO, 'add-information'],
  ['more than a day without a word', CLAIM, true, LONGER_AGO, 'claim'],
  ['claimed already', NONE, true, LONGER_AGO, 'add-information'],
  ['nothing but a claim is left', CLAIM, false, HOUR_AGO, 'claim'],
  ['nothing is left', NONE, false, LONGER_AGO, null],
] as const)('%s', (_, actions, mayAddInformation, lastAt, act) => {
  expect(primaryAct({ actions, mayAddInformation, lastAt }, NOW)).toBe(act)
})
