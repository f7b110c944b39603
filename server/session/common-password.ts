import { createRequire } from 'node:module'
import type * as Common from '@zxcvbn-ts/language-common'
import { folded } from '../manuals/spanish-words.ts'

/** Passwords that people try first at a Spanish login, and that no list of English speakers has. */
const SPANISH =
  'acceso administrador administradora bienvenida bienvenido bienvenidos contraseña contraseñas empresa invitado soporte supervisor tecnico usuario usuarios'

let known: ReadonlySet<string> | undefined

/** Unpacked for the first password: a start does without. */
function unpacked(): ReadonlySet<string> {
  const { dictionary }: typeof Common = createRequire(import.meta.url)('@zxcvbn-ts/language-common')
  // Some entries of the list are shorter than any allowed password.
  return new Set([...dictionary['passwords-common'], ...SPANISH.split(' ')].map(folded))
}

/**
 * Whether a password is one of the 49,000 most used ones, whatever its case and accents, and also with digits and signs
 * around it, as in «Contraseña2026!».
 */
export function isCommonPassword(password: string): boolean {
  known ??= unpacked()
  const plain = folded(password.trim())
  return known.has(plain) || known.has(plain.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))
}
