import { expect, test } from 'vitest'
import { isEmail, isPhone } from './contact-details.ts'

test.each([
  'lucia@levante.example',
  'lucia.ferrer+obra@mail.levante.example',
  "o'neill_2@a.es",
  'x@xn--construccin-zeb.es',
  `${'a'.repeat(64)}@levante.example`,
  `a@${'b'.repeat(63)}.es`,
  'a@1.es',
])('%s is an e-mail', (text) => {
  expect(isEmail(text)).toBe(true)
})

test.each([
  '',
  'lucia',
  'levante.example',
  'lucia@',
  '@levante.example',
  'lucia@levante',
  'lucia@@levante.example',
  'lucia@levante@example.es',
  'lucia ferrer@levante.example',
  ' lucia@levante.example',
  'lucia@levante.example ',
  'lucia@levante.example\n',
  'lucia@levante.example\r\nBcc: otro@levante.example',
  'lucia@levante.example,otro@levante.example',
  'lucia@levante.example;otro@levante.example',
  '<lucia@levante.example>',
  '"lucia"@levante.example',
  '.lucia@levante.example',
  'lucia.@levante.example',
  'lu..cia@levante.example',
  'lucia@.example',
  'lucia@levante..example',
  'lucia@levante.example.',
  'lucia@-levante.example',
  'lucia@levante-.example',
  'lucia@leva_nte.example',
  'lucia@[127.0.0.1]',
  'lucia@127.0.0.1',
  'lucia@10.20.30.40',
  'lucia@levante.e',
  'lucía@levante.example',
  'lucia@lev\u0430nte.example',
  'lucia\u0000@levante.example',
  `${'a'.repeat(65)}@levante.example`,
  `a@${'b'.repeat(64)}.es`,
])('%j is no e-mail', (text) => {
  expect(isEmail(text)).toBe(false)
})

const emailOf = (length: number) => `a@${'b.'.repeat(200)}`.slice(0, length - 4).concat('c.es')

test('an e-mail has at most 254 characters', () => {
  expect(emailOf(254)).toHaveLength(254)
  expect(isEmail(emailOf(254))).toBe(true)
  expect(isEmail(emailOf(256))).toBe(false)
})

test.each([
  ['600123456', true],
  ['+34600123456', true],
  ['0034961234567', true],
  ['112', true],
  ['4', true],
  ['12345678901234567890', true],
  ['+1234567890123456789', true],
  ['123456789012345678901', false],
  ['+12345678901234567890', false],
  ['', false],
  ['+', false],
  ['++34600123456', false],
  ['34+600123456', false],
  ['600 123 456', false],
  [' 600123456', false],
  ['600123456\n', false],
  ['600-123-456', false],
  ['(34)600123456', false],
  ['600123456a', false],
  ['٦٠٠١٢٣٤٥٦', false],
  ['600１２３456', false],
])('%j is a phone: %s', (text, expected) => {
  expect(isPhone(text)).toBe(expected)
})

test.each(['a@', 'a.', '.', '@', '((((', ' ', 'e\u0301', '\u{1F600}', '+', '0', '-', 'a@a.'])(
  'a hundred thousand characters of %j are refused at once',
  (piece) => {
    const text = piece.repeat(100_000 / piece.length)
    const start = process.threadCpuUsage()
    for (let i = 0; i < 100; i++) {
      expect(isEmail(text)).toBe(false)
      expect(isEmail(`a@${text}`)).toBe(false)
      expect(isPhone(text)).toBe(false)
    }
    // Milliseconds of processor: what else a machine does counts for nothing.
    expect(process.threadCpuUsage(start).user / 1000).toBeLessThan(200)
  },
)
