import { expect, test } from 'vitest'
import { addressOf, base32, codeAt, stepOfCode } from './totp.ts'

/** RFC 6238, appendix B. */
const SECRET = Buffer.from('12345678901234567890')

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('at %i seconds the code is %s', (seconds, code) => {
  expect(codeAt(SECRET, new Date(seconds * 1000), 8)).toBe(code)
})

const at = (seconds: number) => new Date(seconds * 1000)

const STEP = 37_037_037

test.each([
  ['its own step', '050471', 1_111_111_111, STEP],
  ['the step before', '050471', 1_111_111_169, STEP],
  ['the step after', '050471', 1_111_111_080, STEP],
  ['two steps before', '050471', 1_111_111_170, null],
  ['two steps after', '050471', 1_111_111_079, null],
  ['with a space, as phones show it', '050 471', 1_111_111_111, STEP],
  ['another code', '050472', 1_111_111_111, null],
  ['a code of another length', '14050471', 1_111_111_111, null],
  ['nothing', '', 1_111_111_111, null],
  ['letters of more than a byte', 'ñññ', 1_111_111_111, null],
])('a code: %s', (_case, code, seconds, step) => {
  expect(stepOfCode(SECRET, code, at(seconds))).toBe(step)
})

test('a secret is written in base 32 (RFC 4648)', () => {
  expect(base32(Buffer.from('fooba'))).toBe('MZXW6YTB')
  expect(base32(SECRET)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(addressOf(SECRET, 'sonia', 'Soporte Online')).toBe(
    'otpauth://totp/Soporte%20Online:sonia?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Soporte%20Online',
  )
})
