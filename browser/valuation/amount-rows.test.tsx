// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { amountsOf } from '#domain/valuation/amounts.ts'
import { amountsEn } from './amount-words-en.ts'
import { amountsEs } from './amount-words-es.ts'
import { AmountRows } from './amount-rows.tsx'

afterEach(cleanup)

const AMOUNTS = amountsOf([
  { concept: 'Informe', hours: 1250, price: 6000, vat: 2100 },
  { concept: 'Licencia', hours: null, price: 10_000, vat: 1000 },
])

const rows = (language: 'es' | 'en') => {
  if (AMOUNTS === null) throw new Error('There are lines')
  const { container } = render(
    <table>
      <AmountRows amounts={AMOUNTS} language={language} words={language === 'es' ? amountsEs : amountsEn} />
    </table>,
  )
  return [...container.querySelectorAll('tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent.replaceAll('\u00a0', ' ')),
  )
}

test('each line shows its calculation, each rate its base, and the last row the total', () => {
  expect(rows('es')).toEqual([
    ['Informe12,5 h × 60,00 € · IVA 21 %', '750,00 €'],
    ['LicenciaPrecio cerrado · IVA 10 %', '100,00 €'],
    ['Total sin IVA', '850,00 €'],
    ['IVA del 21 % sobre 750,00 €', '157,50 €'],
    ['IVA del 10 % sobre 100,00 €', '10,00 €'],
    ['Total con IVA', '1.017,50 €'],
  ])
})

test('in English as well', () => {
  expect(rows('en')[1]).toEqual(['LicenciaFixed price · VAT 10%', expect.stringContaining('100')])
})
