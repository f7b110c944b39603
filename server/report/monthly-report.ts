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
  /** The totals for the text of the mail that it comes with. */
  readonly totals: Totals
}

type Totals = Readonly<Record<'opened' | 'closed' | 'claims' | 'returned' | 'open' | 'delivered', number>>

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
  const totals = { ...totalsOf(modules), delivered: delivered.total }
  const hours = (minutes: number) => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(minutes / 60)
  return {
    month,
    title: words.title(monthName(month, language)),
    lines: [words.ofClient(client), words.made(momentIn(language, now))],
    underWay,
    totals,
    parts: [
      {
        id: 'tickets',
        title: words.tickets,
        blocks: [
          ...(underWay ? [paragraph(words.underWay(momentIn(language, now)))] : []),
          figures(words, ticketRows(totals, words, underWay)),
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

function totalsOf(modules: readonly ModuleFigures[]): Omit<Totals, 'delivered'> {
  const sum = (of: (each: ModuleFigures) => number) => modules.reduce((all, each) => all + of(each), 0)
  return {
    opened: sum(({ opened }) => opened),
    closed: sum(({ closed }) => closed),
    claims: sum(({ claims }) => claims),
    returned: sum(({ returned }) => returned),
    open: sum(({ open }) => open),
  }
}

const ticketRows = ({ opened, closed, claims, returned, open }: Totals, words: ReportWords, underWay: boolean) =>
  [
    [words.opened, opened],
    [words.closed, closed],
    [words.claims, claims],
    [words.returned, returned],
    [underWay ? words.openNow : words.open, open],
  ] as const

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
