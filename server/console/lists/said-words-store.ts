import { type Runner, type Statement, sql } from '../../db/sql.ts'

// How the console's lists search for words.

const MOST_WORDS = 6

/** The words of a search text, split as `search_words` splits the searched texts. */
export async function wordsOf(runner: Runner, text: string): Promise<string[]> {
  const { plain } = await runner.row<{ plain: string }>(sql`select search_text(${text}) as plain`)
  return [...new Set(plain.split(' '))].filter((word) => word !== '').slice(0, MOST_WORDS)
}

/** Matches a word by its beginning or its stem. */
export const wordQuery = (word: string): Statement =>
  sql`(to_tsquery('pg_catalog.simple', ${`${word}:*`}) || to_tsquery('pg_catalog.spanish', ${word}))`

/** The clients whose names contain a word. */
export const clientsSaying = (word: string): Statement =>
  sql`array(select any_c.client_id from client any_c where search_words(any_c.name) @@ ${wordQuery(word)})`

/** A word as a number, if it is one. */
export const numberIn = (word: string): number | null => (/^\d{1,15}$/.test(word) ? Number(word) : null)

/** Up to this many keys are looked up one by one. */
const FEW = 500

/**
 * Whether a record's texts contain a word. PostgreSQL cannot know beforehand how common a word is, and might read
 * everything. So the matching keys are collected first, up to a limit: within a `with` they are planned as if all were
 * wanted, and reading stops at the limit.
 * @param key the record's client and number
 * @param said the keys of the records that contain the word
 * @param otherwise tests a single record, for a common word
 */
export async function says(runner: Runner, key: Statement, said: Statement, otherwise: Statement): Promise<Statement> {
  const found = await runner.rows<{ client: number; number: number }>(sql`
    with found (client, number) as materialized (${said}) select f.client, f.number from found f limit ${FEW + 1}`)
  if (found.length > FEW) return otherwise
  const clients = found.map(({ client }) => client)
  const numbers = found.map(({ number }) => number)
  return sql`${key} in (select * from unnest(${clients}::bigint[], ${numbers}::bigint[]))`
}
