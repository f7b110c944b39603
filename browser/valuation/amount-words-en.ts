import type { AmountWords } from './amount-words-es.ts'

export const amountsEn: AmountWords = {
  byHours: (hours, price, vat) => `${hours} h × ${price} · VAT ${vat}%`,
  fixed: (vat) => `Fixed price · VAT ${vat}%`,
  base: 'Total without VAT',
  tax: (vat, base) => `VAT of ${vat}% on ${base}`,
  total: 'Total with VAT',
}
