import { type Language, officeDay } from '#contract/moment.ts'
import { monthOfNumber } from '#domain/report/mailed-month.ts'
import type { Settings } from '#domain/settings.ts'
import type { OutboxMail } from '../console/mail/outbox-store.ts'
import type { Transaction } from '../db/sql.ts'
import { type Report, monthlyReport } from '../report/monthly-report.ts'
import { chosenAt } from '../report/report-reader-store.ts'
import type { SecretBox } from '../secret-box.ts'
import type { Letter } from './mailer.ts'
import { choiceAddress, linkTo, readerToken, reportToken, unsubscribeHeaders } from './mail-link.ts'
import { MAIL_WORDS } from './ticket-mail.ts'
import { writtenMail } from './written-mail.ts'

/** Prints a report in the reader's language; the date is that of the office. */
export type PrintReport = (
  report: Report,
  of: { readonly date: string; readonly language: Language },
) => Promise<Uint8Array>

interface ReportWriting {
  readonly settings: Settings
  /** The portal's address. */
  readonly origin: string
  /** Seals the links of readers. */
  readonly secrets: SecretBox
  readonly printReport: PrintReport
}

/**
 * The mail with the month's report as PDF. The PDF is attached, because only administrators may open the report in the
 * portal, and its readers need not be administrators. It holds figures, and neither words of tickets nor names.
 */
export async function reportMail(
  tx: Transaction,
  { client, number, email: to, messageId, reader, language }: OutboxMail,
  { settings, origin, secrets, printReport }: ReportWriting,
  now: Date,
): Promise<Letter | 'overtaken' | 'choice'> {
  const chosen = await chosenAt(tx, to)
  if (!chosen || number === null) return 'overtaken'
  if (chosen.declined) return 'choice'
  const report = await monthlyReport(tx, monthOfNumber(number), { now, language })
  const words = WORDS[language]
  const { choose, enter, greeting, signature } = MAIL_WORDS[language]
  const { opened, closed, claims, returned, delivered, open } = report.totals
  const isQuiet = opened + closed + claims + returned + delivered === 0
  return {
    to,
    messageId,
    headers: unsubscribeHeaders(origin, reportToken(secrets, { client, email: to })),
    file: {
      name: `${report.title}.pdf`,
      type: 'application/pdf',
      make: () => printReport(report, { date: officeDay(now), language }),
    },
    ...writtenMail(
      {
        language,
        subject: report.title,
        paragraphs: [greeting(reader), words.attached(report.title), ...(isQuiet ? [words.quiet] : [])],
        list: isQuiet
          ? [words.open(open)]
          : [words.opened(opened), words.closed(closed), words.open(open), words.delivered(delivered)],
        open: { label: enter, address: linkTo(origin, null) },
        closing: [words.why, signature(settings)],
        below: [{ label: choose, address: choiceAddress(origin, readerToken(secrets, { client, email: to })) }],
      },
      settings,
    ),
  }
}

const es = {
  attached: (title: string) => `Le enviamos el ${title.charAt(0).toLowerCase()}${title.slice(1)}, en PDF.`,
  quiet: 'Ese mes no hubo nada: ningún ticket abierto ni cerrado, ninguna reclamación y ninguna entrega.',
  opened: (count: number) => `Tickets abiertos: ${count}`,
  closed: (count: number) => `Tickets cerrados: ${count}`,
  open: (count: number) => `Tickets que siguen abiertos: ${count}`,
  delivered: (count: number) => `Incidencias y desarrollos entregados: ${count}`,
  why: 'Lo recibe porque un administrador de su empresa le ha elegido. Puede dejar de recibirlo cuando quiera.',
}

const en: typeof es = {
  attached: (title) => `Here is the ${title.charAt(0).toLowerCase()}${title.slice(1)}, as a PDF.`,
  quiet: 'Nothing happened in that month: no ticket was opened or closed, nothing was claimed and nothing delivered.',
  opened: (count) => `Tickets opened: ${count}`,
  closed: (count) => `Tickets closed: ${count}`,
  open: (count) => `Tickets that stay open: ${count}`,
  delivered: (count) => `Incidents and developments delivered: ${count}`,
  why: 'You get it because an administrator at your company chose you to receive it. You can stop it at any time.',
}

const WORDS: Readonly<Record<Language, typeof es>> = { es, en }
