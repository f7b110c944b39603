import { expect, test } from 'vitest'
import { MAX_REQUEST_TEXT, dataChangeProblems } from './personal-data.ts'

test.each([
  ['a text and the box', { text: 'Nuevo teléfono', acceptsPrivacy: true }, {}],
  ['no box', { text: 'Nuevo teléfono' }, { acceptsPrivacy: 'privacy' }],
  ['the box not ticked', { text: 'Nuevo teléfono', acceptsPrivacy: false }, { acceptsPrivacy: 'privacy' }],
  ['nothing', {}, { text: 'required', acceptsPrivacy: 'privacy' }],
  ['spaces', { text: ' \n ', acceptsPrivacy: true }, { text: 'blank' }],
  ['as much as there may be', { text: 'a'.repeat(MAX_REQUEST_TEXT), acceptsPrivacy: true }, {}],
  ['one character more', { text: 'a'.repeat(MAX_REQUEST_TEXT + 1), acceptsPrivacy: true }, { text: 'too-long' }],
])('%s', (_case, request, problems) => {
  expect(dataChangeProblems(request)).toEqual(problems)
})
