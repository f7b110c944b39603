import { expect, test } from 'vitest'
import { givesAccess, isTechnicianName, leavesSupervisor } from './technician.ts'

test.each([
  ['ab', true],
  ['sonia.campos-2_x', true],
  ['9lives', true],
  ['a'.repeat(100), true],
  ['a', false],
  ['a'.repeat(101), false],
  ['Sonia', false],
  ['sonía', false],
  ['.sonia', false],
  ['so nia', false],
  ['sonia\n', false],
])('the user name %j is one: %s', (name, is) => {
  expect(isTechnicianName(name)).toBe(is)
})

test.each([
  ['the only one is disabled', ['raul'], 'raul', 'supervisor', false, false],
  ['the only one is demoted', ['raul'], 'raul', 'technician', true, false],
  ['the only one is renamed', ['raul'], 'raul', 'supervisor', true, true],
  ['one of two is disabled', ['raul', 'ana'], 'raul', 'supervisor', false, true],
  ['one of two is demoted', ['raul', 'ana'], 'raul', 'technician', true, true],
  ['a technician is disabled', ['raul'], 'sonia', 'technician', false, true],
  ['there is none, and one is appointed', [], 'sonia', 'supervisor', true, true],
  ['there is none, and none is appointed', [], 'sonia', 'technician', true, false],
] as const)('%s', (_case, supervisors, username, role, active, stays) => {
  expect(leavesSupervisor(supervisors, { username, role, active })).toBe(stays)
})

const ENTRY = { role: 'technician', active: true, subject: 'a', email: 'a@x.es' } as const

test.each([
  ['nothing', {}, {}, false],
  ['promoted', {}, { role: 'supervisor' }, true],
  ['demoted', { role: 'supervisor' }, {}, false],
  ['revived', { active: false }, {}, true],
  ['disabled', {}, { active: false }, false],
  ['another identity', {}, { subject: 'b' }, true],
  ['identity taken away', {}, { subject: null }, false],
  ['another address', {}, { email: 'b@x.es' }, true],
  ['address taken away', {}, { email: null }, false],
  ['another identity while disabled', { active: false }, { active: false, subject: 'b' }, true],
] as const)('a change of a technician that gives access: %s', (_case, before, after, gives) => {
  expect(givesAccess({ ...ENTRY, ...before }, { ...ENTRY, ...after })).toBe(gives)
})
