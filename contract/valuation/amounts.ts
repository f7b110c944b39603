import { type Language, LOCALE } from '../moment.ts'

export interface Figures {
  /** Cents as euros: 1.250,00 €. */
  readonly money: (cents: number) => string
  /** Hundredths as hours or percents: 12,5. */
  readonly quantity: (hundredths: number) => string
}

const made = new Map<Language, Figures>()

/** Amounts and quantities as people of each language write them. */
export function figuresIn(language: Language): Figures {
  const known = made.get(language)
  if (known) return known
  const locale = LOCALE[language]
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR', useGrouping: 'always' })
  const quantity = new Intl.NumberFormat(locale, { maximumFractionDigits: 2, useGrouping: 'always' })
  const figures: Figures = {
    money: (cents) => money.format(cents / 100),
    quantity: (hundredths) => quantity.format(hundredths / 100),
  }
  made.set(language, figures)
  return figures
}
