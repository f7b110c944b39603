import type { Endpoint, Input } from '#contract/endpoint.ts'
import { type Statement, join, sql } from '../../db/sql.ts'
import { type Cursor, cursorOf } from './cursor.ts'

export const DEFAULT_LIMIT = 50

/** A request for a part of a list, with the part's length. */
export type ListQuestion<E extends Endpoint> = Omit<Input<E>, 'limit'> & { readonly limit: number }

/** One part of a list. One row more than wanted was read: if it is there, another part follows. */
export function partOf<Row>(rows: readonly Row[], limit: number, cursor: (last: Row) => Cursor) {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: rows.length > limit && last ? cursorOf(cursor(last)) : null }
}

/** Whether one of the texts contains the search text, ignoring accents and case; without a search text, always true. */
export const holds = (search: string | undefined, ...texts: readonly Statement[]): Statement =>
  holdsFolded(search, ...texts.map((text) => sql`folded(${text})`))

/** The same for texts that are kept without accents and case. */
export function holdsFolded(search: string | undefined, ...texts: readonly Statement[]): Statement {
  const wanted = search?.trim() ?? ''
  if (wanted === '') return sql`true`
  // Within a `select` of its own it is folded once, and not for each row.
  return sql`(${either(texts.map((text) => sql`position((select folded(${wanted})) in ${text}) > 0`))})`
}

const either = ([first, ...rest]: readonly Statement[]): Statement =>
  first === undefined ? sql`false` : rest.length === 0 ? first : sql`${first} or ${either(rest)}`

/** A list's filter `active`. */
export const isActive = (column: Statement, wanted: 'yes' | 'no' | undefined): Statement =>
  wanted === undefined ? sql`true` : wanted === 'yes' ? column : sql`not ${column}`

export const all = (...conditions: readonly Statement[]): Statement => join(conditions, ' and ')
