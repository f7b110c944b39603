import { expect, test } from 'vitest'
import { takesAway } from './contact-access.ts'

const before = {
  active: true,
  visibility: 'installation',
  places: [{ installation: 'LEV-01', companies: ['001', '002'] }],
} as const

test.each([
  ['nothing', before, false],
  ['another installation', { ...before, places: [...before.places, { installation: 'LEV-02', companies: [] }] }, false],
  ['another company', { ...before, places: [{ installation: 'LEV-01', companies: ['002', '003', '001'] }] }, false],
  ['leave', { ...before, active: false }, true],
  ['less to see', { ...before, visibility: 'own' as const }, true],
  ['more to see: who is an administrator stands in the session', { ...before, visibility: 'client' as const }, true],
  ['the installation taken away', { ...before, places: [] }, true],
  ['one company taken away', { ...before, places: [{ installation: 'LEV-01', companies: ['001'] }] }, true],
])('%s', (_change, after, expected) => {
  expect(takesAway(before, after)).toBe(expected)
})
