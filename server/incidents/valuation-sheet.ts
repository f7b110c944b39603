import { figuresIn } from '#contract/valuation/amounts.ts'
import { type Language, LOCALE, momentIn } from '#contract/moment.ts'
import type { Block, Run } from '#domain/document.ts'
import { type ValuationAmounts, amountsOf } from '#domain/valuation/amounts.ts'
import type { Valuation } from './valuation-store.ts'

/** A valuation for printing, in titled parts. */
export function valuationSheet(
  {
    number,
    description,
    createdOn,
    version,
    lines,
    validUntil,
    decision,
    decidedBy,
    decidedAt,
    decisionText,
  }: Valuation,
  client: string,
  { now, language }: { readonly now: Date; readonly language: Language },
) {
  const words = WORDS[language]
  const amounts = amountsOf(lines)
  const day = (date: string) =>
    new Intl.DateTimeFormat(LOCALE[language], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
  const said = [
    ...description.split(/\n+/).map((text) => paragraph(text)),
    ...(validUntil === null ? [] : [paragraph(words.validUntil(day(validUntil)))]),
  ]
  return {
    title: words.title(number),
    lines: [words.ofClient(client), words.of(day(createdOn), version), words.made(momentIn(language, now))],
    parts: [
      { id: 'subject', title: words.subject, blocks: said },
      ...(amounts === null ? [] : [{ id: 'lines', title: words.lines, blocks: sumsOf(amounts, language) }]),
      ...(decision === null || decidedAt === null
        ? []
        : [
            {
              id: 'decision',
              title: words.decision,
              blocks: [
                paragraph(words.decided[decision](decidedBy ?? '', momentIn(language, decidedAt))),
                ...(decisionText === '' ? [] : [paragraph(decisionText)]),
              ],
            },
          ]),
    ],
  }
}

function sumsOf({ lines, hours, base, taxes, total }: ValuationAmounts, language: Language): Block[] {
  const words = WORDS[language]
  const { money, quantity } = figuresIn(language)
  return [
    table(
      words.columns,
      lines.map((line) => [
        line.concept,
        line.hours === null ? '' : quantity(line.hours),
        money(line.price),
        `${quantity(line.vat)} %`,
        money(line.amount),
      ]),
    ),
    table(
      [words.sum, words.amount],
      [
        ...(hours === null ? [] : [[words.hours, quantity(hours)]]),
        [words.base, money(base)],
        ...taxes.map((tax) => [words.tax(`${quantity(tax.vat)} %`, money(tax.base)), money(tax.amount)]),
        [words.total, money(total)],
      ],
    ),
  ]
}

const es = {
  title: (number: number) => `Valoración ${number}`,
  ofClient: (client: string) => `Para ${client}`,
  of: (day: string, version: number) => (version === 1 ? `Del ${day}` : `Del ${day}, versión ${version}`),
  made: (at: string) => `Hecho ${at}`,
  subject: 'Qué se valora',
  validUntil: (day: string) => `Puede decidirse hasta el ${day}, inclusive.`,
  lines: 'Importe',
  columns: ['Concepto', 'Horas', 'Precio', 'IVA', 'Importe'],
  sum: 'Suma',
  amount: 'Euros',
  hours: 'Horas',
  base: 'Total sin IVA',
  tax: (rate: string, base: string) => `IVA del ${rate} sobre ${base}`,
  total: 'Total con IVA',
  decision: 'Decisión',
  decided: {
    accepted: (by: string, at: string) => `La aceptó ${by} ${at}.`,
    rejected: (by: string, at: string) => `La rechazó ${by} ${at}.`,
  },
}

const en: typeof es = {
  title: (number) => `Valuation ${number}`,
  ofClient: (client) => `For ${client}`,
  of: (day, version) => (version === 1 ? `Of ${day}` : `Of ${day}, version ${version}`),
  made: (at) => `Made ${at}`,
  subject: 'What is valued',
  validUntil: (day) => `It can be decided until ${day}, that day included.`,
  lines: 'Amount',
  columns: ['Item', 'Hours', 'Price', 'VAT', 'Amount'],
  sum: 'Sum',
  amount: 'Euros',
  hours: 'Hours',
  base: 'Total without VAT',
  tax: (rate, base) => `VAT of ${rate} on ${base}`,
  total: 'Total with VAT',
  decision: 'Decision',
  decided: {
    accepted: (by, at) => `${by} accepted it ${at}.`,
    rejected: (by, at) => `${by} rejected it ${at}.`,
  },
}

const WORDS = { es, en } as const

const paragraph = (text: string): Block => ({ kind: 'paragraph', runs: [{ text }] })

const table = (header: readonly string[], rows: readonly (readonly string[])[]): Block => ({
  kind: 'table',
  align: header.map((_, column) => (column === 0 ? 'left' : 'right')),
  header: header.map(cell),
  rows: rows.map((row) => row.map(cell)),
})

const cell = (text: string): Run[] => [{ text }]
