import { expect, test } from 'vitest'
import { isTechnicianName, leavesSupervisor } from './technician.ts'

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
