import { type Statement, type Transaction, sql } from './sql.ts'

/** The most entries of a timeline in one answer (api.md, Bounds). */
const MOST_ENTRIES = 500
const MOST_BYTES = 2 * 1024 * 1024

/** The most rows of a list that is answered as a whole. Nobody gets so many by honest work. */
export const MOST_LISTED = 1000

/** An entry's id, or an instant. */
export type Before = number | Date

/** Rows of one answer, oldest first, and the id before which there are more; null if there are none. */
export interface Part<Row> {
  readonly rows: readonly Row[]
  readonly before: number | null
}

/**
 * The newest of a ticket's entries, or the newest before a given one, as many as fit into one answer, but at least one:
 * `newest.id`, and whether there are `earlier` ones.
 */
export const newestEntries = (tx: Transaction, ticket: number, before?: Before): Statement =>
  newest(sql`
    select e.entry_id as id, e.at, octet_length(e.text) + octet_length(e.quoted) as bytes from entry e
    where ${tx.own('e')} and e.ticket_number = ${ticket} and ${precedes(tx, ticket, before)}
    order by e.at desc, e.entry_id desc limit ${MOST_ENTRIES + 1}`)

const precedes = (tx: Transaction, ticket: number, before: Before | undefined): Statement => {
  if (before === undefined) return sql`true`
  if (before instanceof Date) return sql`e.at < ${before}`
  return sql`(e.at, e.entry_id) < (
    select b.at, b.entry_id from entry b
    where ${tx.own('b')} and b.ticket_number = ${ticket} and b.entry_id = ${before})`
}

/** The same, for the technicians' internal notes. */
export const newestNotes = (tx: Transaction, ticket: number, before?: number): Statement =>
  newest(sql`
    select n.note_id as id, n.at, octet_length(n.text) as bytes from internal_note n
    where ${tx.own('n')} and n.ticket_number = ${ticket} and ${
      before === undefined
        ? sql`true`
        : sql`(n.at, n.note_id) < (
            select b.at, b.note_id from internal_note b
            where ${tx.own('b')} and b.ticket_number = ${ticket} and b.note_id = ${before})`
    }
    order by n.at desc, n.note_id desc limit ${MOST_ENTRIES + 1}`)

const newest = (candidates: Statement): Statement => sql`(
  select f.id, f.earlier from (
    select m.id, m.fits, bool_or(not m.fits) over () as earlier from (
      select c.id, row_number() over by_age <= ${MOST_ENTRIES}
        and (row_number() over by_age = 1 or sum(c.bytes) over by_age <= ${MOST_BYTES}) as fits
      from (${candidates}) c window by_age as (order by c.at desc, c.id desc)) m) f
  where f.fits) newest`

/** A part made of rows that were read with `newest.earlier`. */
export function partOf<Row extends { readonly id: number; readonly earlier: boolean }>(
  rows: readonly Row[],
): Part<Omit<Row, 'earlier'>> {
  const [oldest] = rows
  return { rows: rows.map(({ earlier: _, ...row }) => row), before: oldest?.earlier ? oldest.id : null }
}
