import { expect, test } from 'vitest'
import { passwordProblems } from './password-change.ts'

const eight = '12345678'
const twenty = '1'.repeat(20)

test.each([
  ['nothing typed', {}, { current: 'required', next: 'required', repeated: 'required' }],
  [
    'null',
    { current: null, next: null, repeated: null },
    { current: 'required', next: 'required', repeated: 'required' },
  ],
  [
    'spaces',
    { current: ' ', next: '        ', repeated: '  ' },
    { current: 'blank-password', next: 'blank-password', repeated: 'blank-password' },
  ],
  ['a current one of any length', { current: 'x', next: eight, repeated: eight }, {}],
  ['seven characters', { current: 'x', next: '1234567', repeated: '1234567' }, { next: 'too-short' }],
  ['twenty characters', { current: twenty, next: twenty, repeated: twenty }, {}],
  [
    'twenty-one characters',
    { current: `${twenty}1`, next: `${twenty}1`, repeated: `${twenty}1` },
    { current: 'too-long', next: 'too-long', repeated: 'too-long' },
  ],
  ['another one repeated', { current: 'x', next: eight, repeated: '12345679' }, { repeated: 'not-repeated' }],
  ['the same but for its case', { current: 'x', next: 'abcdefgh', repeated: 'abcdefgH' }, { repeated: 'not-repeated' }],
])('%s', (_case, change, problems) => {
  expect(passwordProblems(change)).toEqual(problems)
})
