import { dictionary } from '@zxcvbn-ts/language-common'
import { folded } from '../manuals/spanish-words.ts'

/** Passwords that people try first at a Spanish login, and that no list of English speakers has. */
const SPANISH =
  'acceso administrador administradora bienvenida bienvenido bienvenidos contraseña contraseñas empresa invitado soporte supervisor tecnico usuario usuarios'

// Some entries of the list are shorter than any allowed password.
const known: ReadonlySet<string> = new Set([...dictionary['passwords-common'], ...SPANISH.split(' ')].map(folded))

/**
 * Whether a password is one of the 49,000 most used ones, whatever its case and accents, and also with digits and signs
 * around it, as in «Contraseña2026!».
 */
export function isCommonPassword(password: string): boolean {
  const plain = folded(password.trim())
  return known.has(plain) || known.has(plain.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))
}
