// The sums of a valuation's lines. Everything is in hundredths: cents, hundredths of an hour and of a percent.

export const MAX_LINES = 50
export const MAX_CONCEPT = 200
/**
 * At most ten thousand hours, a million euros for each, and a hundred percent: no sum exceeds the safe integers of
 * JavaScript.
 */
export const MAX_HOURS = 1_000_000
export const MAX_PRICE = 100_000_000
export const MAX_VAT = 10_000

export interface ValuationLine {
  readonly concept: string
  /** Null: a fixed price. */
  readonly hours: number | null
  /** For each hour or, without hours, for the whole line; negative for a discount. VAT comes on top. */
  readonly price: number
  readonly vat: number
}

export interface ReckonedLine extends ValuationLine {
  readonly amount: number
}

/** The VAT of one rate, on the sum of its lines. */
export interface ValuationTax {
  readonly vat: number
  readonly base: number
  readonly amount: number
}

export interface ValuationAmounts {
  readonly lines: readonly ReckonedLine[]
  readonly hours: number | null
  readonly base: number
  readonly taxes: readonly ValuationTax[]
  readonly total: number
}

/** VAT is rounded once for each rate, as on an invoice. Null without lines. */
export function amountsOf(lines: readonly ValuationLine[]): ValuationAmounts | null {
  if (lines.length === 0) return null
  const reckoned = lines.map((line) => ({ ...line, amount: amountOf(line) }))
  const rates = [...new Set(lines.map(({ vat }) => vat))].toSorted((one, other) => other - one)
  const taxes = rates.map((vat) => {
    const base = sum(reckoned.filter((line) => line.vat === vat).map(({ amount }) => amount))
    return { vat, base, amount: part(base, vat, 10_000) }
  })
  const hours = lines.flatMap((line) => (line.hours === null ? [] : [line.hours]))
  const base = sum(reckoned.map(({ amount }) => amount))
  return {
    lines: reckoned,
    hours: hours.length === 0 ? null : sum(hours),
    base,
    taxes,
    total: base + sum(taxes.map(({ amount }) => amount)),
  }
}

const amountOf = ({ hours, price }: ValuationLine): number => (hours === null ? price : part(price, hours, 100))

/** `value × times ÷ of`, rounded to the nearest; a half away from zero. Exact, however large the product. */
function part(value: number, times: number, of: number): number {
  const product = BigInt(Math.abs(value)) * BigInt(times)
  const rounded = Number((product * 2n + BigInt(of)) / (2n * BigInt(of)))
  return value < 0 ? -rounded || 0 : rounded
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
