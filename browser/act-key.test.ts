import { expect, test } from 'vitest'
import { actKey } from './act-key.ts'
import { CallFailed } from './client.ts'

test.each([
  ['an answer', null, false],
  ['a refusal', new CallFailed(409, 'No'), false],
  ['no answer', new CallFailed(null, 'No'), true],
  ['a broken answer', new CallFailed(502, 'No'), true],
  ['something else', new Error('No'), false],
])('after %s the key of the next try', (_what, error, same) => {
  const key = actKey()
  const first = key.now()
  expect(key.now()).toBe(first)
  key.answered(error)
  expect(key.now() === first).toBe(same)
})

test('an act keeps the key that its draft gave it; the next act has a new key', () => {
  const key = actKey()
  expect(key.now('of-the-draft')).toBe('of-the-draft')
  expect(key.now('of-another')).toBe('of-the-draft')
  key.renew()
  expect(key.now(null)).toMatch(/^[0-9a-f]{32}$/)
})
