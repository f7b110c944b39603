import { type Language, OFFICE_ZONE, momentIn } from '#contract/moment.ts'
import type { Block, Run } from '#domain/document.ts'
import { daysOfMonth, deliveries, firstAnswers, inSpans } from '#domain/report/monthly-report.ts'
import { type Transaction, sql } from '../db/sql.ts'
import { readPromises } from '../db/promise-store.ts'
import { type ModuleFigures, askedIn, deliveredIn, figuresByModule, openAges } from './report-store.ts'
import { reportWords } from './report-words.ts'

interface Part {
  readonly id: string
  readonly title: string
  readonly blocks: Block[]
}

export interface Report {
  readonly month: string
  readonly title: string
  /** The client, and when the report was made. */
  readonly lines: readonly string[]
  readonly underWay: boolean
  readonly parts: readonly Part[]
}

/** A month of a client's tickets. The page and the PDF show the same. */
export async function monthlyReport(
  tx: Transaction,
  month: string,
  { now, language }: { readonly now: Date; readonly language: Language },
): Promise<Report> {
  const words = reportWords(language)
  const { end, client } = await tx.row<{ end: Date; client: string }>(sql`
    select (${daysOfMonth(month).next}::date)::timestamp at time zone ${OFFICE_ZONE} as "end", c.name as client
    from client c where ${tx.own('c')}`)
  const underWay = now < end
  const modules = await figuresByModule(tx, month)
  const asked = await askedIn(tx, month)
  const answers = firstAnswers(asked, { ...(await readPromises(tx)), until: underWay ? now : end })
  const ages = inSpans(await openAges(tx, month, now))
  const delivered = deliveries(await deliveredIn(tx, month))
  const hours = (minutes: number) => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(minutes / 60)
  return {
    month,
    title: words.title(monthName(month, language)),
    lines: [words.ofClient(client), words.made(momentIn(language, now))],
    underWay,
    parts: [
      {
        id: 'tickets',
        title: words.tickets,
        blocks: [
          ...(underWay ? [paragraph(words.underWay(momentIn(language, now)))] : []),
          figures(words, ticketRows(modules, words, underWay)),
        ],
      },
      {
        id: 'answers',
        title: words.answers,
        blocks: [
          paragraph(words.answersLead),
          figures(words, [
            [words.kept, answers.kept],
            [words.late, answers.late],
            [words.awaited, answers.awaited],
            [words.overdue, answers.overdue],
          ]),
          ...(answers.median === null ? [] : [paragraph(`${words.median} ${words.hours(hours(answers.median))}.`)]),
        ],
      },
      {
        id: 'ages',
        title: words.ages,
        blocks: [
          table(
            [words.age, words.count],
            ages.map((count, index) => [words.spans[index] ?? '', count]),
          ),
        ],
      },
      {
        id: 'deliveries',
        title: words.deliveries,
        blocks: [
          paragraph(words.deliveriesLead),
          figures(words, [
            [words.delivered, delivered.total],
            [words.onTime, delivered.onTime],
            [words.delayed, delivered.late],
            [words.undated, delivered.undated],
          ]),
        ],
      },
      { id: 'modules', title: words.byModule, blocks: [moduleTable(modules, words)] },
    ],
  }
}

type ReportWords = ReturnType<typeof reportWords>

function ticketRows(modules: readonly ModuleFigures[], words: ReportWords, underWay: boolean) {
  const sum = (of: (each: ModuleFigures) => number) => modules.reduce((all, each) => all + of(each), 0)
  return [
    [words.opened, sum(({ opened }) => opened)],
    [words.closed, sum(({ closed }) => closed)],
    [words.claims, sum(({ claims }) => claims)],
    [words.returned, sum(({ returned }) => returned)],
    [underWay ? words.openNow : words.open, sum(({ open }) => open)],
  ] as const
}

const moduleTable = (modules: readonly ModuleFigures[], words: ReportWords): Block =>
  modules.length === 0
    ? paragraph(words.none)
    : table(
        words.columns,
        modules.map(({ module, opened, closed, claims, returned, open }) => [
          module ?? words.technical,
          opened,
          closed,
          claims,
          returned,
          open,
        ]),
      )

const figures = (words: ReportWords, rows: readonly (readonly [string, number])[]): Block =>
  table([words.figure, words.count], rows)

const monthName = (month: string, language: Language): string =>
  new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01`))

const paragraph = (text: string): Block => ({ kind: 'paragraph', runs: [{ text }] })

const table = (header: readonly string[], rows: readonly (readonly (string | number)[])[]): Block => ({
  kind: 'table',
  align: header.map((_, column) => (column === 0 ? 'left' : 'right')),
  header: header.map(cell),
  rows: rows.map((row) => row.map(cell)),
})

const cell = (said: string | number): Run[] => [{ text: String(said) }]
