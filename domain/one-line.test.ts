import { expect, test } from 'vitest'
import { oneLine } from './one-line.ts'

test('nothing unseen turns a title or a name around', () => {
  expect(oneLine('Factura \u202Efdp.exe\u202C y \u2067más\u2069')).toBe('Factura fdp.exe y más')
})

test('visible text stays, whatever its direction', () => {
  expect(oneLine('Cliente حسن, señal 👍🏽')).toBe('Cliente حسن, señal 👍🏽')
})
