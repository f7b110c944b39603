import { type CellValue, parseCsv } from 'hucre/csv'
import { SHEET_COLUMNS, SHEET_KINDS, SHEET_LINES, type SheetKind } from '#contract/console/start/record-sheets.ts'

/** A line of a file: its cells by the field that their column names; empty ones are left out. */
export interface SheetLine {
  /** As spreadsheets count: the headings are line 1. */
  readonly line: number
  readonly cells: ReadonlyMap<string, string>
  /** It has a cell without a heading above, for example because a value contains a separator and is not quoted. */
  readonly isTooLong: boolean
}

export interface ReadSheet {
  readonly lines: readonly SheetLine[]
  /** Unknown headings. */
  readonly unread: readonly string[]
}

/** Why a file cannot be read at all. */
export type SheetFault =
  | { readonly is: 'empty' | 'workbook' | 'quotes' | 'lines' }
  | { readonly is: 'twice'; readonly heading: string }
  | { readonly is: 'columns'; readonly missing: readonly string[]; readonly looksLike: SheetKind | null }

/**
 * Reads a file as Excel, Numbers or a program writes it: separated by semicolons, commas or tabs, in UTF-8, UTF-16,
 * Windows-1252 or the old Macs' characters. If the file itself does not tell, the separator and encoding count with
 * which most headings are recognised.
 */
export function readSheet(bytes: Buffer, kind: SheetKind): ReadSheet | SheetFault {
  if (WORKBOOKS.some((beginning) => bytes.subarray(0, beginning.length).equals(beginning))) return { is: 'workbook' }
  const texts = decoded(bytes).map((text) => text.replace(/^sep=.\r?\n/i, ''))
  if (texts.some((text) => text.includes('\0'))) return { is: 'workbook' }
  if (texts.every((text) => text.trim() === '')) return { is: 'empty' }
  const ways = texts.flatMap((text) => SEPARATORS.map((delimiter) => ({ text, delimiter, found: 0 })))
  const rated = ways.map((way) => ({ ...way, found: recognised(headingsIn(way), kind) }))
  const best = rated.reduce((one, other) => (other.found > one.found ? other : one))
  const headings = headingsIn(best)
  const missing = SHEET_COLUMNS[kind].filter(({ isNeeded, headings: names }) => isNeeded && !isAmong(names, headings))
  // The columns that one kind needs may all occur in another: then the kind with more recognised headings is meant.
  const other = otherKind(ways, kind)
  if (missing.length > 0 || (other && ways.some((way) => recognised(headingsIn(way), other) > best.found))) {
    return { is: 'columns', missing: missing.map((column) => column.headings[0]), looksLike: other }
  }
  return linesOf(best, kind)
}

const WORKBOOKS = [Buffer.from('PK\u0003\u0004', 'latin1'), Buffer.from('d0cf11e0', 'hex')]
const SEPARATORS = [';', ',', '\t'] as const
/** Headings are short: this many characters contain them. */
const BEGINNING = 4000

function decoded(bytes: Buffer): readonly string[] {
  const by = (encoding: string, fatal = false) => new TextDecoder(encoding, { fatal }).decode(bytes)
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return [by('utf-16le')]
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return [by('utf-16be')]
  try {
    return [by('utf-8', true)]
  } catch {
    return [by('windows-1252'), by('macintosh')]
  }
}

interface Way {
  readonly text: string
  readonly delimiter: string
}

const headingsIn = ({ text, delimiter }: Way): readonly string[] =>
  (parseCsv(text.slice(0, BEGINNING), { delimiter })[0] ?? []).map((cell) => plain(textOf(cell)))

/** Headings are compared without accents, case and the stars of required fields. */
const plain = (heading: string): string =>
  heading
    .normalize('NFD')
    .replaceAll(/\p{M}|[*:]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()

const isAmong = (names: readonly string[], headings: readonly string[]): boolean =>
  names.some((name) => headings.includes(plain(name)))

const recognised = (headings: readonly string[], kind: SheetKind): number =>
  SHEET_COLUMNS[kind].filter(({ headings: names }) => isAmong(names, headings)).length

/** The kind whose needed columns a file has, if it is not this one. */
const otherKind = (ways: readonly Way[], kind: SheetKind): SheetKind | null =>
  SHEET_KINDS.filter((other) => other !== kind).find((other) =>
    ways.some((way) =>
      SHEET_COLUMNS[other].every((column) => !column.isNeeded || isAmong(column.headings, headingsIn(way))),
    ),
  ) ?? null

/** Added after the end: if it does not come back as a line of its own, a quotation was never closed. */
const END = '\uE000'

function linesOf({ text, delimiter }: Way, kind: SheetKind): ReadSheet | SheetFault {
  const rows = parseCsv(`${text}\n${END}`, { delimiter, unescapeFormulae: true }).map((row) => row.map(valueOf))
  if (rows.at(-1)?.join() !== END) return { is: 'quotes' }
  const [headings = [], ...below] = rows.slice(0, -1)
  const fields = headings.map((heading) => fieldHeaded(heading, kind))
  const twice = headings.find((_, index) => fields[index] && fields.indexOf(fields[index]) < index)
  if (twice !== undefined) return { is: 'twice', heading: twice }
  const lines = below
    .map((row, index) => lineOf(row, fields, index + 2))
    .filter(({ cells, isTooLong }) => cells.size > 0 || isTooLong)
  if (lines.length > SHEET_LINES) return { is: 'lines' }
  if (lines.length === 0) return { is: 'empty' }
  return { lines, unread: headings.filter((heading, index) => heading !== '' && !fields[index]) }
}

/** Without inferred types every cell is a text. */
const textOf = (cell: CellValue): string => (typeof cell === 'string' ? cell : '')

/** A cell on one line; `="001"` is how Excel is made to keep zeros. */
const valueOf = (cell: CellValue): string =>
  textOf(cell)
    .replace(/^="(.*)"$/s, '$1')
    .replaceAll(/\s*[\r\n]+\s*/g, ' ')
    .trim()

const fieldHeaded = (heading: string, kind: SheetKind): string | undefined =>
  SHEET_COLUMNS[kind].find(({ headings }) => headings.some((name) => plain(name) === plain(heading)))?.field

function lineOf(row: readonly string[], fields: readonly (string | undefined)[], line: number): SheetLine {
  const cells = new Map(row.flatMap((cell, index) => (cell !== '' && fields[index] ? [[fields[index], cell]] : [])))
  return { line, cells, isTooLong: row.slice(fields.length).some((cell) => cell !== '') }
}
