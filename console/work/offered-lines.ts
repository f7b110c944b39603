import type { Language } from '#contract/moment.ts'
import { MAX_HOURS, MAX_PRICE, MAX_VAT, type ValuationLine } from '#domain/valuation/amounts.ts'

/** A line as it is typed. */
export interface TypedLine {
  /** Identifies the line while others come and go. */
  readonly key: number
  readonly concept: string
  readonly hours: string
  readonly price: string
  readonly vat: string
}

export const LINE_FIELDS = ['concept', 'hours', 'price', 'vat'] as const
type LineField = (typeof LINE_FIELDS)[number]

/** The name of a line's field in the problems. */
export const fieldName = (line: number, field: LineField): string => `lines.${line}.${field}`

const USUAL_VAT = '21'

export const blankLine = (lines: readonly TypedLine[]): TypedLine => ({
  key: Math.max(0, ...lines.map(({ key }) => key)) + 1,
  concept: '',
  hours: '',
  price: '',
  vat: lines.at(-1)?.vat ?? USUAL_VAT,
})

export const typedLines = (lines: readonly ValuationLine[], written: (hundredths: number) => string): TypedLine[] =>
  lines.map(({ concept, hours, price, vat }, index) => ({
    key: index + 1,
    concept,
    hours: hours === null ? '' : written(hours),
    price: written(price),
    vat: written(vat),
  }))

const GROUPS = { es: '.', en: ',' } as const

/**
 * The hundredths of a number as people write it; null for an empty one, undefined for anything else. After a comma or a
 * point, one or two digits are decimals in either language. Three are a group of thousands if the sign is the
 * language's own; otherwise they are too many decimals.
 */
export function hundredthsIn(typed: string, language: Language): number | null | undefined {
  const plain = typed.replaceAll(/[\s\u00a0€%]/g, '')
  if (plain === '') return null
  const [, sign = '', whole = '', rest = ''] = /^([-−]?)([\d.,]*?)(?:[.,](\d{1,2}))?$/.exec(plain) ?? []
  const groups = whole.split(GROUPS[language])
  const isWhole = groups.every(
    (group, index) =>
      /^\d+$/.test(group) && (index === 0 ? groups.length === 1 || group.length < 4 : group.length === 3),
  )
  if (!isWhole && !(whole === '' && rest !== '')) return undefined
  const value = Number(`${groups.join('')}${rest.padEnd(2, '0')}`)
  if (!Number.isSafeInteger(value)) return undefined
  return sign === '' || value === 0 ? value : -value
}

export interface LineWords {
  readonly required: string
  readonly number: string
}

/** The problems by the field's name. A line without any words or numbers does not count. */
export function lineProblems(
  lines: readonly TypedLine[],
  language: Language,
  words: LineWords,
): Record<string, string> {
  const found: Record<string, string> = {}
  for (const line of lines.filter((each) => !isBlank(each))) {
    const [hours, price, vat] = [line.hours, line.price, line.vat].map((typed) => hundredthsIn(typed, language))
    const put = (field: LineField, problem: string) => (found[fieldName(line.key, field)] = problem)
    if (line.concept.trim() === '') put('concept', words.required)
    if (hours === undefined || (hours !== null && (hours < 1 || hours > MAX_HOURS))) put('hours', words.number)
    if (price === null) put('price', words.required)
    if (price === undefined || (price !== null && Math.abs(price) > MAX_PRICE)) put('price', words.number)
    if (vat === null) put('vat', words.required)
    if (vat === undefined || (vat !== null && (vat < 0 || vat > MAX_VAT))) put('vat', words.number)
  }
  return found
}

/** The lines whose sums can be calculated. */
export const linesOf = (lines: readonly TypedLine[], language: Language): ValuationLine[] =>
  lines.flatMap((line) => {
    const [hours, price, vat] = [line.hours, line.price, line.vat].map((typed) => hundredthsIn(typed, language))
    if (isBlank(line) || hours === undefined || price === undefined || price === null) return []
    if (vat === undefined || vat === null) return []
    return [{ concept: line.concept.trim(), hours, price, vat }]
  })

const isBlank = ({ concept, hours, price }: TypedLine): boolean =>
  [concept, hours, price].every((typed) => typed.trim() === '')
