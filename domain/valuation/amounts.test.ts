import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_HOURS, MAX_LINES, MAX_PRICE, MAX_VAT, type ValuationLine, amountsOf } from './amounts.ts'

const line = (price: number, vat: number, hours: number | null = null): ValuationLine => ({
  concept: 'Algo',
  hours,
  price,
  vat,
})

test('hours by their price, fixed prices, and VAT once for each rate', () => {
  expect(amountsOf([line(5800, 2100, 1250), line(18_000, 0), line(1005, 2100)])).toMatchObject({
    lines: [{ amount: 72_500 }, { amount: 18_000 }, { amount: 1005 }],
    hours: 1250,
    base: 91_505,
    taxes: [
      { vat: 2100, base: 73_505, amount: 15_436 },
      { vat: 0, base: 18_000, amount: 0 },
    ],
    total: 106_941,
  })
  expect(amountsOf([line(18_000, 2100)])?.hours).toBeNull()
  expect(amountsOf([])).toBeNull()
})

test.each<[string, readonly ValuationLine[], number]>([
  ['a third of an hour', [line(1000, 0, 33)], 330],
  ['half a cent, up', [line(101, 0, 50)], 51],
  ['half a cent of a discount, down', [line(-101, 0, 50)], -51],
  ['less than half a cent', [line(1, 0, 49)], 0],
  ['half a cent of VAT', [line(50, 100)], 51],
  ['VAT of the sum and not the sum of the VAT', [line(2, 2100), line(2, 2100), line(2, 2100)], 7],
  ['a discount with its VAT', [line(10_000, 2100), line(-1000, 2100)], 10_890],
])('%s is rounded to the cent', (_case, lines, total) => {
  expect(amountsOf(lines)?.total).toBe(total)
})

test('every sum is a whole number of cents, and its parts add up', () => {
  const lines = fc.array(
    fc.record({
      concept: fc.constant('Algo'),
      hours: fc.option(fc.integer({ min: 1, max: MAX_HOURS })),
      price: fc.integer({ min: -MAX_PRICE, max: MAX_PRICE }),
      vat: fc.integer({ min: 0, max: MAX_VAT }),
    }),
    { minLength: 1, maxLength: MAX_LINES },
  )
  fc.assert(
    fc.property(lines, (all) => {
      const found = amountsOf(all)
      if (!found) throw new Error('There are lines')
      const { base, taxes, total } = found
      expect(Number.isSafeInteger(total)).toBe(true)
      expect(taxes.reduce((sum, tax) => sum + tax.base, 0)).toBe(base)
      expect(taxes.reduce((sum, tax) => sum + tax.amount, base)).toBe(total)
      for (const tax of taxes) expect(Math.abs(tax.amount - (tax.base * tax.vat) / 10_000)).toBeLessThanOrEqual(0.51)
    }),
  )
})
