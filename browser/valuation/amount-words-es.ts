import type { Words } from '../words.ts'

/** Both applications' words for the rows of a valuation. Spanish is the source. */
export const amountsEs = {
  byHours: (hours: string, price: string, vat: string) => `${hours} h × ${price} · IVA ${vat} %`,
  fixed: (vat: string) => `Precio cerrado · IVA ${vat} %`,
  base: 'Total sin IVA',
  tax: (vat: string, base: string) => `IVA del ${vat} % sobre ${base}`,
  total: 'Total con IVA',
}

export type AmountWords = Words<typeof amountsEs>
