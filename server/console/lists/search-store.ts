import { type Runner, type Statement, sql } from '../../db/sql.ts'

// How the console's lists are searched for words.

const MOST_WORDS = 6

/** The words that are looked for, as `search_words` reads those that are said. */
export async function wordsOf(runner: Runner, text: string): Promise<string[]> {
  const { plain } = await runner.row<{ plain: string }>(sql`select search_text(${text}) as plain`)
  return [...new Set(plain.split(' '))].filter((word) => word !== '').slice(0, MOST_WORDS)
}

/** A word by how it begins or by its stem. */
export const wordQuery = (word: string): Statement =>
  sql`(to_tsquery('pg_catalog.simple', ${`${word}:*`}) || to_tsquery('pg_catalog.spanish', ${word}))`

/** The clients whose names say a word. */
export const clientsSaying = (word: string): Statement =>
  sql`array(select any_c.client_id from client any_c where search_words(any_c.name) @@ ${wordQuery(word)})`

/** A word as the number that it may be. */
export const numberIn = (word: string): number | null => (/^\d{1,15}$/.test(word) ? Number(word) : null)

/** As many as are better looked up one by one. */
const FEW = 500

/**
 * That the record of a key says a word. Whether few do, PostgreSQL cannot know of a word beforehand, and for want of that it
 * might read all; so the few are found first. As a `with` they are planned as if all were wanted, and read until there are too
 * many.
 * @param key the record's client and number
 * @param said the keys of those that say it
 * @param otherwise says the same of a record, for a word that many say
 */
export async function says(runner: Runner, key: Statement, said: Statement, otherwise: Statement): Promise<Statement> {
  const found = await runner.rows<{ client: number; number: number }>(sql`
    with found (client, number) as materialized (${said}) select f.client, f.number from found f limit ${FEW + 1}`)
  if (found.length > FEW) return otherwise
  const clients = found.map(({ client }) => client)
  const numbers = found.map(({ number }) => number)
  return sql`${key} in (select * from unnest(${clients}::bigint[], ${numbers}::bigint[]))`
}
