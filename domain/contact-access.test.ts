import { expect, test } from 'vitest'
import { makesAdministrator, takesAway } from './contact-access.ts'

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

const as = (visibility: 'own' | 'installation' | 'client', active = true) => ({ visibility, active })

test.each([
  ['a new contact', null, as('installation'), false],
  ['a new administrator', null, as('client'), true],
  ['a raised contact', as('installation'), as('client'), true],
  ['an administrator who stays one', as('client'), as('client'), false],
  ['an administrator who enters again', as('client', false), as('client'), true],
  ['one who is raised and cannot enter', as('own'), as('client', false), false],
  ['an administrator no more', as('client'), as('own'), false],
])('%s', (_change, was, is, expected) => {
  expect(makesAdministrator(was, is)).toBe(expected)
})
