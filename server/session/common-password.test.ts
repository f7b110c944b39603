import { expect, test } from 'vitest'
import { isCommonPassword } from './common-password.ts'

test.each([
  '12345678',
  'Password123',
  'qwertyuiop',
  'CONTRASEÑA',
  'Contraseña2026!',
  'contrasena.1',
  '¡Bienvenido2026!',
  'administrador',
  ' barcelona ',
])('%s is common', (password) => expect(isCommonPassword(password)).toBe(true))

test.each(['Demo-andres-1', 'una contraseña larga', 'barco-lluvia-7', '7-1-9-4-4-0-2-8', 'ñandú∙verde'])(
  '%s is not',
  (password) => expect(isCommonPassword(password)).toBe(false),
)
