import { expect, test } from 'vitest'
import { oneLine, seenText } from './one-line.ts'

test('nothing unseen turns a title or a name around', () => {
  expect(oneLine('Factura \u202Efdp.exe\u202C y \u2067más\u2069')).toBe('Factura fdp.exe y más')
})

test('visible text stays, whatever its direction', () => {
  expect(oneLine('Cliente حسن, señal 👍🏽')).toBe('Cliente حسن, señal 👍🏽')
})

test('nothing of what has no shape is left, and what joins letters and emoji stays', () => {
  expect(oneLine('\ufeffAna\u200b\u2060')).toBe('Ana')
  expect(oneLine('👩‍🔧 می‌خواهم')).toBe('👩‍🔧 می‌خواهم')
})

test('a text of blanks and of characters without a shape shows nothing', () => {
  expect(seenText(' \u200b\ufeff\n\u3164\u00ad')).toBe('')
  expect(seenText(' No va\u200b ')).toBe('No va')
})
