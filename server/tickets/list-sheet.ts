import { Readable } from 'node:stream'
import { type XlsxStreamRow, writeXlsxStream } from 'hucre/xlsx'
import { OFFICE_ZONE } from '#contract/moment.ts'
import { localTime } from '#domain/office-hours.ts'
import type { FileAnswer } from '../http/door.ts'
import { contentDisposition } from '../http/file-headers.ts'

/** More rows are refused: nobody reads them, and reading them would delay others. */
export const MOST_IN_SHEET = 20_000
const READ_AT_ONCE = 500

export interface SheetColumn<Row> {
  readonly title: string
  /** In characters. */
  readonly width: number
  readonly numFmt?: string
  readonly cell: (row: Row) => string | number | Date | null
}

interface Sheet<Key, Row> {
  /** The name of the sheet; with the day, the name of the file. */
  readonly name: string
  readonly columns: readonly SheetColumn<Row>[]
  readonly keys: readonly Key[]
  /** The rows of some of them, in that order. */
  readonly read: (keys: readonly Key[]) => Promise<readonly Row[]>
  readonly now: Date
}

/** A list as an Excel file that is made while it is sent, so that its memory does not grow with its rows. */
export function listSheet<Key, Row>({ name, columns, keys, read, now }: Sheet<Key, Row>): FileAnswer {
  async function* rows(): AsyncGenerator<XlsxStreamRow> {
    for (let from = 0; from < keys.length; from += READ_AT_ONCE) {
      for (const row of await read(keys.slice(from, from + READ_AT_ONCE))) yield columns.map(({ cell }) => cell(row))
    }
  }
  const file = writeXlsxStream(rows(), {
    name,
    columns: columns.map(({ title, width, numFmt }) => ({ header: title, width, ...(numFmt && { numFmt }) })),
    freezePane: { rows: 1 },
  })
  return {
    headers: {
      'Content-Type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'Content-Disposition': contentDisposition('attachment', `${name} ${localTime(now, OFFICE_ZONE).date}.xlsx`),
    },
    stream: Readable.from(file, { objectMode: false }),
  }
}

/** A column of moments by the office's clock, because a sheet has no time zones. */
export const momentColumn = <Row>(title: string, of: (row: Row) => Date | null): SheetColumn<Row> => ({
  title,
  width: 17,
  numFmt: 'dd/mm/yyyy hh:mm',
  cell: (row) => officeClock(of(row)),
})

function officeClock(at: Date | null): Date | null {
  if (at === null) return null
  const { date, time } = localTime(at, OFFICE_ZONE)
  return new Date(`${date}T${time}:00Z`)
}

/**
 * Removes control characters, which XML cannot hold, and escapes text that Excel would read as one (`_x000D_`). The
 * cells are text, whatever sign they begin with.
 */
export const plain = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n]/gu, ' ')
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
