import { Readable } from 'node:stream'
import { type XlsxStreamRow, writeXlsxStream } from 'hucre/xlsx'
import { type Language, OFFICE_ZONE } from '#contract/moment.ts'
import type { Sentences } from '#contract/sentences-es.ts'
import { localTime } from '#domain/office-hours.ts'
import { type TicketState, isTalking, isUnfinishedTalk, listedState, turnOf } from '#domain/ticket.ts'
import type { FileAnswer } from '../http/door.ts'
import { contentDisposition } from '../http/file-headers.ts'
import { SHEET_WORDS } from './sheet-words.ts'
import type { ListedTicket } from './ticket-store.ts'

/** More rows are refused: nobody reads them, and their reading would hold others up. */
export const MOST_IN_SHEET = 20_000
const READ_AT_ONCE = 500

interface Sheet {
  readonly tab: TicketState
  readonly numbers: readonly number[]
  /** The rows of some of them, in that order. */
  readonly read: (numbers: readonly number[]) => Promise<readonly ListedTicket[]>
  readonly now: Date
  readonly sentences: Sentences
  readonly language: Language
}

/** A list as an Excel file that is made while it is sent: its memory does not grow with its rows. */
export function ticketSheet({ tab, numbers, read, now, sentences, language }: Sheet): FileAnswer {
  const words = SHEET_WORDS[language]
  const columns = columnsOf(tab, words, sentences)
  async function* rows(): AsyncGenerator<XlsxStreamRow> {
    for (let from = 0; from < numbers.length; from += READ_AT_ONCE) {
      for (const ticket of await read(numbers.slice(from, from + READ_AT_ONCE))) {
        yield columns.map(({ cell }) => cell(ticket))
      }
    }
  }
  const file = writeXlsxStream(rows(), {
    name: words[tab],
    columns: columns.map(({ title, width, numFmt }) => ({ header: title, width, ...(numFmt && { numFmt }) })),
    freezePane: { rows: 1 },
  })
  return {
    headers: {
      'Content-Type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'Content-Disposition': contentDisposition('attachment', `${words[tab]} ${localTime(now, OFFICE_ZONE).date}.xlsx`),
    },
    stream: Readable.from(file, { objectMode: false }),
  }
}

interface SheetColumn {
  readonly title: string
  /** In characters. */
  readonly width: number
  readonly numFmt?: string
  readonly cell: (ticket: ListedTicket) => string | number | Date | null
}

type Words = (typeof SHEET_WORDS)[Language]

function columnsOf(tab: TicketState, words: Words, { urgency }: Sentences): readonly SheetColumn[] {
  const moment = (title: string, of: (ticket: ListedTicket) => Date | null): SheetColumn => ({
    title,
    width: 17,
    numFmt: 'dd/mm/yyyy hh:mm',
    cell: (ticket) => officeClock(of(ticket)),
  })
  const columns: readonly (SheetColumn | false)[] = [
    { title: words.number, width: 12, cell: ({ number }) => number },
    { title: words.state, width: 14, cell: (ticket) => stateOf(ticket, words) },
    tab === 'pending' && {
      title: words.turn,
      width: 18,
      cell: (ticket) => {
        const turn = turnOf(ticket)
        return turn === null ? '' : words[turn]
      },
    },
    { title: words.urgency, width: 12, cell: (ticket) => urgency[ticket.urgency] },
    { title: words.module, width: 22, cell: ({ module }) => plain(module) },
    { title: words.installation, width: 14, cell: ({ installation }) => plain(installation) },
    { title: words['raised-by'], width: 24, cell: ({ raisedBy }) => plain(raisedBy) },
    { title: words.behalf, width: 24, cell: ({ behalf }) => plain(behalf) },
    { title: words.title, width: 70, cell: ({ title }) => plain(title) },
    moment(words['created-at'], ({ createdAt }) => createdAt),
    moment(words['state-at'], ({ lastEntryAt }) => lastEntryAt),
    moment(words['closed-at'], ({ closedAt }) => closedAt),
  ]
  return columns.filter((column) => column !== false)
}

function stateOf(ticket: ListedTicket, words: Words): string {
  if (isTalking(ticket)) return words.talking
  if (isUnfinishedTalk(ticket)) return words.unfinished
  return ticket.accepted ? words.accepted : words[`is-${listedState(ticket)}`]
}

/** A sheet has no time zones: its dates show what the office's clock showed. */
function officeClock(at: Date | null): Date | null {
  if (at === null) return null
  const { date, time } = localTime(at, OFFICE_ZONE)
  return new Date(`${date}T${time}:00Z`)
}

/**
 * Without the control characters that XML cannot hold, and with what Excel would read as one (`_x000D_`) written out. The cells are
 * text, whatever sign they begin with.
 */
const plain = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n]/gu, ' ')
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
