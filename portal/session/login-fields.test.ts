import { expect, test } from 'vitest'
import { es } from '../messages/es.ts'
import { loginProblems } from './login-fields.ts'

test.each([
  ['andres', 'Demo-andres-1', {}],
  ['', 'x', { username: 'Obligatorio' }],
  ['   ', 'x', { username: 'Obligatorio' }],
  ['a'.repeat(200), 'x', {}],
  ['a'.repeat(201), 'x', { username: 'Max. 200 caracteres' }],
  ['andres', '', { password: 'Obligatorio' }],
  ['andres', '   ', { password: 'La contraseña no puede estar formada sólo por espacios' }],
  ['andres', 'a'.repeat(20), {}],
  ['andres', 'a'.repeat(21), { password: 'Max. 20 caracteres' }],
  ['', '', { username: 'Obligatorio', password: 'Obligatorio' }],
])('user %j with password %j', (username, password, problems) => {
  expect(loginProblems({ username, password }, es)).toEqual(problems)
})
