import { expect, test } from 'vitest'
import { FILLED_SHADE, contrastOf, shadesOf } from './colours.ts'

test.each(['#1c5d99', '#ffd400', '#ffffff', '#000000', '#00c2a8', '#e8590c'])(
  'white text on a filled button is readable whatever the accent colour: %s',
  (accent) => {
    const shades = shadesOf(accent)
    for (const shade of Object.values(FILLED_SHADE)) {
      expect(contrastOf(shades[shade] ?? '', '#ffffff')).toBeGreaterThanOrEqual(4.5)
    }
  },
)

test('the accent colour itself is the seventh shade', () => {
  expect(shadesOf('#1c5d99')[6]).toBe('#1c5d99')
})

test('contrast is that of WCAG', () => {
  expect(contrastOf('#ffffff', '#000000')).toBeCloseTo(21)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test('a text that is no colour is refused', () => {
  expect(() => shadesOf('blue')).toThrow('Not a colour: blue')
})
