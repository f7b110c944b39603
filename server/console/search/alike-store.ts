import type { ClientArea } from '#domain/account.ts'
import type { ProblemState } from '#domain/problems/problem.ts'
import type { Meaning } from '#domain/search/alike.ts'
import type { Sought } from '#domain/search/search.ts'
import { type Runner, type Statement, type Transaction, sql } from '../../db/sql.ts'

// Finds records of any client that resemble a ticket, by its rarest words, from the index over all clients
// (docs/decisions/0020).

export interface Asked {
  readonly title: string
  readonly module: number | null
  readonly text: string
  readonly areas: ClientArea[]
}

/** This much of the first message is compared. */
const MOST_TEXT = 2000

export const askedBy = (own: Transaction, ticket: number) =>
  own.row<Asked>(sql`
    select t.title, t.module_number as module, c.areas, coalesce((
      select left(e.text, ${MOST_TEXT}) from entry e
      where ${own.own('e')} and e.ticket_number = t.number order by e.at, e.entry_id limit 1), '') as text
    from ticket t join client c on ${own.own('c')} where ${own.own('t')} and t.number = ${ticket}`)

interface Telling extends Sought {
  readonly stem: string
  readonly found: number
}

/** Up to this many records a word counts as rarer than another. */
export const MOST_COUNTED = 3000

/** In how many records, of all clients, a stem stands; the records of one ticket are left out. */
const foundIn = (but: number): Statement => sql`(select count(*) from (
  select from search_place any_p
  where any_p.stem = s.stem and any_p.place in ('t', 'm') and any_p.number <> ${but} limit ${MOST_COUNTED}) c) as found`

/** The words with content, and their stems; words that stand everywhere have none. */
const stemmed = (words: readonly string[]): Statement => sql`
  select w.word, search_stem(w.word) as stem from unnest(${words}::text[]) w (word)
  where ts_lexize('pg_catalog.spanish_stem', w.word) <> '{}'`

/** The words with content, first those in the fewest other tickets of all clients. */
export async function tellingWordsOfAll(runner: Runner, words: readonly string[], but: number): Promise<Telling[]> {
  const rows = await runner.rows<{ word: string; stem: string; found: number }>(sql`
    with s as materialized (${stemmed(words)})
    select distinct on (s.stem) s.word, s.stem, ${foundIn(but)}
    from s where s.stem is not null order by s.stem, s.word`)
  return rows
    .map(({ word, stem, found }) => ({ word, stem, stems: [stem], found }))
    .toSorted((one, other) => one.found - other.found)
}

/** The same count for stems. */
export async function countedOfAll(
  runner: Runner,
  stems: readonly string[],
  but: number,
): Promise<Map<string, number>> {
  const rows = await runner.rows<{ stem: string; found: number }>(
    sql`select s.stem, ${foundIn(but)} from unnest(${stems}::text[]) s (stem)`,
  )
  return new Map(rows.map(({ stem, found }) => [stem, found]))
}

/** The stems of words without case and accents. */
export const stemsOf = (runner: Runner, words: readonly string[]) =>
  runner.rows<{ word: string; stem: string }>(stemmed(words))

/** All records of a word that fewer say are read; of other words, only this many of the newest. */
const RARE = 2000
const MOST_READ = 200
/** At most this many tickets are found by their words, and so many finished ones of them are compared as a whole. */
const MOST_FOUND = 400
const MOST_COMPARED = 120

export interface Solved {
  readonly code: number
  readonly number: number
  readonly title: string
  readonly at: Date
  readonly module: number | null
  readonly said: string[]
  readonly inTitle: string[]
}

/**
 * The finished tickets of any client that say the most by weight, each with all of the words that it contains. A word and those that
 * mean the same count once. All records of a rare word are read, whatever their age: an old ticket is found by its rare words, and
 * then judged by all of them.
 */
export function solvedTicketsSaying(runner: Runner, sought: readonly Meaning[], but: number) {
  const words = sought.flatMap((meaning, place) => meaning.map((each) => ({ ...each, place })))
  const stems = [...new Set(words.map(({ stem }) => stem))]
  return runner.rows<Solved>(sql`
    with f as materialized (
      select b.client_id, b.number, sum(b.weight) as weight
      from (
        select any_p.client_id, any_p.number, s.meaning, max(s.weight) as weight
        from unnest(${words.map(({ place }) => place)}::int[], ${words.map(({ stem }) => stem)}::text[],
            ${words.map(({ weight }) => weight)}::float8[],
            ${words.map(({ found }) => (found < RARE ? RARE : MOST_READ))}::int[]) s (meaning, stem, weight, most)
          cross join unnest('{t,m}'::"char"[]) l (place)
          cross join lateral (
            select any_p.client_id, any_p.number from search_place any_p
            where any_p.stem = s.stem and any_p.place = l.place
            order by any_p.number desc limit s.most) any_p
        where any_p.number <> ${but}
        group by any_p.client_id, any_p.number, s.meaning) b
      group by b.client_id, b.number order by weight desc, b.number desc limit ${MOST_FOUND})
    select f.client_id as code, f.number, any_t.title, any_t.created_at as at, any_t.module_number as module,
      ${saidIn(stems, sql`any_p.place in ('t', 'm')`)} as said, ${saidIn(stems, sql`any_p.place = 't'`)} as in_title
    from f join ticket any_t on any_t.client_id = f.client_id and any_t.number = f.number
    where any_t.accepted and any_t.merged_into is null
    order by f.weight desc, f.number desc limit ${MOST_COMPARED}`)
}

const saidIn = (stems: readonly string[], places: Statement) => sql`array(
  select u.stem from unnest(${stems}::text[]) u (stem)
  where exists (
    select from search_place any_p
    where any_p.client_id = f.client_id and any_p.stem = u.stem and ${places} and any_p.number = f.number))`

const MOST_OF_ANSWER = 4000

/** The clients and last answers of some tickets. */
export const answersOf = (runner: Runner, found: readonly { readonly code: number; readonly number: number }[]) =>
  runner.rows<{ number: number; name: string; answer: string | null }>(sql`
    select k.number, any_c.name, (
      select left(any_e.text, ${MOST_OF_ANSWER}) from entry any_e
      where any_e.client_id = k.client_id and any_e.ticket_number = k.number and any_e.kind = 'answer'
      order by any_e.at desc, any_e.entry_id desc limit 1) as answer
    from unnest(${found.map(({ code }) => code)}::bigint[], ${found.map(({ number }) => number)}::bigint[]) k (client_id, number)
    join client any_c on any_c.client_id = k.client_id`)

/** The problems of the product that say some of the words, published or not. */
export const problemsSayingOfAll = (runner: Runner, stems: readonly string[], module: number | null) =>
  runner.rows<{
    problem: number
    title: string
    state: ProblemState
    workaround: string
    said: string[]
    titleSaid: number
    titleWords: number
  }>(sql`
    select p.problem_id as problem, p.title, p.state, left(p.workaround, ${MOST_OF_ANSWER}) as workaround,
      array(select unnest(p.stems) intersect select unnest(${stems}::text[])) as said,
      cardinality(array(select unnest(p.title_stems) intersect select unnest(${stems}::text[]))) as title_said,
      cardinality(p.title_stems) as title_words
    from product_problem p
    where p.state <> 'discarded' and p.stems && ${stems}::text[]
      and (${module}::bigint is null or p.modules = '{}' or ${module}::bigint = any(p.modules))
    order by p.problem_id desc limit 200`)
