import { isDeepStrictEqual } from 'node:util'
import { SHEET_WORDS, type SheetKind } from '#contract/console/start/record-sheets.ts'
import type { ContactPlace } from '#domain/contact-access.ts'
import type { SheetWords } from './sheet-words.ts'

/** A line's values by field; a field without one stays as it is. */
export type Values = Readonly<Record<string, unknown>>

export interface ReadValues {
  readonly values: Values
  /** Why a value cannot be read, by field. */
  readonly problems: Readonly<Record<string, string>>
}

/** Turns cells into the values that the master's form would send; the form's own rules judge them afterwards. */
export function valuesOf(kind: SheetKind, cells: ReadonlyMap<string, string>, words: SheetWords): ReadValues {
  const values: Record<string, unknown> = {}
  const problems: Record<string, string> = {}
  for (const [field, cell] of cells) {
    // A client's own code is a number; those of installations and companies are not.
    const form = kind === 'clients' && field === 'code' ? wholeNumber : (FORMS[field] ?? setForm(field))
    const value = form ? form(cell) : cell
    if (value === undefined) problems[field] = problemOf(field, words)
    else values[field] = value
  }
  return { values, problems }
}

/** Every number of a record fits into PostgreSQL's. */
const wholeNumber = (cell: string): number | undefined => (/^\d{1,12}$/.test(cell) ? Number(cell) : undefined)

/** The closed sets among the fields. */
type SetField = Exclude<keyof typeof SHEET_WORDS, 'yes' | 'no'>

const isSet = (field: string): field is SetField => field in SHEET_WORDS

const setForm = (field: string) => (isSet(field) ? (cell: string) => wordOf(field, cell) : undefined)

const plain = (word: string): string => word.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().toLowerCase()

const isOneOf = (cell: string, words: readonly string[]): boolean => words.some((word) => plain(word) === plain(cell))

const wordOf = (field: SetField, cell: string): string | undefined =>
  Object.entries<readonly string[]>(SHEET_WORDS[field]).find(([, words]) => isOneOf(cell, words))?.[0]

function someOf(field: SetField, cell: string): readonly string[] | undefined {
  const found = cell.split(/[,;/|+]/).map((word) => wordOf(field, word))
  return found.every((word) => word !== undefined) ? found : undefined
}

function yesOrNo(cell: string): boolean | undefined {
  if (isOneOf(cell, SHEET_WORDS.yes)) return true
  return isOneOf(cell, SHEET_WORDS.no) ? false : undefined
}

/** `LEV-01: 001 002 | LEV-02`: installations with the companies there. */
function places(cell: string): readonly ContactPlace[] | undefined {
  const found = cell.split('|').map((place) => /^\s*([^\s:,;]+)\s*(?::\s*([^:]*))?$/.exec(place))
  if (found.some((place) => place === null)) return undefined
  return found.map((place) => ({
    installation: place?.[1] ?? '',
    companies: (place?.[2] ?? '').split(/[\s,;]+/).filter((company) => company !== ''),
  }))
}

const FORMS: Readonly<Record<string, (cell: string) => unknown>> = {
  client: wholeNumber,
  number: wholeNumber,
  areas: (cell) => someOf('areas', cell),
  active: yesOrNo,
  secondFactorRequired: yesOrNo,
  places,
}

function problemOf(field: string, words: SheetWords): string {
  if (field === 'places') return words.places
  if (FORMS[field] === yesOrNo) return words.words(`${SHEET_WORDS.yes[0]}, ${SHEET_WORDS.no[0]}`)
  if (!isSet(field)) return words.number
  return words.words(
    Object.values<readonly string[]>(SHEET_WORDS[field])
      .map(([first]) => first)
      .join(', '),
  )
}

/** A value as people read it, and as a cell could have it. */
export function shown(field: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? SHEET_WORDS.yes[0] : SHEET_WORDS.no[0]
  if (isList(value)) {
    const each = value.map((one) => (typeof one === 'string' ? wordShown('areas', one) : placeShown(one)))
    return each.join(field === 'places' ? ' | ' : ', ')
  }
  return isSet(field) ? wordShown(field, String(value)) : String(value)
}

/** The lists among the values are areas and places. */
const isList = (value: unknown): value is readonly (string | ContactPlace)[] => Array.isArray(value)

const placeShown = ({ installation, companies }: ContactPlace): string =>
  companies.length === 0 ? installation : `${installation}: ${companies.join(' ')}`

const wordShown = (field: SetField, word: string): string =>
  Object.entries<readonly string[]>(SHEET_WORDS[field]).find(([name]) => name === word)?.[1][0] ?? word

export const pick = (values: Values, fields: readonly string[]): Values =>
  Object.fromEntries(fields.flatMap((field) => (values[field] === undefined ? [] : [[field, values[field]]])))

/** The values that differ from the record's; the order of a list does not matter. */
export const differing = (row: Values, values: Values): Values =>
  Object.fromEntries(
    Object.keys(row).flatMap((field) => {
      const value = values[field]
      return value === undefined || isDeepStrictEqual(inOrder(value), inOrder(row[field])) ? [] : [[field, value]]
    }),
  )

function inOrder(value: unknown): unknown {
  if (!isList(value)) return value
  return value.map((one) => (typeof one === 'string' ? one : placeShown(inOneOrder(one)))).toSorted(byText)
}

const inOneOrder = ({ installation, companies }: ContactPlace): ContactPlace => ({
  installation,
  companies: companies.toSorted(byText),
})

const byText = (one: string, other: string): number => (one < other ? -1 : Number(one > other))
