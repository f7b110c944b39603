import { writeCsv } from 'hucre/csv'
import { SHEET_COLUMNS, type SheetKind } from '#contract/console/start/record-sheets.ts'

/**
 * A CSV file for Excel in Spanish. Cells that it would take for formulas begin with an apostrophe, which is removed when the file
 * is loaded.
 */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `${writeCsv(
    rows.map((row) => [...row]),
    { delimiter: ';', bom: true, lineSeparator: '\r\n', escapeFormulae: true },
  )}\r\n`

export const templateOf = (kind: SheetKind): string =>
  csvOf([SHEET_COLUMNS[kind].map(({ headings: [heading] }) => heading)])

export function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // Browsers begin to read it after this task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
